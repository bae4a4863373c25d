// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/zoom/matrix_panel_deep.h"

#include "app/spine/jobs.h"
#include "app/subjects/matrix/output_marks.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "app/window/widgets/facts.h"

#include <algorithm>

namespace pairscope::app {
namespace {

constexpr float minimap_side = 150.0f;   // [px] before scale
constexpr double most_of_picture = 0.3;  // as a fraction of its shorter side
constexpr float ring = 7.0f, dot = 1.5f; // [px] before scale: least radius, half of the least side
constexpr double dots_apart = 3.0;       // [px] nearer ones are drawn as one
constexpr ImU32 black = IM_COL32(0, 0, 0, 255), white = IM_COL32(255, 255, 255, 255);

ImVec2 middle_of(const PictureArea& area, const HeatmapView& view, Cell cell) {
    return area.screen(pixel_at(view, {double(cell.row) + 0.5, double(cell.col) + 0.5}, area.viewport));
}

/// A ring while the entry is small, else a frame around it.
void draw_ring(const Frame& frame, ImDrawList& list, ImVec2 at, float cell) {
    const float least = frame.style.px(ring), thin = frame.style.px(1.5f);
    const ImU32 accent = ImGui::GetColorU32(frame.style.palette.accent);
    if (cell > 2.0f * least) {
        const ImVec2 low{at.x - cell / 2, at.y - cell / 2}, high{at.x + cell / 2, at.y + cell / 2};
        list.AddRect(low, high, black, 0.0f, 3.0f * thin);
        list.AddRect(low, high, accent, 0.0f, thin);
        return;
    }
    list.AddCircle(at, least, black, 0, 3.0f * thin);
    list.AddCircle(at, least, white, 0, thin);
    list.AddCircleFilled(at, thin, white);
}

void draw_dot(const Frame& frame, ImDrawList& list, ImVec2 at, float cell) {
    if (cell > frame.style.px(2.0f * ring)) {
        draw_ring(frame, list, at, cell);
        return;
    }
    const float half = std::max(frame.style.px(dot), 0.15f * cell);
    list.AddRectFilled({at.x - half - 1, at.y - half - 1}, {at.x + half + 1, at.y + half + 1}, black);
    list.AddRectFilled({at.x - half, at.y - half}, {at.x + half, at.y + half}, white);
}

} // namespace

void draw_output_marks(const Frame& frame, const PictureArea& area, const HeatmapView& view) {
    const Region region = visible_region(view, area.viewport, shown_shape(frame.state));
    const OutputMarks marks = output_marks_in(frame.state, region, dots_apart / view.pixels_per_cell);
    const auto cell = float(view.pixels_per_cell);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(area.origin, area.end(), true);
    for (const Cell match : marks.matches) draw_dot(frame, list, middle_of(area, view, match), cell);
    for (const Cell pair : marks.pair) draw_ring(frame, list, middle_of(area, view, pair), cell);
    list.PopClipRect();
}

std::optional<Minimap> act_on_minimap(const Frame& frame, const PictureArea& area) {
    const double shorter = std::min(area.viewport.width, area.viewport.height);
    const double side = std::min(double(frame.style.px(minimap_side)), most_of_picture * shorter);
    const auto minimap = minimap_of(frame.state, area.viewport, side);
    if (!minimap) return {};
    const ImVec2 from = area.screen(minimap->place.from), to = area.screen(minimap->place.to);
    ImGui::SetCursorScreenPos(from);
    ImGui::InvisibleButton("##minimap", {to.x - from.x, to.y - from.y});
    if (ImGui::IsItemActive()) {
        const HeatmapView view = view_at(frame.state, *minimap, area.pixel(ImGui::GetIO().MousePos), area.viewport);
        const double gesture = ImGui::GetIO().MouseClickedTime[ImGuiMouseButton_Left];
        if (view != frame.state.view.heatmap) frame.push(command::SetView{view, gesture});
    }
    explain(frame, "A map of the whole matrix. The frame shows the part that is in sight. A click or a drag moves the "
                   "view there. The key M hides this map.");
    return minimap;
}

void draw_minimap(const Frame& frame, const PictureArea& area, const Minimap& minimap) {
    const ImVec2 from = area.screen(minimap.place.from), to = area.screen(minimap.place.to);
    const ImVec2 low = area.screen(minimap.seen.from), high = area.screen(minimap.seen.to);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(area.origin, area.end(), true);
    list.AddRectFilled({from.x - 2, from.y - 2}, {to.x + 2, to.y + 2},
                       ImGui::GetColorU32(frame.style.palette.background));
    const auto& picture = frame.state.deep.minimap_picture;
    if (const std::uint32_t texture = picture ? frame.picture(picture) : 0; texture != 0)
        list.AddImage(ImTextureRef(ImTextureID(texture)), from, to);
    list.AddRect({from.x - 2, from.y - 2}, {to.x + 2, to.y + 2}, ImGui::GetColorU32(frame.style.palette.line));
    list.AddRect({low.x - 1, low.y - 1}, {high.x + 1, high.y + 1}, black, 0.0f, 3.0f);
    list.AddRect(low, high, white, 0.0f, 1.0f);
    list.PopClipRect();
}

} // namespace pairscope::app
