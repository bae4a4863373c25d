// SPDX-License-Identifier: MIT
// Charts in the window: ImPlot draws their axes, and ImGui what lies between them.
#pragma once

#include "app/chart/chart_layout.h"
#include "app/window/widgets/frame.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pairscope::app {

struct ChartView {
    PlotBox area;                 ///< between the axes
    std::optional<Pixel> mouse{}; ///< absent: it is elsewhere
};
/// Draws the chart at the cursor. A side of 0 or less is what the panel has left. Absent if there is no room at all.
std::optional<ChartView> draw_chart(const Frame& frame, const char* id, const Chart& chart, ImVec2 size);

/// Draws charts of one horizontal axis below each other, with their plots aligned, as one item of that id, which
/// answers to the left and the right mouse button. A line marks the place of the mouse in all of them. Empty if there
/// is no room.
std::vector<ChartView> draw_charts(const Frame& frame, const char* id, std::span<const Chart> charts, ImVec2 size);

/// With what the window lays out charts. A chart that was laid out with it is where it was drawn.
[[nodiscard]] ChartMedium window_medium(const Style& style, Theme theme);

/// A tooltip beside the mouse, wrapped.
void show_story(const Frame& frame, const std::string& story);
/// A tooltip left or right of the plot, where it covers neither marks nor words of the plot; beside the mouse only
/// where the window has no room for that.
void show_story_beside(const Frame& frame, const std::string& story, const ChartView& plot);

} // namespace pairscope::app
