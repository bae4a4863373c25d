// SPDX-License-Identifier: MIT
// Is gpu_only, spelled in another way than usual, and could not be compiled.
#include "kernels/ladder/variant.h"

#include <cub/cub.cuh>

namespace pairscope::ladder::unsupported {

// clang-format off
KernelVariant gpu_only_over_lines_variant() {
    return {.gpu_only
            = // a comment
            true, .launch = [](const Run&) {}};
}
// clang-format on

} // namespace pairscope::ladder::unsupported
