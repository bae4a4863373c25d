// SPDX-License-Identifier: MIT
// The pipeline primitives: asynchronous copies into shared memory, in groups.
#pragma once

#include "kernels/engines/simt/shim/qualifiers.h"

#include <cstddef>

__forceinline__ void __pipeline_memcpy_async(void* to, const void* from, std::size_t bytes) {
    pairscope::simt::copy_async(to, from, bytes);
}
__forceinline__ void __pipeline_commit() { pairscope::simt::commit_copies(); }
__forceinline__ void __pipeline_wait_prior(std::size_t groups) {
    pairscope::simt::wait_for_copies(static_cast<unsigned>(groups));
}
