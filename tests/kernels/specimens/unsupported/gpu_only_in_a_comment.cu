// SPDX-License-Identifier: MIT
// Could be marked .gpu_only = true, and is not.
#include "kernels/ladder/variant.h"

namespace pairscope::ladder::unsupported {

KernelVariant gpu_only_in_a_comment_variant() {
    return {/* .gpu_only = true, */ .title = ".gpu_only = true", .launch = [](const Run&) {}};
}

} // namespace pairscope::ladder::unsupported
