// SPDX-License-Identifier: MIT
// Two matrices of the same items in one picture, without a window.
#pragma once

#include "app/subjects/matrix/relation/two_matrices.h"
#include "render/image.h"

namespace pairscope::cli {

/// Side by side, split at the diagonal, or their difference on a symmetric scale; a pixel shows the mean of its
/// entries, or the farthest difference from 0. Each matrix has at most 1 024 pixels a side.
[[nodiscard]] Image picture_of(const app::TwoMatrices& two, app::TwoView view);

} // namespace pairscope::cli
