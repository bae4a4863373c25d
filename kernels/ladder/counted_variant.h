// SPDX-License-Identifier: MIT
// What a variant's work is counted by, also where this build cannot run the variant: recordings of a GPU are shown on
// every machine.
#pragma once

#include "kernels/ladder/variant.h"

#include <string_view>
#include <vector>

namespace pairscope {

/// By full id. A variant that this build lacks has only `id`, `workload`, `form`, `does_less` and `both_directions`, as
/// its file says. Null if there is none.
[[nodiscard]] const KernelVariant* counted_variant(std::string_view id);

/// The value of a field in the description that a variant's file ends with: `expanded` of `.form = "expanded"`. Empty
/// if the description does not have that field.
[[nodiscard]] std::string_view described_field(std::string_view source_text, std::string_view field);

namespace manifest {
[[nodiscard]] std::vector<KernelVariant> variants_left_out(); ///< written by the build
}

} // namespace pairscope
