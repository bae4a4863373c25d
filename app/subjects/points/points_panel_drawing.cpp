// SPDX-License-Identifier: MIT
#include "app/spine/jobs.h"
#include "app/subjects/matrix/clusters/clusters.h"
#include "app/subjects/matrix/order/order.h"
#include "app/subjects/points/drawn_vectors.h"
#include "app/subjects/points/points_panel_graph.h"
#include "app/subjects/points/points_panel_scatter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pairscope::app {
namespace {

constexpr std::int64_t most_circles = 4096; // more points are drawn as small squares
constexpr std::size_t most_rings = 100;     // more selected points are drawn filled, without a ring
constexpr std::int64_t crowd = 8192;        // and more than these fainter

ImU32 faded(const ImVec4& colour, float alpha) {
    return ImGui::GetColorU32({colour.x, colour.y, colour.z, colour.w * alpha});
}

/// What gives the vectors of a set their colours: their ranks where the matrix is in another order and no groups have
/// colours, or else their values.
struct Shades {
    std::span<const std::int32_t> ranks;
    std::span<const float> values;
    float low = 0.0f, high = 0.0f; ///< the least and the greatest value

    [[nodiscard]] bool has(std::size_t row) const { return row < std::max(ranks.size(), values.size()); }
    /// From 0 to 1.
    [[nodiscard]] float of(std::size_t row) const {
        if (!ranks.empty()) return float(ranks[row]) / float(std::max<std::size_t>(ranks.size(), 2) - 1);
        return high > low ? (values[row] - low) / (high - low) : 0.5f;
    }
};

Shades shades_of(const Scatter& s, int set) {
    const auto fit = [&](auto all) { return std::ssize(all) == s.rows(set) && !s.frame.colormaps.empty(); };
    const bool has_groups = !s.frame.state.view.label_groups.names.empty();
    if (const auto ranks = ranks_of(s.frame.state, set); !has_groups && fit(ranks))
        return {.ranks = ranks, .values = {}};
    const std::span<const float> values = values_of_points(s.frame.state);
    if (set != 0 || values.empty() || !fit(values)) return {};
    const auto [low, high] = std::ranges::minmax(values);
    return {.ranks = {}, .values = values, .low = low, .high = high};
}

/// How vectors are drawn that nothing marks.
struct Plain {
    float half = 1.0f; ///< [px] of a mark's size
    bool marks = true; ///< else small squares
    ImVec2 white;      ///< where the font's texture is white
    std::size_t first_cluster_colour = 0;
    std::array<ImU32, 2> colours{}; ///< the colours of the two sets
    std::array<Shades, 2> shades{};
    std::array<const seriation::Clusters*, 2> clusters{}; ///< null: the set has none
};

Plain plain_look(const Scatter& s) {
    const std::int64_t all = s.rows(0) + s.rows(1);
    const bool marks = all <= most_circles;
    const float apart = std::sqrt(s.size.x * s.size.y / float(all)); // [px] if they were spread evenly
    Plain plain{.half = s.frame.style.px(std::clamp(0.17f * apart, marks ? 1.0f : 0.7f, 3.0f)),
                .marks = marks,
                .white = ImGui::GetFontTexUvWhitePixel(),
                .first_cluster_colour = first_cluster_colour(s.frame.state)};
    for (std::size_t set = 0; set < 2; ++set) {
        plain.shades[set] = shades_of(s, int(set));
        const bool is_there = set == 0 || s.has_two_sets();
        plain.clusters[set] = is_there ? clusters_of_set(s.frame.state, int(set)) : nullptr;
        plain.colours[set] =
            faded(ImGui::ColorConvertU32ToFloat4(colour_of_set(s.frame, int(set))), all > crowd ? 0.55f : 0.9f);
    }
    return plain;
}

/// By its cluster, or else by its value, or else by its class or label, or else by its rank, or else by its set.
ImU32 colour_of_plain(const Scatter& s, const Plain& plain, PlacedVector vector) {
    const auto set = std::size_t(vector.set), row = std::size_t(vector.row);
    if (plain.clusters[set] != nullptr && plain.clusters[set]->of_row[row] >= 0)
        return group_colour(plain.first_cluster_colour + std::size_t(plain.clusters[set]->of_row[row]));
    const Shades& shades = plain.shades[set];
    if (!shades.values.empty() && shades.has(row)) return colour_of_value(s.frame, shades.of(row));
    const auto& groups = s.frame.state.view.label_groups.of_vectors[set];
    if (!groups.empty()) // they stay in every order of the matrix
        return row < groups.size() && groups[row] != no_label_group ? colour_of_label(groups[row]) : plain.colours[set];
    return shades.has(row) ? colour_of_value(s.frame, shades.of(row)) : plain.colours[set];
}

void draw_vectors(const Scatter& s, ImDrawList& list) {
    const Plain plain = plain_look(s);
    for (const PlacedVector vector : s.frame.drawn_vectors.in_sight(s.place)) {
        const ImVec2 at = on_screen(s, vector);
        const ImU32 colour = colour_of_plain(s, plain, vector);
        if (plain.marks) {
            draw_vector_mark(list, {.set = vector.set, .at = at, .radius = plain.half, .colour = colour, .corners = 8});
            continue;
        }
        list.PrimReserve(6, 4);
        list.PrimRectUV({at.x - plain.half, at.y - plain.half}, {at.x + plain.half, at.y + plain.half}, plain.white,
                        plain.white, colour);
    }
}

/// A ring with a thin line to the marked vector.
void draw_farthest(const Scatter& s, ImDrawList& list, const MarkedPair& marked) {
    const int set = s.has_two_sets() ? 1 : 0;
    const bool is_listed = marked.others <= std::ssize(marked.neighbours);
    if (!marked.farthest || is_listed || marked.farthest->row >= s.rows(set) || marked.cell.row >= s.rows(0)) return;
    const ImVec2 from = on_screen(s, {0, marked.cell.row}), to = on_screen(s, {set, marked.farthest->row});
    if (!std::isfinite(from.x + from.y + to.x + to.y)) return;
    list.AddLine(from, to, faded(s.frame.style.palette.dim, 0.5f), s.frame.style.px(1.0f));
    if (is_visible(s, to))
        list.AddCircle(to, s.frame.style.px(4.5f), ImGui::GetColorU32(s.frame.style.palette.text), 16,
                       s.frame.style.px(1.4f));
}

/// The nearest vectors of the marked row, in the set that the columns belong to. That of two sets has a colour, which
/// the mark must cover.
void draw_neighbours(const Scatter& s, ImDrawList& list) {
    const auto& marked = s.frame.state.view.marked;
    if (!marked) return;
    const bool two = s.has_two_sets();
    const VectorMark mark{.set = two ? 1 : 0,
                          .at = {},
                          .radius = s.frame.style.px(two ? 3.2f : 2.5f),
                          .colour = faded(s.frame.style.palette.accent, two ? 1.0f : 0.75f),
                          .corners = 10};
    for (const Neighbour& neighbour : marked->neighbours) {
        if (neighbour.row >= s.rows(mark.set)) continue;
        VectorMark placed = mark;
        placed.at = on_screen(s, {mark.set, neighbour.row});
        if (is_visible(s, placed.at)) draw_vector_mark(list, placed);
    }
    draw_farthest(s, list, *marked);
}

void draw_selected(const Scatter& s, ImDrawList& list) {
    const auto& selected = s.frame.state.data.selected;
    const ImU32 colour = ImGui::GetColorU32(s.frame.style.palette.accent);
    const float half = s.frame.style.px(1.5f);
    for (const std::int64_t row : selected) {
        const ImVec2 at = row < s.rows(0) ? on_screen(s, {0, row}) : ImVec2(-1.0f, -1.0f);
        if (!is_visible(s, at)) continue;
        if (selected.size() > most_rings)
            list.AddRectFilled({at.x - half, at.y - half}, {at.x + half, at.y + half}, colour);
        else
            list.AddCircle(at, s.frame.style.px(4.0f), colour, 12, s.frame.style.px(1.2f));
    }
}

/// The pair that is marked everywhere: two points, a line, two names.
void draw_pair(const Scatter& s, ImDrawList& list) {
    const auto cell = shown_pair(s.frame.state);
    const int second = s.has_two_sets() ? 1 : 0;
    if (!cell || cell->row >= s.rows(0) || cell->col >= s.rows(second)) return;
    const PlacedVector from{0, cell->row}, to{second, cell->col};
    const ImVec2 a = on_screen(s, from), b = on_screen(s, to);
    const ImU32 colour = ImGui::GetColorU32(s.frame.style.palette.accent);
    const float radius = s.frame.style.px(4.5f);
    const bool pair = from != to;
    if (pair && std::isfinite(a.x + a.y + b.x + b.y)) list.AddLine(a, b, colour, s.frame.style.px(1.5f));
    draw_vector_mark(list, {.set = from.set, .at = a, .radius = radius, .colour = colour});
    if (pair) draw_vector_mark(list, {.set = to.set, .at = b, .radius = radius, .colour = colour});
    if (!pair)
        draw_tags(s, list, from, {});
    else if (a.y <= b.y)
        draw_tags(s, list, from, to);
    else
        draw_tags(s, list, to, from);
}

void draw_box(const Scatter& s, ImDrawList& list) {
    const ScatterDrag drag = drag_of(s);
    if (!s.editable || !drag.boxing || !drag.moved) return;
    const ImVec2 start(s.origin.x + drag.start.x, s.origin.y + drag.start.y), end = ImGui::GetIO().MousePos;
    const ImVec2 low(std::min(start.x, end.x), std::min(start.y, end.y)),
        high(std::max(start.x, end.x), std::max(start.y, end.y));
    list.AddRectFilled(low, high, faded(s.frame.style.palette.accent, 0.15f));
    list.AddRect(low, high, ImGui::GetColorU32(s.frame.style.palette.accent));
}

} // namespace

ImVec2 on_screen(const Scatter& s, PlacedVector vector) {
    const std::span<const float> places = s.sets[std::size_t(vector.set)];
    const auto i = std::size_t(2 * vector.row);
    const Pixel at = to_pixel(s.place.view, {double(places[i]), double(places[i + 1])}, s.place.viewport);
    return {s.origin.x + float(at.x), s.origin.y + float(at.y)};
}

bool is_visible(const Scatter& s, ImVec2 at) { // false for NaN
    return at.x >= s.origin.x && at.x <= s.origin.x + s.size.x && at.y >= s.origin.y && at.y <= s.origin.y + s.size.y;
}

ImU32 colour_of_value(const Frame& frame, float value) {
    constexpr float darkest = 0.25f, lightest = 0.9f;
    const bool is_dark = frame.state.look.theme == Theme::dark;
    const float position = is_dark ? darkest + (1.0f - darkest) * value : lightest * value;
    const Rgba colour = frame.colormaps.empty() ? Rgba{128, 128, 128} : colour_at(frame.colormaps.front(), position);
    return IM_COL32(colour.r, colour.g, colour.b, 255);
}

ImU32 colour_of_label(std::size_t group) {
    const Rgb rgb = category_rgb(group);
    return IM_COL32(rgb >> 16, (rgb >> 8) & 0xff, rgb & 0xff, 255);
}

ImU32 colour_of_set(const Frame& frame, int set) {
    constexpr std::size_t orange = 1; // its place among the colours that lie side by side
    return set == 0 ? ImGui::GetColorU32(frame.style.palette.dim) : series_colour(orange, frame.state.look.theme);
}

void draw_vector_mark(ImDrawList& list, const VectorMark& mark) {
    constexpr float as_large_as_a_disc = 1.25f;
    if (mark.set == 0)
        list.AddCircleFilled(mark.at, mark.radius, mark.colour, mark.corners);
    else
        list.AddNgonFilled(mark.at, as_large_as_a_disc * mark.radius, mark.colour, 4);
}

void draw(const Scatter& scatter) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 low = scatter.origin, high(low.x + scatter.size.x, low.y + scatter.size.y);
    list.AddRectFilled(low, high, ImGui::GetColorU32(scatter.frame.style.palette.background),
                       scatter.frame.style.px(3.0f));
    list.PushClipRect(low, high, true);
    draw_graph(scatter, list);
    draw_vectors(scatter, list);
    draw_neighbours(scatter, list);
    draw_selected(scatter, list);
    draw_pair(scatter, list);
    draw_box(scatter, list);
    list.PopClipRect();
}

} // namespace pairscope::app
