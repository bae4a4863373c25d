// SPDX-License-Identifier: MIT
// A place on the screen or on paper.
#pragma once

#include <compare>

namespace pairscope {

/// From the top left corner of the window, the picture or the paper [pixels]. The first pixel covers 0 to 1.
struct Pixel {
    double x = 0.0;
    double y = 0.0;
    auto operator<=>(const Pixel&) const = default;
};

} // namespace pairscope
