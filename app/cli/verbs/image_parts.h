// SPDX-License-Identifier: MIT
// What pictures of a matrix have in common, whether the matrix is stored or not: the order, the size, the pixels.
#pragma once

#include "app/cli/verbs/matrix_image.h"
#include "app/spine/commands.h"
#include "app/spine/state.h"
#include "kernels/matrix/matrix.h"
#include "render/image.h"

#include <memory>
#include <vector>

namespace pairscope::cli {

/// With the data and the order of the picture.
[[nodiscard]] app::State state_of(const MatrixImage& image);
/// Null: as loaded. Throws InputError for an order that the data cannot have.
[[nodiscard]] std::shared_ptr<const app::MatrixOrder> order_of(const MatrixImage& image);

/// A pixel covers `cells` x `cells` cells, or a cell `pixels` x `pixels` pixels: one of the two is 1.
struct Scale {
    std::int64_t cells = 1, pixels = 1;
};
/// The picture in a figure may be finer than the pixels of the figure, because a reader can enlarge it. A PNG of a size
/// that was asked for is an exception: its words say how many entries one of its pixels shows.
[[nodiscard]] charts::Size room_for(const MatrixImage& image);
[[nodiscard]] Scale scale_of(MatrixShape shape, charts::Size room);
/// Says why the picture has another size than what was asked for.
void tell_size(const Image& picture, charts::Size asked, const Scale& scale);

[[nodiscard]] std::vector<float> values_of(const Overview& overview, Aggregate aggregate);
/// Every pixel becomes a square of `factor` x `factor`.
[[nodiscard]] Image magnified(const Image& small, std::int64_t factor);

} // namespace pairscope::cli
