// SPDX-License-Identifier: MIT
// Two matrices of the same items as one figure for papers: side by side, split at the diagonal, swiped, or their
// difference.
#pragma once

#include "app/paper/figure.h"
#include "app/subjects/matrix/relation/two_matrices.h"

#include <string>
#include <vector>

namespace pairscope::charts {

struct TwoFigure {
    const app::TwoMatrices& two;
    app::TwoView view = app::TwoView::beside;
    std::vector<FigurePart> parts;     ///< two of them where they stand side by side, else one
    std::vector<Colouring> colourings; ///< one for each matrix, or one for the difference
    Aggregate aggregate = Aggregate::mean;
    std::string order{}; ///< one sentence; empty: the items have the order of the data
};

/// The bytes of the file. Throws InputError. Colours and dimming of the look are not used.
[[nodiscard]] std::string drawn_figure(const TwoFigure& figure, const FigureLook& look);

} // namespace pairscope::charts
