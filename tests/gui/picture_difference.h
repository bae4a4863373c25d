// SPDX-License-Identifier: MIT
// How much of two pictures a person would see to differ.
#pragma once

#include "render/image.h"

#include <cstdint>

namespace pairscope::app {

/// A rectangle of pixels, from its top left corner.
struct ImageBox {
    std::int64_t x = 0;
    std::int64_t y = 0;
    std::int64_t width = 0;
    std::int64_t height = 0;
    auto operator<=>(const ImageBox&) const = default;
};

struct PictureDifference {
    std::int64_t blocks = 0;    ///< into which both pictures were cut
    std::int64_t different = 0; ///< blocks whose mean colours a person tells apart at a glance
    double largest = 0.0;       ///< distance of two mean colours [delta E]
    ImageBox around;            ///< the smallest box around all different blocks; empty if there is none
};

/// Compares the mean colours of blocks of 4 x 4 pixels by their distance in CIELAB (CIE 1976; sRGB, D65). So an edge
/// that another renderer smooths in another way does not count, and a letter that is missing does. Throws
/// std::invalid_argument if the sizes differ.
[[nodiscard]] PictureDifference difference(const Image& a, const Image& b);

/// The part of the picture that lies in the box. Throws std::out_of_range if the box is not inside of the picture.
[[nodiscard]] Image cropped(const Image& image, const ImageBox& box);

} // namespace pairscope::app
