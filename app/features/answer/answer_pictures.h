// SPDX-License-Identifier: MIT
// Vectors that are pictures, ready to be drawn.
#pragma once

#include "kernels/core/dataset.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace pairscope::app {

/// Grey values from 0 to 1, row after row, the top one first.
struct GreyPicture {
    int width = 0, height = 0;
    std::vector<float> pixels; ///< width * height; those of an incomplete last row are 0

    [[nodiscard]] float at(int x, int y) const { return pixels[std::size_t(y) * std::size_t(width) + std::size_t(x)]; }
};

/// Vector `row` as a picture: black is 0, white is 255, or the largest coordinate of the set of floats. A large picture
/// becomes one of at most `most` pixels on a side, each the mean of a square. Absent where the vectors are no pictures.
[[nodiscard]] std::optional<GreyPicture> picture_of(const Dataset& set, std::int64_t row, int most = 96);

/// How far the pixels of two pictures of the same size are apart.
[[nodiscard]] GreyPicture difference_of(const GreyPicture& a, const GreyPicture& b);

} // namespace pairscope::app
