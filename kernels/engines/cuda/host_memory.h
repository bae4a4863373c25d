// SPDX-License-Identifier: MIT
// Host memory for what is copied from a GPU.
#pragma once

#include "kernels/data/errors.h"
#include "kernels/data/text.h"

#include <cstdint>
#include <fmt/format.h>
#include <new>
#include <vector>

namespace pairscope::cuda {

/// Throws MemoryError.
template <class T> [[nodiscard]] std::vector<T> on_host(std::int64_t count) {
    try {
        return std::vector<T>(static_cast<std::size_t>(count));
    } catch (const std::bad_alloc&) {
        throw MemoryError(fmt::format("{} of host memory could not be allocated: choose fewer points",
                                      bytes_in_words(static_cast<double>(count) * sizeof(T))));
    }
}

} // namespace pairscope::cuda
