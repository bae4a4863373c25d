// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/order/edge_labels.h"

#include "app/spine/commands.h"
#include "app/spine/jobs.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "app/subjects/points/points.h"

#include <algorithm>

namespace pairscope::app {

std::vector<EdgeLabel> edge_labels(const State& state, Edge edge, const LabelledView& drawn, double least) {
    std::vector<EdgeLabel> labels;
    const Question& now = state.data.now.question;
    const MatrixShape shape = shown_shape(state);
    const auto& [view, viewport] = drawn;
    if (!now.first || view.pixels_per_cell < least) return labels;
    const bool of_rows = edge == Edge::rows;
    const Dataset& set = of_rows ? *now.first : now.across();
    const Region seen = visible_region(view, viewport, shape);
    const std::int64_t first = of_rows ? seen.row : seen.col, count = of_rows ? seen.rows : seen.cols;
    for (std::int64_t place = first; place < first + count; ++place) {
        const Cell cell = cell_there(shown_order(state), {place, place});
        const std::int64_t vector = of_rows ? cell.row : cell.col;
        if (vector >= set.rows) continue; // the picture is still that of other data
        const Pixel at = pixel_at(view, {double(place) + 0.5, double(place) + 0.5}, viewport);
        labels.push_back({.vector = vector, .middle = of_rows ? at.y : at.x, .text = short_row_name(set, vector)});
    }
    return labels;
}

HeatmapView fitted_beside(const LabelRoom& room, MatrixShape shape, Viewport viewport) {
    const double width = viewport.width, height = viewport.height;
    const double rows = double(std::max<std::int64_t>(shape.rows, 1)),
                 cols = double(std::max<std::int64_t>(shape.cols, 1));
    HeatmapView view;
    view.pixels_per_cell = std::max(std::min((width - room.left) / cols, (height - room.top) / rows), 1e-9);
    const double left = std::max(room.left, (width - cols * view.pixels_per_cell) / 2.0);
    const double top = std::max(room.top, (height - rows * view.pixels_per_cell) / 2.0);
    view.center = {(height / 2.0 - top) / view.pixels_per_cell, (width / 2.0 - left) / view.pixels_per_cell};
    return view;
}

Cell cell_of_label(const State& state, Edge edge, std::int64_t vector) {
    const bool is_one_set = state.data.now.question.second == nullptr;
    const Cell marked = state.view.pinned.value_or(is_one_set ? Cell{vector, vector} : Cell{});
    return edge == Edge::rows ? Cell{vector, marked.col} : Cell{marked.row, vector};
}

} // namespace pairscope::app
