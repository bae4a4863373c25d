// SPDX-License-Identifier: MIT
// Judges an own kernel at a size that cannot be run as a whole, by a few of its blocks.
#pragma once

#include "app/subjects/workshop/built_kernel.h"

namespace pairscope::app::workshop {

/// The first block of each launch, the last one and two others. Judged::reply says if they took too long; what was
/// found until then still counts. Judged::comparison has no entries where what they have written cannot be judged: a
/// part of a scalar or a pair, or values to which other blocks add.
[[nodiscard]] Judged judged_in_parts(Workshop& workshop, const Inputs& inputs);

} // namespace pairscope::app::workshop
