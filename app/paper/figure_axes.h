// SPDX-License-Identifier: MIT
// The axes of a figure of a matrix: the name of each row and column where there is room for it, or else ticks at their
// positions in the picture.
#pragma once

#include "app/paper/figure.h"
#include "app/paper/plot.h"

#include <string>
#include <vector>

namespace pairscope::charts {

inline constexpr double tick_length = 4.0; // [px]

/// What stands along one edge of the picture.
struct FigureAxis {
    std::string title;
    std::string brief_title;      ///< where the title has no room
    std::string briefest_title;   ///< where that has none either: "row", or "position"
    std::vector<app::Tick> ticks; ///< in rows or columns from the edge of the matrix
    bool named = false;           ///< a tick for each row or column, else at round positions
    bool upright = false;         ///< columns whose names are wider than a cell
    double size = tick_size;      ///< height of its letters [px]
    double depth = 0.0;           ///< what its labels need beside the picture [px]
};

struct FigureAxes {
    FigureAxis rows, columns;
};

/// The axes, and where the picture is between them: as far up and left as it can be in this box.
struct FigurePlace {
    FigureAxes axes;
    Box area;
};

/// Labels longer than a part of the box are cut.
[[nodiscard]] FigurePlace placed_axes(const Sheet& sheet, const app::State& state, const FigurePart& part,
                                      const Box& box);
void draw_axes_of(const Sheet& sheet, const FigurePart& part, const FigurePlace& place);

} // namespace pairscope::charts
