// SPDX-License-Identifier: MIT
// Fills an output with poison: the value that every entry holds before a kernel writes it.
#pragma once

#include "kernels/ladder/output.h"

#include <cstdint>
#include <driver_types.h>

namespace pairscope::cuda {

/// The first `count` entries of the memory become poison. Only enqueues.
void poison_memory(const LinearMemory& memory, std::int64_t count, cudaStream_t stream);

} // namespace pairscope::cuda
