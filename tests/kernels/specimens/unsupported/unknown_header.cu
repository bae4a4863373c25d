// SPDX-License-Identifier: MIT
// Includes a header that the executor does not have.
#include "kernels/ladder/variant.h"

#include <cub/cub.cuh>

namespace pairscope::ladder::unsupported {

KernelVariant unknown_header_variant() {
    return {.launch = [](const Run&) {}};
}

} // namespace pairscope::ladder::unsupported
