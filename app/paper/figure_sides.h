// SPDX-License-Identifier: MIT
// What stands beside the matrix in a figure: trees, tracks, and the legend of the tracks.
#pragma once

#include "app/paper/figure.h"
#include "app/paper/plot.h"

namespace pairscope::charts {

/// Room beside the picture [px]: tracks first, and the tree outside of them.
struct SideRoom {
    double top = 0.0, right = 0.0;
};
[[nodiscard]] SideRoom room_of_sides(const app::State& state, bool writes_texts);

/// Are the cells of a picture of this height so large that the texts of a track are written?
[[nodiscard]] bool writes_texts(const Sheet& sheet, const FigurePart& part, double height);

struct SidesPlace {
    Box area; ///< the picture
    bool writes_texts = false;
};
/// Trees and tracks along the upper and the right edge, and the gaps between groups.
void draw_sides(const Sheet& sheet, const app::State& state, const FigurePart& part, const SidesPlace& place);

/// How high the legend is in lines of this width [px]; 0: there is nothing to explain.
[[nodiscard]] double height_of_legend(const Sheet& sheet, const app::State& state, double width);
void draw_track_legend(const Sheet& sheet, const app::State& state, const Box& box);

} // namespace pairscope::charts
