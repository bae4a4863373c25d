// SPDX-License-Identifier: MIT
// Vectors that are pictures, as grey values that panels draw.
#pragma once

#include "app/spine/question.h"
#include "kernels/data/dataset.h"
#include "render/heatmap_view.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pairscope::app {

/// Grey values from 0 to 1, row after row, the top one first.
struct GreyPicture {
    int width = 0, height = 0;
    std::vector<float> pixels; ///< width * height; those of an incomplete last row are 0

    [[nodiscard]] float at(int x, int y) const { return pixels[std::size_t(y) * std::size_t(width) + std::size_t(x)]; }
};

/// Has each vector of the set a pixel shape?
[[nodiscard]] inline bool has_pictures(const Dataset& set) { return set.picture_width > 0; }

/// The coordinate that is drawn white: the largest coordinate of all sets, where those of a large set are taken evenly
/// from its vectors. In sets of bytes it is 255, unless the largest one is less than half of that.
[[nodiscard]] float white_of(const Question& question);
/// "Black is 0 and white is 16, the largest value found in the data."
[[nodiscard]] std::string white_text(const Question& question);

/// Vector `row` as a picture, in which 0 is black. A large picture becomes one of at most `most` pixels on a side, each
/// the mean of a square. Absent where the vectors are no pictures, or there is no such row.
[[nodiscard]] std::optional<GreyPicture> picture_of(const Dataset& set, std::int64_t row, float white, int most = 96);

/// How far the pixels of two pictures of the same size are apart.
[[nodiscard]] GreyPicture difference_of(const GreyPicture& a, const GreyPicture& b);

/// The vector of a row, that of a column, and their difference.
struct PicturePair {
    GreyPicture first, second, difference;
};
/// Absent where one of them is no picture, or their shapes differ.
[[nodiscard]] std::optional<PicturePair> pictures_of(const Question& question, Cell cell, int most = 96);

} // namespace pairscope::app
