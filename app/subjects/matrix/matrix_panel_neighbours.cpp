// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/matrix_panel_neighbours.h"

#include "app/spine/jobs.h"
#include "app/subjects/matrix/zoom/zoom.h"

#include <algorithm>

namespace pairscope::app {
namespace {

constexpr double cell_with_frame = 9.0; // [px] before scale: smaller cells have a tick instead of a frame
constexpr ImU32 dark_edge = IM_COL32(0, 0, 0, 200);

/// A frame around the cell, or an upright tick that is seen on every colour.
void draw_mark(const Frame& frame, ImVec2 center, double cell, ImU32 colour) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Style& style = frame.style;
    if (cell >= cell_with_frame * double(style.scale)) {
        const float half = 0.5f * float(cell) - 1.0f;
        list.AddRect({center.x - half - 1.0f, center.y - half - 1.0f}, {center.x + half + 1.0f, center.y + half + 1.0f},
                     dark_edge, 0.0f, style.px(1.0f));
        list.AddRect({center.x - half, center.y - half}, {center.x + half, center.y + half}, colour, 0.0f,
                     style.px(1.6f));
        return;
    }
    const float high = style.px(5.0f), wide = style.px(1.0f);
    list.AddRectFilled({center.x - wide - 1.0f, center.y - high - 1.0f},
                       {center.x + wide + 1.0f, center.y + high + 1.0f}, dark_edge);
    list.AddRectFilled({center.x - wide, center.y - high}, {center.x + wide, center.y + high}, colour);
}

} // namespace

void draw_neighbour_marks(const Frame& frame, const HeatmapView& view, Viewport viewport, ImVec2 origin) {
    const auto& marked = frame.state.view.marked;
    const MatrixShape shape = frame.state.output.shape;
    if (!marked || marked->cell.row >= shape.rows) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(origin, {origin.x + float(viewport.width), origin.y + float(viewport.height)}, true);
    const auto mark = [&](const Neighbour& neighbour, ImU32 colour) {
        if (neighbour.row >= shape.cols) return;
        const Cell place = place_of(shown_order(frame.state), {marked->cell.row, neighbour.row});
        const Pixel at = pixel_at(view, {double(place.row) + 0.5, double(place.col) + 0.5}, viewport);
        draw_mark(frame, {origin.x + float(at.x), origin.y + float(at.y)}, view.pixels_per_cell, colour);
    };
    if (marked->farthest && marked->others > std::ssize(marked->neighbours))
        mark(*marked->farthest, IM_COL32(255, 255, 255, 255));
    for (const Neighbour& neighbour : marked->neighbours)
        mark(neighbour, ImGui::GetColorU32(palette_of(Theme::dark).accent)); // bright on the dark colours of near pairs
    list.PopClipRect();
}

} // namespace pairscope::app
