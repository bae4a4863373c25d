// SPDX-License-Identifier: MIT
#include "app/paper/figure.h"

#include "app/chart/number_text.h"
#include "app/paper/figure_axes.h"
#include "app/paper/plot.h"
#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/spine/version.h"
#include "app/subjects/ladder/results_table.h"
#include "app/subjects/matrix/differences/differences.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "kernels/data/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pairscope::charts {
namespace {

using app::State;

constexpr double bar_width = 18.0, bar_gap = 22.0;
constexpr double least_figure_room = 120.0; // [px] for the picture with its axes, along each side
constexpr int most_ticks = 7;

std::string with_unit(const std::string& what, const std::string& unit) {
    return unit.empty() ? what : fmt::format("{} [{}]", what, unit);
}

/// "distance [degrees]", "absolute error [degrees]"
std::string value_title(const State& state) {
    std::string what(app::current_type(state).matrix.entries);
    if (state.output.content != MatrixContent::values) what = title_of(state.output.content);
    return with_unit(what, app::unit_of_content(state));
}

std::string odd_entries(const MatrixSummary& summary) {
    std::string text;
    if (summary.nan_count > 0)
        text += summary.nan_count == 1
                    ? " 1 entry is not a number (pink)."
                    : fmt::format(" {} entries are not numbers (pink).", app::grouped(summary.nan_count));
    if (summary.infinite_count > 0)
        text += summary.infinite_count == 1
                    ? " 1 entry is infinite (cyan)."
                    : fmt::format(" {} entries are infinite (cyan).", app::grouped(summary.infinite_count));
    return text;
}

bool entries_share_pixels(const FigurePart& part) {
    constexpr double rounding = 1.001; // a picture of the window may begin within an entry
    return part.columns.high - part.columns.low > rounding * double(part.picture.width) ||
           part.rows.high - part.rows.low > rounding * double(part.picture.height);
}

/// "49 x 49"
std::string entries_of_pixel(const FigurePart& part) {
    const auto side = [](const app::AxisRange& range, std::int64_t pixels) {
        const double entries = range.high - range.low, each = entries / double(pixels), whole = std::ceil(each - 1e-9);
        const bool last_is_cut = whole * double(pixels - 1) < entries; // all other pixels have a whole number
        return last_is_cut ? app::grouped(std::llround(whole)) : app::three_digits(each);
    };
    return fmt::format("{} x {}", side(part.rows, part.picture.height), side(part.columns, part.picture.width));
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
    const std::string reduction =
        entries_share_pixels(part)
            ? fmt::format(" Each pixel shows the {} of {} entries.",
                          title_in(aggregate_names, state.view.colours.aggregate), entries_of_pixel(part))
            : std::string();
    words.notes.push_back(fmt::format("Colours: {}, {} scale.{}{}", look.colouring.colormap.name,
                                      title_in(transform_names, look.colouring.transform), reduction,
                                      odd_entries(app::shown_summary(state))));
    const Dataset& data = *state.data.now.question.first;
    words.notes.push_back(
        fmt::format("{}{}Made by pairscope {}.", data.credit, data.credit.empty() ? "" : ". ", app::version()));
    return words;
}

/// The ticks of the bar, with room for each label: at round values, where it is linear; else at equal steps of the
/// scale.
std::vector<app::Tick> bar_ticks(const Colouring& colouring, int most) {
    const ValueRange& range = colouring.range;
    if (colouring.transform == Transform::linear && range.low < range.high)
        return app::linear_ticks({double(range.low), double(range.high)}, most);
    std::vector<app::Tick> ticks;
    const int steps = most >= 5 ? 4 : most >= 3 ? 2 : 1;
    for (int i = 0; i <= steps; ++i) {
        const double value = double(value_at(float(i) / float(steps), range, colouring.transform));
        ticks.push_back({value, app::three_digits(value)});
    }
    return ticks;
}

void draw_colour_bar(const Sheet& sheet, const Box& bar, const State& state, const FigureLook& look) {
    const auto& colours = look.colouring.colormap.colours;
    const double step = bar.height() / double(colours.size());
    for (std::size_t i = 0; i < colours.size(); ++i) {
        const double bottom = bar.bottom - step * double(i);
        const Rgba c = colours[i];
        const app::Rgb rgb = app::Rgb(c.r) << 16 | app::Rgb(c.g) << 8 | app::Rgb(c.b);
        // Half a step more hides the seams that viewers draw between touching boxes.
        const double overlap = i + 1 == colours.size() ? 0.0 : 0.5 * step;
        sheet.canvas.fill({bar.left, bottom - step - overlap, bar.right, bottom}, rgb);
    }
    sheet.canvas.frame(bar, {.colour = sheet.colours.dim, .width = 0.75});
    const Words labels = sheet.words(tick_size, sheet.colours.dim);
    const auto y_of = [&](double value) {
        const double place = double(position_of(float(value), look.colouring.range, look.colouring.transform));
        return bar.bottom - place * bar.height();
    };
    double widest = 0.0;
    const double line = sheet.canvas.ascent(labels) + sheet.canvas.descent(labels);
    const int most = std::clamp(int(bar.height() / line) - 1, 2, most_ticks);
    for (const app::Tick& tick : bar_ticks(look.colouring, most)) {
        const double y = y_of(tick.value);
        sheet.canvas.line({bar.right, y}, {bar.right + tick_length, y}, {.colour = sheet.colours.dim});
        sheet.canvas.write(tick.label, {bar.right + tick_length + 4.0, y + 0.36 * sheet.canvas.ascent(labels)}, labels);
        widest = std::max(widest, sheet.canvas.width_of(tick.label, labels));
    }
    if (look.dimming) {
        const double y = y_of(double(look.dimming->threshold));
        sheet.canvas.line({bar.left - 5.0, y}, {bar.right + 5.0, y}, {.colour = sheet.colours.text, .width = 1.5});
    }
    Words title = sheet.words(text_size, sheet.colours.text, Align::middle);
    title.angle = -std::numbers::pi / 2.0;
    sheet.canvas.write(
        sheet.canvas.shortened(value_title(state), title, bar.height()),
        {bar.right + tick_length + 10.0 + widest + sheet.canvas.ascent(title), (bar.top + bar.bottom) / 2.0}, title);
}

} // namespace

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

std::string drawn_figure(const State& state, const FigurePart& part, const FigureLook& look) {
    const app::ThemeColours& colours = app::theme_colours(look.theme);
    Canvas canvas(look.format, look.size, look.pixels, colours.panel);
    const Sheet sheet{.canvas = canvas, .colours = colours, .theme = look.theme, .size = look.size};
    const app::ChartWords words = words_of(state, part, look);
    const Box box = draw_around(sheet, words);
    const double line = canvas.ascent(sheet.words(text_size, colours.text));
    const double after = bar_gap + bar_width + 4.5 * line + 40.0;
    const Box room{box.left, box.top, box.right - after, box.bottom};
    if (std::min(room.width(), room.height()) < least_figure_room)
        throw InputError(fmt::format("a figure of {} x {} has no room for its labels: choose a larger size",
                                     look.size.width, look.size.height));
    const FigurePlace place = placed_axes(sheet, state, part, room);
    const Box& area = place.area;
    canvas.image(part.picture, area);
    canvas.frame({area.left - 0.75, area.top - 0.75, area.right + 0.75, area.bottom + 0.75},
                 {.colour = colours.dim, .width = 0.75});
    draw_axes_of(sheet, part, place);
    draw_colour_bar(sheet, {area.right + bar_gap, area.top, area.right + bar_gap + bar_width, area.bottom}, state,
                    look);
    return canvas.finish(words.title);
}

} // namespace pairscope::charts
