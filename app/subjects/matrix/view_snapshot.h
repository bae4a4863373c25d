// SPDX-License-Identifier: MIT
// Everything about the view that a step of undo brings back: what is looked at, in which order, in which colours, and
// what is marked.
#pragma once

#include "app/chart/axes.h"
#include "app/subjects/matrix/colour_settings.h"
#include "app/subjects/matrix/order/order_choice.h"
#include "app/subjects/points/scatter_view.h"
#include "app/subjects/points/selected_rows.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pairscope::app {

struct ViewSnapshot {
    HeatmapView heatmap{};
    bool fit = true;
    ScatterView scatter{};
    PointAxes axes{};
    std::optional<AxisRange> coordinates{};
    MatrixContent content = MatrixContent::values;
    std::string against{};
    ColourSettings colours{};
    OrderChoice order{};
    std::optional<Cell> pinned{};
    SelectedRows selected{};
    bool operator==(const ViewSnapshot&) const = default;
};

/// The change of the view that made the latest step of undo. Later changes of the same drag, or of the same burst of
/// wheel turns, belong to this step.
struct GrowingStep {
    std::size_t command = 0;                    ///< its place among the alternatives of Command
    double gesture = 0.0;                       ///< number of the drag; 0: no drag
    std::chrono::steady_clock::time_point last; ///< when the view changed last
};

} // namespace pairscope::app
