// SPDX-License-Identifier: MIT
// Combines the findings of several threads.
#pragma once

#include "kernels/engines/cuda/side.h"
#include "kernels/matrix/unstored/block_layout.h"

#include <cuda_runtime.h>

namespace pairscope::cuda::inline PAIRSCOPE_SIDE {

/// The findings of `lanes` neighbouring lanes, a power of two, together in the first one of them. All lanes of the warp
/// take part.
__device__ inline matrix::BlockTotal sum_of_lanes(matrix::BlockTotal total, int lanes) {
    for (int step = lanes / 2; step > 0; step /= 2) {
        const matrix::BlockTotal other{.min = __shfl_down_sync(~0u, total.min, step),
                                       .max = __shfl_down_sync(~0u, total.max, step),
                                       .sum = __shfl_down_sync(~0u, total.sum, step),
                                       .count = __shfl_down_sync(~0u, total.count, step)};
        total.add(other, 1);
    }
    return total;
}

} // namespace pairscope::cuda::inline PAIRSCOPE_SIDE
