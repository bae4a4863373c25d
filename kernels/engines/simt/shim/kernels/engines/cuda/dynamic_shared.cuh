// SPDX-License-Identifier: MIT
// Stands in for kernels/engines/cuda/dynamic_shared.cuh, whose declaration no compiler but nvcc takes.
#pragma once

#include "kernels/engines/cuda/side.h"
#include "kernels/engines/simt/shim/qualifiers.h"

namespace pairscope::cuda::inline PAIRSCOPE_SIDE {

template <class T> __forceinline__ T* dynamic_shared() {
    return static_cast<T*>(pairscope::simt::dynamic_shared_memory());
}

} // namespace pairscope::cuda::inline PAIRSCOPE_SIDE
