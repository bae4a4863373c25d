// SPDX-License-Identifier: MIT
// No compiler takes this.
#include "kernels/ladder/variant.h"

#include <cuda_runtime.h>

namespace pairscope::ladder::unsupported {

// clang-format off
__global__ void syntax_error(float* out) { out[0] = 1.0f return; }
// clang-format on

KernelVariant syntax_error_variant() {
    return {.launch = [](const Run&) {}};
}

} // namespace pairscope::ladder::unsupported
