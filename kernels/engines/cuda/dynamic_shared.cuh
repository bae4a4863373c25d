// SPDX-License-Identifier: MIT
// The shared memory whose size is given at the launch.
#pragma once

#include "kernels/engines/cuda/side.h"

#include <cuda_runtime.h>

namespace pairscope::cuda::inline PAIRSCOPE_SIDE {

/// Its begin, on a 16-byte boundary. A block has it once: every call returns the same address.
template <class T> __device__ T* dynamic_shared() {
    static_assert(alignof(T) <= 16);
    extern __shared__ __align__(16) unsigned char memory[];
    return reinterpret_cast<T*>(memory);
}

} // namespace pairscope::cuda::inline PAIRSCOPE_SIDE
