// SPDX-License-Identifier: MIT
// The names or numbers of rows and columns along the edges of the matrix, where single entries are so large that a line
// of text has room in each.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/state.h"
#include "render/heatmap_view.h"

#include <cstdint>
#include <string>
#include <vector>

namespace pairscope::app {

struct EdgeLabel {
    std::int64_t vector = 0; ///< in the first set for rows, in the second one for columns
    double middle = 0.0;     ///< the middle of its row or column in the picture [px]
    std::string text;        ///< its label, or its row in the file where it has none
};

enum class Edge : std::uint8_t { rows, columns };

/// A view in a picture of a size.
struct LabelledView {
    HeatmapView view;
    Viewport viewport;
};

/// The labels in sight, from the top or from the left. Empty where an entry is smaller than `least` [px].
[[nodiscard]] std::vector<EdgeLabel> edge_labels(const State& state, Edge edge, const LabelledView& drawn,
                                                 double least);

/// Room for names to the left of the matrix and above it [px].
struct LabelRoom {
    double left = 0.0, top = 0.0;
};

/// The whole matrix, as large as it can be beside this room, and centred where that leaves the room free.
[[nodiscard]] HeatmapView fitted_beside(const LabelRoom& room, MatrixShape shape, Viewport viewport);

/// What a click on a label marks: the pinned entry moved to this row or column, or else the vector's own entry.
[[nodiscard]] Cell cell_of_label(const State& state, Edge edge, std::int64_t vector);

} // namespace pairscope::app
