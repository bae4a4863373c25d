// SPDX-License-Identifier: MIT
#include "app/paper/figure.h"

#include "app/chart/number_text.h"
#include "app/paper/figure_axes.h"
#include "app/paper/figure_paper.h"
#include "app/paper/figure_sides.h"
#include "app/paper/figure_values.h"
#include "app/paper/plot.h"
#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/spine/version.h"
#include "app/subjects/data/column_words.h"
#include "app/subjects/ladder/results_table.h"
#include "app/subjects/matrix/differences/differences.h"
#include "app/subjects/matrix/order/order.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "kernels/data/errors.h"
#include "kernels/data/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace pairscope::charts {
namespace {

using app::State;

/// "Rows and columns are ordered by class."; empty: they have the order of the data.
std::string order_sentence(const State& state) {
    if (app::shown_order(state) == nullptr) return {};
    const app::OrderChoice& order = state.view.order;
    const seriation::Clusters* const clusters = app::clusters_of_set(state, 0);
    if (order.kind != app::OrderKind::clusters || clusters == nullptr) return charts::order_sentence(order);
    return fmt::format("Rows and columns are ordered by clusters, {}, cut into {}.", title_of(order.tree.linkage),
                       counted(clusters->count(), "cluster"));
}

/// "the standardised columns mass, height", or how many coordinates the vectors have.
std::string compared_words(const State& state) {
    constexpr std::ptrdiff_t most_named = 8;
    const Dataset& data = *state.data.now.question.first;
    const bool is_scaled = !data.scales.empty();
    std::vector<std::string> names = app::used_columns(data);
    const bool has_file = !app::files_of(state.data.now.source).empty();
    if (names.empty() && has_file && std::ssize(data.axes) == data.dims) names = data.axes; // a recording has no others
    if (names.empty())
        return fmt::format("{} with {}", is_scaled ? "standardised vectors" : "vectors",
                           counted(data.dims, "coordinate"));
    const std::ptrdiff_t more = std::ssize(names) - most_named;
    if (more > 0) names.resize(std::size_t(most_named));
    const std::string_view what = is_scaled ? "standardised columns" : "columns";
    return more > 0 ? fmt::format("the {} {} and {} more", what, fmt::join(names, ", "), more)
                    : fmt::format("the {} {}", what, fmt::join(names, ", "));
}

/// What is compared and how the rows are ordered.
std::string metric_words(const State& state) {
    const Dataset& data = *state.data.now.question.first;
    const std::string order = order_sentence(state);
    const std::string metric =
        data.holds_distances
            ? std::string("The distances are those of the file.")
            : fmt::format("Metric: {} of {}.", metric_title_of(app::current_type(state)), compared_words(state));
    return order.empty() ? metric : fmt::format("{} {}", metric, order);
}

app::ChartWords words_of(const State& state, const FigurePart& part, const FigureLook& look) {
    app::ChartWords words;
    for (const PngText& fact : app::picture_facts(state))
        if (fact.keyword == "Title") words.title = fact.text;
    if (!look.title.empty()) words.title = look.title;
    if (look.dimming)
        words.sentence = fmt::format("Values {} {:.6g}{} are drawn faintly.", look.dimming->above ? "above" : "below",
                                     look.dimming->threshold,
                                     app::unit_of_content(state).empty() ? "" : " " + app::unit_of_content(state));
    if (!look.caption.empty()) words.notes.push_back(look.caption);
    words.notes.push_back(metric_words(state));
    words.notes.push_back(fmt::format("{}{}", colour_words(look.colouring, part, state.view.colours.aggregate),
                                      odd_entries(app::shown_summary(state))));
    const Dataset& data = *state.data.now.question.first;
    words.notes.push_back(
        fmt::format("{}{}Made by pairscope {}.", data.credit, data.credit.empty() ? "" : ". ", app::version()));
    return words;
}

} // namespace

std::string order_sentence(const app::OrderChoice& order) {
    if (order.kind != app::OrderKind::clusters) return fmt::format("Rows and columns are ordered {}.", title_of(order));
    return fmt::format("Rows and columns are ordered by clusters, {}.", title_of(order.tree.linkage));
}

FigurePart part_in_sight(const Image& seen, const HeatmapView& view, MatrixShape shape) {
    const Viewport viewport{int(seen.width), int(seen.height)};
    const auto inside = [](double value, double most) { return std::clamp(value, 0.0, most); };
    const Pixel first = pixel_at(view, {}, viewport);
    const Pixel last = pixel_at(view, {double(shape.rows), double(shape.cols)}, viewport);
    const auto left = std::int64_t(std::ceil(inside(first.x, double(seen.width)) - 1e-6));
    const auto top = std::int64_t(std::ceil(inside(first.y, double(seen.height)) - 1e-6));
    const auto right = std::int64_t(std::floor(inside(last.x, double(seen.width)) + 1e-6));
    const auto bottom = std::int64_t(std::floor(inside(last.y, double(seen.height)) + 1e-6));
    if (right <= left || bottom <= top)
        throw InputError("no part of the matrix is in sight; press F to see all of it, then save again");
    FigurePart part{
        .picture = {.width = right - left, .height = bottom - top, .pixels = {}}, .rows = {}, .columns = {}};
    for (std::int64_t y = top; y < bottom; ++y)
        for (std::int64_t x = left; x < right; ++x) part.picture.pixels.push_back(seen.at(x, y));
    const Position from = position_at(view, {double(left), double(top)}, viewport);
    const Position to = position_at(view, {double(right), double(bottom)}, viewport);
    part.rows = {from.row, to.row};
    part.columns = {from.col, to.col};
    return part;
}

namespace {

struct DrawnFigure {
    std::string title;  ///< what the file says of itself
    double spare = 0.0; ///< room below the picture and its axis [px]
};

/// Everything in a figure of this size.
DrawnFigure draw_all(const Sheet& sheet, const State& state, const FigurePart& part, const FigureLook& look) {
    const app::ChartWords words = words_of(state, part, look);
    Box box = draw_around(sheet, words);
    const double legend = height_of_legend(sheet, state, box.width());
    if (legend > 0.0) draw_track_legend(sheet, state, {box.left, box.bottom - legend, box.right, box.bottom});
    box.bottom -= legend;
    const double line = sheet.canvas.ascent(sheet.words(text_size, sheet.colours.text));
    const double after = room_of_colour_bar(sheet, look.colouring);
    const bool writes = writes_texts(sheet, part, std::min(box.height(), box.width() - after));
    const SideRoom sides = room_of_sides(state, writes);
    const Box room{box.left, box.top + sides.top, box.right - after - sides.right, box.bottom};
    if (std::min(room.width(), room.height()) < least_figure_room) refuse_small_figure(look);
    const FigurePlace place = placed_axes(sheet, state, part, room);
    const Box& area = place.area;
    sheet.canvas.image(part.picture, area);
    draw_sides(sheet, state, part, {.area = area, .writes_texts = writes});
    sheet.canvas.frame({area.left - 0.75, area.top - 0.75, area.right + 0.75, area.bottom + 0.75},
                       {.colour = sheet.colours.dim, .width = 0.75});
    draw_axes_of(sheet, part, place);
    draw_colour_bar(sheet, {.area = {area.left, area.top, area.right + sides.right, area.bottom},
                            .title = value_title(state),
                            .colouring = look.colouring,
                            .dimming = look.dimming});
    const double end = area.bottom + place.axes.columns.depth + 3.0 * line;
    return {.title = words.title, .spare = std::max(0.0, box.bottom - end)};
}

/// A figure with sides and a legend is higher, so that its picture is as large as without them, but no higher than its
/// parts need.
Size size_of_figure(const State& state, const FigurePart& part, const FigureLook& look, const FigurePaper& paper) {
    if (!paper.is_free_in_height) return paper.size;
    const app::ThemeColours& colours = app::theme_colours(look.theme);
    const auto with_sheet = [&](Size size, const auto& measured) {
        Canvas canvas(Format::svg, size, 1.0, colours.panel);
        return measured(Sheet{.canvas = canvas, .colours = colours, .theme = look.theme, .size = size});
    };
    const double more = room_of_sides(state, false).top + with_sheet(paper.size, [&](const Sheet& sheet) {
                            return height_of_legend(sheet, state, paper.size.width - 2.0 * margin);
                        });
    const bool is_usual = more == 0.0 && look.paper.width <= 0.0;
    if (is_usual) return paper.size;
    const Size high{paper.size.width, paper.size.height + int(std::ceil(more))};
    const double spare = with_sheet(high, [&](const Sheet& sheet) { return draw_all(sheet, state, part, look).spare; });
    return {high.width, high.height - int(std::floor(spare))};
}

} // namespace

std::string drawn_figure(const State& state, const FigurePart& part, const FigureLook& look) {
    const app::ThemeColours& colours = app::theme_colours(look.theme);
    const FigurePaper paper = paper_of(look);
    const Size size = size_of_figure(state, part, look, paper);
    Canvas canvas(look.format, size, paper.pixels, colours.panel, paper.unit);
    const Sheet sheet{.canvas = canvas, .colours = colours, .theme = look.theme, .size = size};
    const DrawnFigure drawn = draw_all(sheet, state, part, look);
    std::string bytes = canvas.finish(drawn.title);
    return look.format == Format::png && look.paper.resolution > 0.0
               ? with_resolution(std::move(bytes), look.paper.resolution)
               : bytes;
}

} // namespace pairscope::charts
