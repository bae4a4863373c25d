// SPDX-License-Identifier: MIT
#include "app/paper/figure_sides.h"

#include "app/spine/commands.h"
#include "app/spine/state.h"
#include "app/subjects/matrix/clusters/clusters.h"
#include "app/subjects/matrix/clusters/group_gaps.h"
#include "app/subjects/matrix/order/dendrogram.h"
#include "app/subjects/matrix/order/order.h"
#include "app/subjects/matrix/tracks/track_strip.h"
#include "app/subjects/matrix/zoom/zoom.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>

namespace pairscope::charts {
namespace {

using app::State;
using app::Track;
using app::TrackKind;

constexpr double side_gap = 4.0, strip_size = 10.0, text_strip = 72.0, tree_size = 44.0; // [px]
constexpr double swatch = 9.0, entry_gap = 14.0;                                         // in the legend

double size_of_strip(const Track& track, bool writes) {
    return track.kind != TrackKind::texts ? strip_size : writes ? text_strip : 0.0;
}

const std::vector<seriation::Branch>* branches_of(const State& state, app::Edge edge) {
    const app::MatrixOrder* const order = app::shown_order(state);
    if (order == nullptr) return nullptr;
    const auto& branches = edge == app::Edge::rows ? order->row_branches : order->col_branches;
    return branches.empty() ? nullptr : &branches;
}

double room_along(const State& state, app::Edge edge, bool writes) {
    double room = 0.0;
    for (const Track& track : app::tracks_of(state)) {
        const double size = size_of_strip(track, writes);
        room += size > 0.0 ? size + 2.0 : 0.0;
    }
    if (room > 0.0) room += side_gap;
    if (branches_of(state, edge) != nullptr) room += side_gap + tree_size;
    return room;
}

/// One edge of the figure: `along` in pixels of the picture's edge, `away` from the picture.
struct FigureSide {
    const Sheet& sheet;
    const State& state;
    const FigurePart& part;
    Box area;
    app::Edge edge = app::Edge::rows;

    [[nodiscard]] bool of_rows() const { return edge == app::Edge::rows; }
    [[nodiscard]] const app::AxisRange& range() const { return of_rows() ? part.rows : part.columns; }
    [[nodiscard]] double length() const { return of_rows() ? area.height() : area.width(); }
    [[nodiscard]] double along(double place) const {
        return (place - range().low) / (range().high - range().low) * length();
    }
    [[nodiscard]] Point at(double along, double away) const {
        return of_rows() ? Point{area.right + away, area.top + along} : Point{area.left + along, area.top - away};
    }
    void fill(double from, double to, double near, double far, app::Rgb colour) const {
        const double low = std::clamp(from, 0.0, length()), high = std::clamp(to, 0.0, length());
        if (high <= low) return;
        const Point a = at(low, near), b = at(high, far);
        sheet.canvas.fill({std::min(a.x, b.x), std::min(a.y, b.y), std::max(a.x, b.x), std::max(a.y, b.y)}, colour);
    }
};

/// The view in which the picture's pixels are drawn.
app::LabelledView view_of_part(const FigurePart& part) {
    HeatmapView view;
    view.center = {(part.rows.low + part.rows.high) / 2.0, (part.columns.low + part.columns.high) / 2.0};
    view.pixels_per_cell = double(part.picture.width) / (part.columns.high - part.columns.low);
    return {view, {int(part.picture.width), int(part.picture.height)}};
}

void write_value(const FigureSide& side, const app::TrackPart& part, double begin, double end, double near,
                 const std::string& text) {
    Words words = side.sheet.words(tick_size, side.sheet.colours.text);
    const std::string fits = side.sheet.canvas.shortened(text, words, text_strip);
    const double half = 0.36 * side.sheet.canvas.ascent(words), middle = (begin + end) / 2.0;
    const Point at = side.at(middle, near);
    if (!side.of_rows()) words.angle = -std::numbers::pi / 2.0;
    if (part.last > part.first) return;
    side.sheet.canvas.write(fits, side.of_rows() ? Point{at.x, at.y + half} : Point{at.x + half, at.y}, words);
}

/// Right of a strip above the picture. The strips at its side are the same, in the same order.
void write_name_of_strip(const FigureSide& side, const Track& track, double middle) {
    if (side.of_rows()) return;
    const Words words = side.sheet.words(tick_size, side.sheet.colours.dim);
    const Canvas& canvas = side.sheet.canvas;
    const Point at = side.at(side.length(), middle);
    const double room = side.sheet.size.width - margin - at.x - side_gap;
    side.sheet.canvas.write(canvas.shortened(track.name, words, std::max(0.0, room)),
                            {at.x + side_gap, at.y + 0.36 * canvas.ascent(words)}, words);
}

/// Returns where the next strip begins.
double draw_strip_of(const FigureSide& side, const Track& track, std::size_t place, double near, bool writes) {
    const double size = size_of_strip(track, writes);
    if (size == 0.0) return near;
    const double pixels = side.of_rows() ? double(side.part.picture.height) : double(side.part.picture.width);
    const double scale = side.length() / pixels;
    for (const app::TrackPart& part : app::track_parts(side.state, side.edge, view_of_part(side.part), track)) {
        const double begin = scale * part.begin, end = scale * part.end;
        if (const auto colour = app::colour_in_track(track, place, part.value))
            side.fill(begin, end, near, near + size, *colour);
        else if (track.kind == TrackKind::texts && part.value.is_known())
            write_value(side, part, begin, end, near, app::words_of_value(track, part.value));
    }
    write_name_of_strip(side, track, near + size / 2.0);
    return near + size + 2.0;
}

void draw_tree_of(const FigureSide& side, double near) {
    const auto* const branches = branches_of(side.state, side.edge);
    if (branches == nullptr) return;
    const app::MatrixOrder& order = *app::shown_order(side.state);
    const auto& tree = side.of_rows() ? order.row_tree : order.col_tree;
    const seriation::Clusters* const clusters = app::clusters_of_set(side.state, side.of_rows() ? 0 : 1);
    const std::size_t first = app::first_cluster_colour(side.state);
    const double highest = double(app::highest_of(*branches)), scale = highest > 0.0 ? tree_size / highest : 0.0;
    for (std::size_t i = 0; i < branches->size(); ++i) {
        const seriation::Branch& branch = (*branches)[i];
        const double left = side.along(double(branch.left)), right = side.along(double(branch.right));
        if (right < 0.0 || left > side.length() || right - left < 0.3) continue;
        const auto cluster =
            clusters != nullptr && tree ? app::cluster_of_branch({*tree, *clusters}, i, branch) : std::nullopt;
        const auto corner = [&](double along, float height) {
            return side.at(std::clamp(along, 0.0, side.length()), near + scale * double(height));
        };
        const std::array<Point, 4> corners{corner(left, branch.left_height), corner(left, branch.height),
                                           corner(right, branch.height), corner(right, branch.right_height)};
        side.sheet.canvas.path(
            corners, {.colour = cluster ? app::group_rgb(first + *cluster) : side.sheet.colours.dim, .width = 0.75});
    }
}

void draw_gaps_of(const FigureSide& side) {
    constexpr double width = 2.0, least_apart = 6.0;
    std::vector<double> places;
    for (const std::int64_t gap : app::group_gaps(side.state, side.of_rows() ? 0 : 1))
        if (double(gap) > side.range().low && double(gap) < side.range().high)
            places.push_back(side.along(double(gap)));
    for (std::size_t i = 1; i < places.size(); ++i)
        if (places[i] - places[i - 1] < least_apart) return; // lines alone would be seen
    const double away = side.of_rows() ? side.area.width() : side.area.height();
    for (const double place : places)
        side.fill(place - width / 2.0, place + width / 2.0, -away, 0.0, side.sheet.colours.panel);
}

/// An entry of the legend, whose place is known when the line has room for it.
struct LegendEntry {
    double width = 0.0;
    std::function<void(Point)> draw;
};

std::vector<LegendEntry> entries_of(const Sheet& sheet, const Track& track, std::size_t place) {
    std::vector<LegendEntry> entries;
    const Words words = sheet.words(tick_size, sheet.colours.text), dim = sheet.words(tick_size, sheet.colours.dim);
    const auto add_text = [&](const std::string& text, const Words& look, double gap) {
        entries.push_back({sheet.canvas.width_of(text, look) + gap,
                           [&sheet, text, look](Point at) { sheet.canvas.write(text, at, look); }});
    };
    add_text(track.name + ":", dim, 8.0);
    if (track.kind == TrackKind::categories) {
        for (std::size_t i = 0; i < track.categories.size(); ++i) {
            const std::string& text = track.categories[i];
            entries.push_back({swatch + 4.0 + sheet.canvas.width_of(text, words) + entry_gap,
                               [&sheet, &track, text, words, i, place](Point at) {
                                   sheet.canvas.fill(
                                       {at.x, at.y - swatch, at.x + swatch, at.y},
                                       *app::colour_in_track(track, place, {.category = std::int32_t(i)}));
                                   sheet.canvas.write(text, {at.x + swatch + 4.0, at.y}, words);
                               }});
        }
        return entries;
    }
    constexpr int steps = 32;
    constexpr double step = 3.0;
    add_text(fmt::format("{:.6g}", track.low), words, 5.0);
    entries.push_back({steps * step + 5.0, [&sheet, place](Point at) {
                           for (int i = 0; i < steps; ++i)
                               sheet.canvas.fill({at.x + i * step, at.y - swatch,
                                                  at.x + (i + (i + 1 < steps ? 1.5 : 1.0)) * step, at.y}, // no seams
                                                 app::shade_rgb(double(i) / (steps - 1), place));
                       }});
    add_text(fmt::format("{:.6g}", track.high), words, entry_gap);
    return entries;
}

double legend_line(const Sheet& sheet) {
    const Words words = sheet.words(tick_size, sheet.colours.text);
    return std::ceil(sheet.canvas.ascent(words) + sheet.canvas.descent(words) + 3.0);
}

/// Lays the legend out from (0, 0) and calls `place` for each entry with its line and its left end. Returns the lines.
int lay_out(const Sheet& sheet, const State& state, double width,
            const std::function<void(const LegendEntry&, int, double)>& place) {
    int lines = 0;
    const std::vector<Track>& tracks = app::tracks_of(state);
    for (std::size_t i = 0; i < tracks.size(); ++i) {
        if (tracks[i].kind == TrackKind::texts) continue;
        double x = 0.0;
        for (const LegendEntry& entry : entries_of(sheet, tracks[i], i)) {
            if (x > 0.0 && x + entry.width - entry_gap > width) {
                ++lines;
                x = 0.0;
            }
            place(entry, lines, x);
            x += entry.width;
        }
        ++lines;
    }
    return lines;
}

} // namespace

SideRoom room_of_sides(const State& state, bool writes) {
    return {.top = room_along(state, app::Edge::columns, writes), .right = room_along(state, app::Edge::rows, writes)};
}

bool writes_texts(const Sheet& sheet, const FigurePart& part, double height) {
    const Words words = sheet.words(tick_size, sheet.colours.text);
    const double line = sheet.canvas.ascent(words) + sheet.canvas.descent(words);
    return height / (part.rows.high - part.rows.low) >= line;
}

void draw_sides(const Sheet& sheet, const State& state, const FigurePart& part, const SidesPlace& place) {
    for (const app::Edge edge : {app::Edge::rows, app::Edge::columns}) {
        const FigureSide side{.sheet = sheet, .state = state, .part = part, .area = place.area, .edge = edge};
        double near = side_gap;
        const std::vector<Track>& tracks = app::tracks_of(state);
        for (std::size_t i = 0; i < tracks.size(); ++i)
            near = draw_strip_of(side, tracks[i], i, near, place.writes_texts);
        draw_tree_of(side, tracks.empty() ? near : near + side_gap);
        draw_gaps_of(side);
    }
}

double height_of_legend(const Sheet& sheet, const State& state, double width) {
    const int lines = lay_out(sheet, state, width, [](const LegendEntry&, int, double) {});
    return lines == 0 ? 0.0 : lines * legend_line(sheet) + 8.0;
}

void draw_track_legend(const Sheet& sheet, const State& state, const Box& box) {
    const double line = legend_line(sheet);
    std::ignore = lay_out(sheet, state, box.width(), [&](const LegendEntry& entry, int number, double x) {
        entry.draw({box.left + x, box.top + (number + 1) * line});
    });
}

} // namespace pairscope::charts
