// SPDX-License-Identifier: MIT
// Host memory for matrices and points.
#pragma once

#include "kernels/ladder/workload.h"

#include <cstdint>
#include <memory>
#include <string_view>

namespace pairscope::cpu {

/// All of this machine's memory [bytes].
[[nodiscard]] std::int64_t total_memory();
/// What can be had without swapping, as the system estimates it [bytes].
[[nodiscard]] std::int64_t free_memory();

/// Throws MemoryError, "the matrix needs 4.29 GB of memory, 2.1 GB are free: choose fewer points", if it does not fit.
/// Asking first matters: Linux promises more memory than it has, and kills the process that uses it.
void require_memory(std::string_view what, std::int64_t bytes, std::int64_t free_bytes);

/// `count` floats, uninitialised, aligned to 64 bytes at least. Throws MemoryError, naming what it was for.
[[nodiscard]] std::shared_ptr<float> allocate_floats(std::string_view what, std::int64_t count);

/// Vectors in memory of their own, aligned like allocate_floats().
struct CopiedInput {
    std::shared_ptr<float> memory;
    Input input; ///< in that memory
};
/// With room for such a set, and no values yet. Throws MemoryError.
[[nodiscard]] CopiedInput uninitialised(const Input& shape);
/// Throws MemoryError.
[[nodiscard]] CopiedInput copied(const Input& input);

} // namespace pairscope::cpu
