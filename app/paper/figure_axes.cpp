// SPDX-License-Identifier: MIT
#include "app/paper/figure_axes.h"

#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/subjects/matrix/order/order.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "app/subjects/points/points.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

namespace pairscope::charts {
namespace {

using app::AxisRange;
using app::State;

constexpr double tick_gap = 4.0; // [px]
constexpr int most_positions = 7, fewest_positions = 2;
constexpr double most_of_side = 0.22; // longer names are cut

enum class Edge : std::uint8_t { rows, columns };

const Dataset& set_of(const State& state, Edge edge) {
    const app::Question& now = state.data.now.question;
    return edge == Edge::rows ? *now.first : now.across();
}

const AxisRange& range_of(const FigurePart& part, Edge edge) { return edge == Edge::rows ? part.rows : part.columns; }

/// Empty: the picture has the order of the file.
std::string order_words(const State& state) {
    if (app::shown_order(state) != nullptr) return fmt::format("in the order: {}", title_of(state.view.order));
    const std::string sorted = app::sorted_how(state.data.now.source);
    return sorted.empty() ? sorted : fmt::format("points sorted {}", sorted);
}

/// Is the position in the picture also the row of the file, or of what was generated?
bool is_position_row(const State& state, const Dataset& set) {
    if (!order_words(state).empty()) return false;
    for (std::int64_t row = 0; row < set.rows; ++row)
        if (app::row_in_file(set, row) != row) return false;
    return true;
}

std::string_view name_of_edge(Edge edge) { return edge == Edge::rows ? "row" : "column"; }

/// Do the numbers along the edge say where a row stands in the picture, and not which row of the file it is?
bool counts_positions(const State& state, Edge edge, bool named) {
    return !named && !is_position_row(state, set_of(state, edge));
}

/// "row", "row in the file", "position of the row", with the set's name.
std::string title_of_axis(const State& state, Edge edge, bool named) {
    const WorkloadType& type = app::current_type(state);
    const Dataset& set = set_of(state, edge);
    const std::string_view what = name_of_edge(edge);
    const bool numbers = named ? set.labels.empty() : is_position_row(state, set);
    std::string title(what);
    if (counts_positions(state, edge, named))
        title = fmt::format("position of the {}", what);
    else if (numbers && std::holds_alternative<app::FileSource>(state.data.now.source))
        title = edge == Edge::rows ? "row in the file" : "column, by its row in the file";
    if (type.inputs.sets == 2) title += fmt::format(" ({})", set_name(type, edge == Edge::rows ? 0 : 1));
    return title;
}

/// With the order that the picture has.
void set_titles(const State& state, Edge edge, FigureAxis& axis) {
    const std::string order = order_words(state);
    axis.brief_title = title_of_axis(state, edge, axis.named);
    axis.briefest_title = counts_positions(state, edge, axis.named) ? "position" : name_of_edge(edge);
    axis.title = order.empty() ? axis.brief_title : fmt::format("{}, {}", axis.brief_title, order);
}

Words words_of(const Sheet& sheet, const FigureAxis& axis, Align align = Align::left) {
    return sheet.words(axis.size, sheet.colours.dim, align);
}

double width_of_labels(const Sheet& sheet, const FigureAxis& axis) {
    const Words words = words_of(sheet, axis);
    double width = 0.0;
    for (const app::Tick& tick : axis.ticks) width = std::max(width, sheet.canvas.width_of(tick.label, words));
    return width;
}

double height_of_line(const Sheet& sheet, const Words& words) {
    return sheet.canvas.ascent(words) + sheet.canvas.descent(words);
}

FigureAxis named_axis(const State& state, const FigurePart& part, Edge edge) {
    FigureAxis axis{.title = {}, .brief_title = {}, .briefest_title = {}, .ticks = {}, .named = true};
    set_titles(state, edge, axis);
    const AxisRange& range = range_of(part, edge);
    const Dataset& set = set_of(state, edge);
    for (auto place = std::int64_t(range.low); double(place) < range.high; ++place) {
        const double middle = double(place) + 0.5;
        if (middle < range.low || middle > range.high) continue;
        const Cell cell = app::cell_there(app::shown_order(state), {place, place});
        const std::int64_t vector = edge == Edge::rows ? cell.row : cell.col;
        if (vector < set.rows) axis.ticks.push_back({middle, app::short_row_name(set, vector)});
    }
    return axis;
}

/// Ticks at whole rows or columns; one stands in the middle of its cell where cells are large.
FigureAxis counted_axis(const State& state, const FigurePart& part, Edge edge, int positions) {
    FigureAxis axis{.title = {}, .brief_title = {}, .briefest_title = {}, .ticks = {}};
    set_titles(state, edge, axis);
    const AxisRange& range = range_of(part, edge);
    const double middle = range.high - range.low < 60.0 ? 0.5 : 0.0;
    for (app::Tick tick : app::index_ticks(range, positions)) {
        tick.value += middle;
        if (tick.value >= range.low && tick.value <= range.high) axis.ticks.push_back(std::move(tick));
    }
    return axis;
}

/// The largest box of the picture's proportions, as far up and left as it can be.
Box fitted(const Box& room, const Image& picture) {
    const double scale = std::min(room.width() / double(picture.width), room.height() / double(picture.height));
    return {room.left, room.top, room.left + scale * double(picture.width), room.top + scale * double(picture.height)};
}

FigurePlace placed(const Sheet& sheet, FigureAxes axes, const FigurePart& part, const Box& box) {
    const double title = sheet.canvas.ascent(sheet.words(text_size, sheet.colours.text)) + 12.0;
    axes.rows.depth = width_of_labels(sheet, axes.rows) + tick_length;
    axes.columns.depth = (axes.columns.upright ? width_of_labels(sheet, axes.columns)
                                               : height_of_line(sheet, words_of(sheet, axes.columns))) +
                         tick_length;
    const Box room{box.left + title + axes.rows.depth, box.top, box.right,
                   box.bottom - title - axes.columns.depth - 2.0 * tick_gap};
    return {std::move(axes), fitted(room, part.picture)};
}

/// Pixels from the middle of one row or column to that of the next.
double cell_side(const FigurePart& part, const Box& area, Edge edge) {
    const AxisRange& range = range_of(part, edge);
    return (edge == Edge::rows ? area.height() : area.width()) / (range.high - range.low);
}

/// Does any label of this edge touch the next one?
bool labels_touch(const Sheet& sheet, const FigurePart& part, const FigurePlace& place, Edge edge) {
    const Words words = sheet.words(tick_size, sheet.colours.dim);
    const FigureAxis& axis = edge == Edge::rows ? place.axes.rows : place.axes.columns;
    const auto length = [&](const app::Tick& tick) {
        return edge == Edge::rows ? height_of_line(sheet, words) : sheet.canvas.width_of(tick.label, words) + tick_gap;
    };
    for (std::size_t i = 1; i < axis.ticks.size(); ++i) {
        const double apart = (axis.ticks[i].value - axis.ticks[i - 1].value) * cell_side(part, place.area, edge);
        if (apart < (length(axis.ticks[i - 1]) + length(axis.ticks[i])) / 2.0) return true;
    }
    return false;
}

/// With as many positions as have room for their labels, and at least the first and the last one.
FigurePlace counted_axes(const Sheet& sheet, const State& state, const FigurePart& part, const Box& box) {
    int most = most_positions;
    FigureAxes axes{.rows = counted_axis(state, part, Edge::rows, most),
                    .columns = counted_axis(state, part, Edge::columns, most)};
    while (true) {
        FigurePlace place = placed(sheet, axes, part, box);
        if (most == 0) return place;
        --most;
        bool is_changed = false;
        for (const Edge edge : {Edge::rows, Edge::columns}) {
            if (!labels_touch(sheet, part, place, edge)) continue;
            FigureAxis& axis = edge == Edge::rows ? axes.rows : axes.columns;
            if (most >= fewest_positions)
                axis = counted_axis(state, part, edge, most);
            else if (axis.ticks.size() > 2)
                axis.ticks.erase(axis.ticks.begin() + 1, axis.ticks.end() - 1);
            is_changed = true;
        }
        if (!is_changed) return place;
    }
}

} // namespace

namespace {

/// Letters may be smaller for names, so that each row has its own: names tell more than numbers.
constexpr double least_name_size = 7.0; // [px]

/// The height of letters with which the names of cells of this side fit; absent: they would be too small to read.
std::optional<double> name_size_for(const Sheet& sheet, double side) {
    const double line = height_of_line(sheet, sheet.words(tick_size, sheet.colours.dim));
    const double size = std::min(tick_size, tick_size * side / line);
    return size >= least_name_size ? std::optional(size) : std::nullopt;
}

/// With the names of both edges, as far as they fit where these axes leave the picture.
FigureAxes named_axes(const Sheet& sheet, const State& state, const FigurePart& part, const Box& box,
                      const FigurePlace& from) {
    FigureAxes axes = from.axes;
    for (const Edge edge : {Edge::rows, Edge::columns}) {
        const auto size = name_size_for(sheet, cell_side(part, from.area, edge));
        FigureAxis& axis = edge == Edge::rows ? axes.rows : axes.columns;
        if (!size) {
            axis = edge == Edge::rows ? from.axes.rows : from.axes.columns;
            continue;
        }
        axis = named_axis(state, part, edge);
        axis.size = *size;
        const double most = most_of_side * (edge == Edge::rows ? box.width() : box.height());
        const Words words = words_of(sheet, axis);
        for (app::Tick& tick : axis.ticks) tick.label = sheet.canvas.shortened(tick.label, words, most);
        if (edge == Edge::columns)
            axis.upright = width_of_labels(sheet, axis) + tick_gap > cell_side(part, from.area, edge);
    }
    return axes;
}

} // namespace

FigurePlace placed_axes(const Sheet& sheet, const State& state, const FigurePart& part, const Box& box) {
    const FigurePlace counted = counted_axes(sheet, state, part, box);
    FigurePlace named = placed(sheet, named_axes(sheet, state, part, box, counted), part, box);
    if (!named.axes.rows.named && !named.axes.columns.named) return counted;
    // The names have taken room from the picture, whose cells are smaller now.
    named = placed(sheet, named_axes(sheet, state, part, box, {counted.axes, named.area}), part, box);
    const auto fits = [&](const FigureAxis& axis, Edge edge) {
        constexpr double rounding = 1.02;
        return !axis.named ||
               height_of_line(sheet, words_of(sheet, axis)) <= rounding * cell_side(part, named.area, edge);
    };
    return fits(named.axes.rows, Edge::rows) && fits(named.axes.columns, Edge::columns) ? named : counted;
}

void draw_axes_of(const Sheet& sheet, const FigurePart& part, const FigurePlace& place) {
    const Box& area = place.area;
    const Stroke stroke{.colour = sheet.colours.dim};
    Words words = words_of(sheet, place.axes.rows, Align::right);
    double ascent = sheet.canvas.ascent(words);
    for (const app::Tick& tick : place.axes.rows.ticks) {
        const double y = area.top + (tick.value - part.rows.low) * cell_side(part, area, Edge::rows);
        sheet.canvas.line({area.left - tick_length, y}, {area.left, y}, stroke);
        sheet.canvas.write(tick.label, {area.left - tick_length - tick_gap, y + 0.36 * ascent}, words);
    }
    words = words_of(sheet, place.axes.columns, place.axes.columns.upright ? Align::right : Align::middle);
    ascent = sheet.canvas.ascent(words);
    words.angle = place.axes.columns.upright ? -std::numbers::pi / 2.0 : 0.0;
    for (const app::Tick& tick : place.axes.columns.ticks) {
        const double x = area.left + (tick.value - part.columns.low) * cell_side(part, area, Edge::columns);
        const double below = area.bottom + tick_length + tick_gap;
        sheet.canvas.line({x, area.bottom}, {x, area.bottom + tick_length}, stroke);
        sheet.canvas.write(
            tick.label, place.axes.columns.upright ? Point{x + 0.36 * ascent, below} : Point{x, below + ascent}, words);
    }
    Words title = sheet.words(text_size, sheet.colours.text, Align::middle);
    const double line = sheet.canvas.ascent(title);
    const auto fitting = [&](const FigureAxis& axis, double room) {
        for (const std::string& text : {axis.title, axis.brief_title})
            if (sheet.canvas.width_of(text, title) <= room) return text;
        return sheet.canvas.shortened(axis.briefest_title, title, room);
    };
    sheet.canvas.write(fitting(place.axes.columns, area.width()),
                       {(area.left + area.right) / 2.0, area.bottom + place.axes.columns.depth + 2.0 * tick_gap + line},
                       title);
    title.angle = -std::numbers::pi / 2.0;
    sheet.canvas.write(fitting(place.axes.rows, area.height()),
                       {area.left - place.axes.rows.depth - 12.0, (area.top + area.bottom) / 2.0}, title);
}

} // namespace pairscope::charts
