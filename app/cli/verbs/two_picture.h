// SPDX-License-Identifier: MIT
// Two matrices of the same items in one picture, without a window.
#pragma once

#include "app/paper/figure_two.h"
#include "app/subjects/matrix/relation/two_matrices.h"
#include "render/image.h"
#include "render/png.h"

#include <vector>

namespace pairscope::cli {

/// Side by side, split at the diagonal, swiped, or their difference on a symmetric scale; a pixel shows the mean of its
/// entries, or the farthest difference from 0. Each matrix has at most 1 024 pixels a side, and all of it is drawn.
[[nodiscard]] Image picture_of(const app::TwoMatrices& two, const app::TwoLook& look,
                               const app::ColourSettings& colours = {});

/// Like picture_of(), but for paper, without a sentence on the order of the items. The figure refers to `two`.
[[nodiscard]] charts::TwoFigure figure_of(const app::TwoMatrices& two, const app::TwoLook& look,
                                          const app::ColourSettings& colours);

/// What the file of such a picture says of itself.
[[nodiscard]] std::vector<PngText> facts_of_two(const app::TwoMatrices& two, app::TwoView view);

} // namespace pairscope::cli
