// SPDX-License-Identifier: MIT
// Uses a function that the executor does not have.
#include "kernels/ladder/variant.h"

#include <cuda_runtime.h>

namespace pairscope::ladder::unsupported {

__global__ void unknown_function(float* out) { out[threadIdx.x] = __tensor_root(2.0f); }

KernelVariant unknown_function_variant() {
    return {.launch = [](const Run&) {}};
}

} // namespace pairscope::ladder::unsupported
