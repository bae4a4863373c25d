// SPDX-License-Identifier: MIT
// Shuffles what no shuffle takes: the fault shows inside a header of the executor.
#include "kernels/ladder/variant.h"

#include <cuda_runtime.h>

namespace pairscope::ladder::unsupported {

__global__ void wide_shuffle(float4* out) { out[0] = __shfl_sync(0xffffffffu, out[1], 3); }

KernelVariant wide_shuffle_variant() {
    return {.launch = [](const Run&) {}};
}

} // namespace pairscope::ladder::unsupported
