// SPDX-License-Identifier: MIT
// Pictures of a matrix that is not stored: because it is too large, or because the output of its workload is something
// else. Every entry is computed where it is looked at, so memory does not grow with the matrix.
#pragma once

#include "app/cli/verbs/matrix_image.h"
#include "app/spine/state.h"
#include "kernels/matrix/matrix.h"

namespace pairscope::cli {

/// What a picture is made of.
struct Looked {
    Overview overview;
    Colouring colouring;
    app::State state; ///< as if the picture were on the screen
    MatrixErrors errors{};
};

/// Rows and columns of what is drawn: the matrix behind the question, or the part of it.
[[nodiscard]] MatrixShape shape_of(const MatrixImage& image);

/// Reduced by `side`. Minimum, mean and maximum of each pixel are those of all of its entries.
[[nodiscard]] Looked look_unstored(const MatrixImage& image, std::int64_t side);

/// One pixel per entry, in strips. As save_cells().
[[nodiscard]] MatrixErrors save_unstored_cells(const MatrixImage& image);

} // namespace pairscope::cli
