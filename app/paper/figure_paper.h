// SPDX-License-Identifier: MIT
// How large a figure is on paper, in millimetres, points and dots per inch.
#pragma once

#include "app/paper/figure.h"
#include "app/paper/plot.h"

#include <string>

namespace pairscope::charts {

/// A figure is laid out in pixels for letters of the usual size, and drawn in this unit.
struct FigurePaper {
    Size size;           ///< [px]
    double unit = 1.0;   ///< pixels of 1/96 inch for each of them
    double pixels = 2.0; ///< pixels of a PNG for each 1/96 inch
    bool is_free_in_height = false;
};
[[nodiscard]] FigurePaper paper_of(const FigureLook& look);

/// Throws InputError: the picture would have no room beside its labels.
[[noreturn]] void refuse_small_figure(const FigureLook& look);

/// The PNG with its resolution in it, from which programs work out how large it is on paper.
[[nodiscard]] std::string with_resolution(std::string png, double dots_per_inch);

} // namespace pairscope::charts
