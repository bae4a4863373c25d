// SPDX-License-Identifier: MIT
#include "app/features/points/points_panel.h"

#include "app/features/points/points_panel_scatter.h"
#include "app/shell/widgets/controls.h"
#include "app/shell/widgets/facts.h"
#include "app/state/state_queries.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

constexpr double fit_margin = 12.0; // [px] before scale
constexpr float flat = 0.62f;       // height over width of the box for data wider than high

std::string axes_text(const Dataset& data) {
    if (data.axes.size() < 2) return {};
    return fmt::format("{} by {}{}{}", data.axes[0], data.axes[1], data.unit.empty() ? "" : ", ", data.unit);
}

const char* help_text(const Frame& frame) {
    if (!frame.state.data.selected.empty())
        return "Delete removes the selected points, a click on empty ground lets go of them.";
    if (!asks_for_matrix(frame.state))
        return "Drag a point: the answer follows. Double-click adds one, Delete removes.";
    return "Drag a point: its row and column follow. Double-click adds one, Delete removes.";
}

ImVec2 box_size(const Frame& frame, const std::optional<Extent>& extent) {
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float width = std::max(frame.style.px(40.0f), room.x);
    const float below =
        ImGui::CalcTextSize(help_text(frame), nullptr, false, width).y + ImGui::GetStyle().ItemSpacing.y;
    const bool wide = extent && extent->height() < 0.75 * extent->width();
    const float wanted = width * (wide ? flat : 1.0f);
    return {std::floor(width), std::floor(std::clamp(room.y - below, frame.style.px(60.0f), wanted))};
}

/// The stored view, or while it fits the one that shows every point. A drag does not move the ground under the mouse.
ScatterView current_view(const Frame& frame, const std::optional<Extent>& extent, Viewport viewport) {
    const ScatterView& stored = frame.state.view.scatter;
    if (!stored.fit || frame.state.data.dragging || !extent) return stored;
    const ScatterView view = fitted(*extent, viewport, fit_margin * double(frame.style.scale));
    if (view != stored) frame.push(command::SetScatter{view});
    return view;
}

} // namespace

void draw_points_panel(const Frame& frame) {
    const auto& dataset = frame.state.data.now.dataset;
    heading(frame, "Points", dataset ? axes_text(*dataset) : std::string());
    if (!dataset || dataset->dims != 2) {
        wrapped_text(dataset ? "Only points with two coordinates can be drawn."
                             : "The points appear here as soon as they are read.",
                     frame.style.palette.dim);
        return;
    }
    const auto points = coordinates(*dataset);
    const auto extent = extent_of(points);
    const ImVec2 size = box_size(frame, extent);
    const Viewport viewport{.width = int(size.x), .height = int(size.y)};
    const ScatterView view = current_view(frame, extent, viewport);
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    const Scatter scatter{.frame = frame, .data = *dataset, .place = {view, viewport}, .origin = origin, .size = size};
    ImGui::InvisibleButton("##scatter", size,
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight |
                               ImGuiButtonFlags_MouseButtonMiddle);
    ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
    act_on(scatter);
    draw(scatter);
    wrapped_text(help_text(frame), frame.style.palette.dim);
}

} // namespace pairscope::app
