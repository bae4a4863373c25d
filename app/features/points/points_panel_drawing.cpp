// SPDX-License-Identifier: MIT
#include "app/features/points/points_panel_scatter.h"
#include "app/state/drawing/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace pairscope::app {
namespace {

constexpr std::int64_t most_circles = 4096; // more points are drawn as small squares
constexpr std::size_t most_rings = 100;     // more selected points are drawn filled, without a ring
constexpr std::int64_t crowd = 8192;        // and more than these fainter

ImU32 faded(const ImVec4& colour, float alpha) {
    return ImGui::GetColorU32({colour.x, colour.y, colour.z, colour.w * alpha});
}

ImVec2 on_screen(const Scatter& s, std::int64_t row) {
    const auto points = coordinates(s.data);
    const auto i = std::size_t(2 * row);
    const Pixel at = to_pixel(s.place.view, {double(points[i]), double(points[i + 1])}, s.place.viewport);
    return {s.origin.x + float(at.x), s.origin.y + float(at.y)};
}

bool is_visible(const Scatter& s, ImVec2 at) { // false for NaN
    return at.x >= s.origin.x && at.x <= s.origin.x + s.size.x && at.y >= s.origin.y && at.y <= s.origin.y + s.size.y;
}

void draw_points(const Scatter& s, ImDrawList& list) {
    const bool circles = s.data.rows <= most_circles;
    const float apart = std::sqrt(s.size.x * s.size.y / float(s.data.rows)); // [px] if they were spread evenly
    const float half = s.frame.style.px(std::clamp(0.17f * apart, circles ? 1.0f : 0.7f, 3.0f));
    const ImU32 colour = faded(s.frame.style.palette.dim, s.data.rows > crowd ? 0.55f : 0.9f);
    const ImVec2 white = ImGui::GetFontTexUvWhitePixel();
    for (std::int64_t row = 0; row < s.data.rows; ++row) {
        const ImVec2 at = on_screen(s, row);
        if (!is_visible(s, at)) continue;
        if (circles) {
            list.AddCircleFilled(at, half, colour, 8);
            continue;
        }
        list.PrimReserve(6, 4);
        list.PrimRectUV({at.x - half, at.y - half}, {at.x + half, at.y + half}, white, white, colour);
    }
}

void draw_rows(const Scatter& s, ImDrawList& list) {
    const Palette& palette = s.frame.style.palette;
    const auto& marked = s.frame.state.view.marked;
    if (marked)
        for (const Neighbour& neighbour : marked->neighbours)
            if (neighbour.row < s.data.rows)
                list.AddCircleFilled(on_screen(s, neighbour.row), s.frame.style.px(2.5f), faded(palette.accent, 0.75f),
                                     10);
    const auto& selected = s.frame.state.data.selected;
    const ImU32 colour = ImGui::GetColorU32(palette.accent);
    const float half = s.frame.style.px(1.5f);
    for (const std::int64_t row : selected) {
        const ImVec2 at = row < s.data.rows ? on_screen(s, row) : ImVec2(-1.0f, -1.0f);
        if (!is_visible(s, at)) continue;
        if (selected.size() > most_rings)
            list.AddRectFilled({at.x - half, at.y - half}, {at.x + half, at.y + half}, colour);
        else
            list.AddCircle(at, s.frame.style.px(4.0f), colour, 12, s.frame.style.px(1.2f));
    }
}

std::string name_of_row(const Scatter& s, std::int64_t row) {
    const auto i = std::size_t(row);
    return i < s.data.labels.size() && !s.data.labels[i].empty() ? s.data.labels[i]
                                                                 : fmt::format("row {}", grouped(row));
}

/// The name beside the point, on the side where there is room for it.
void draw_name(const Scatter& s, ImDrawList& list, std::int64_t row, bool above) {
    const ImVec2 at = on_screen(s, row);
    if (!is_visible(s, at)) return;
    ImGui::PushFont(nullptr, s.frame.style.small_size);
    const std::string name = name_of_row(s, row);
    const ImVec2 size = ImGui::CalcTextSize(name.c_str());
    const float gap = s.frame.style.px(6.0f);
    ImVec2 corner(at.x + gap, above ? at.y - size.y - 1.0f : at.y + 1.0f);
    if (corner.x + size.x > s.origin.x + s.size.x) corner.x = at.x - gap - size.x;
    corner.x = std::max(corner.x, s.origin.x + 2.0f);
    corner.y = std::clamp(corner.y, s.origin.y, s.origin.y + s.size.y - size.y);
    const float rim = s.frame.style.px(2.0f);
    list.AddRectFilled({corner.x - rim, corner.y}, {corner.x + size.x + rim, corner.y + size.y},
                       faded(s.frame.style.palette.background, 0.8f), rim);
    list.AddText(corner, ImGui::GetColorU32(s.frame.style.palette.text), name.c_str());
    ImGui::PopFont();
}

/// The pair that is marked everywhere: two points, a line, two names.
void draw_pair(const Scatter& s, ImDrawList& list) {
    const auto& view = s.frame.state.view;
    const auto cell = view.hovered ? view.hovered : view.pinned;
    if (!cell || cell->row >= s.data.rows || cell->col >= s.data.rows) return;
    const ImVec2 a = on_screen(s, cell->row), b = on_screen(s, cell->col);
    const ImU32 colour = ImGui::GetColorU32(s.frame.style.palette.accent);
    const float radius = s.frame.style.px(4.5f);
    const bool pair = cell->row != cell->col;
    if (pair && std::isfinite(a.x + a.y + b.x + b.y)) list.AddLine(a, b, colour, s.frame.style.px(1.5f));
    list.AddCircleFilled(a, radius, colour);
    if (pair) list.AddCircleFilled(b, radius, colour);
    draw_name(s, list, cell->row, !pair || a.y <= b.y);
    if (pair) draw_name(s, list, cell->col, a.y > b.y);
}

void draw_box(const Scatter& s, ImDrawList& list) {
    const ScatterDrag drag = drag_of(s);
    if (!drag.boxing || !drag.moved) return;
    const ImVec2 start(s.origin.x + drag.start.x, s.origin.y + drag.start.y), end = ImGui::GetIO().MousePos;
    const ImVec2 low(std::min(start.x, end.x), std::min(start.y, end.y)),
        high(std::max(start.x, end.x), std::max(start.y, end.y));
    list.AddRectFilled(low, high, faded(s.frame.style.palette.accent, 0.15f));
    list.AddRect(low, high, ImGui::GetColorU32(s.frame.style.palette.accent));
}

} // namespace

void draw(const Scatter& scatter) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 low = scatter.origin, high(low.x + scatter.size.x, low.y + scatter.size.y);
    list.AddRectFilled(low, high, ImGui::GetColorU32(scatter.frame.style.palette.background),
                       scatter.frame.style.px(3.0f));
    list.PushClipRect(low, high, true);
    draw_points(scatter, list);
    draw_rows(scatter, list);
    draw_pair(scatter, list);
    draw_box(scatter, list);
    list.PopClipRect();
}

} // namespace pairscope::app
