// SPDX-License-Identifier: MIT
#include "app/paper/figure_values.h"

#include "app/chart/axes.h"
#include "app/chart/number_text.h"
#include "app/paper/figure_axes.h"
#include "app/spine/state_queries.h"
#include "app/subjects/matrix/differences/differences.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace pairscope::charts {
namespace {

using app::State;

constexpr double bar_width = 18.0, bar_gap = 22.0, gap_before_title = 10.0; // [px]
constexpr int most_ticks = 7;

std::string with_unit(const std::string& what, const std::string& unit) {
    return unit.empty() ? what : fmt::format("{} [{}]", what, unit);
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

} // namespace

std::string value_title(const State& state) {
    std::string what = app::entries_word(app::current_type(state));
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

std::string colour_words(const Colouring& colouring, const FigurePart& part, Aggregate aggregate) {
    const std::string reduction = entries_share_pixels(part)
                                      ? fmt::format(" Each pixel shows the {} of {} entries.",
                                                    title_in(aggregate_names, aggregate), entries_of_pixel(part))
                                      : std::string();
    return fmt::format("Colours: {}, {} scale.{}", colouring.colormap.name,
                       title_in(transform_names, colouring.transform), reduction);
}

double room_of_colour_bar(const Sheet& sheet, const Colouring& colouring) {
    const Words labels = sheet.words(tick_size, sheet.colours.dim), title = sheet.words(text_size, sheet.colours.text);
    double widest = 0.0;
    for (int most = 2; most <= most_ticks; ++most) // how many it will be follows from its height
        for (const app::Tick& tick : bar_ticks(colouring, most))
            widest = std::max(widest, sheet.canvas.width_of(tick.label, labels));
    return bar_gap + bar_width + tick_length + gap_before_title + widest + sheet.canvas.ascent(title) +
           sheet.canvas.descent(title);
}

void draw_colour_bar(const Sheet& sheet, const ColourBar& asked) {
    const double near = asked.area.right + bar_gap;
    const Box bar{near, asked.area.top, near + bar_width, asked.area.bottom};
    const Colouring& colouring = asked.colouring;
    const auto& colours = colouring.colormap.colours;
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
        const double place = double(position_of(float(value), colouring.range, colouring.transform));
        return bar.bottom - place * bar.height();
    };
    double widest = 0.0;
    const double line = sheet.canvas.ascent(labels) + sheet.canvas.descent(labels);
    const int most = std::clamp(int(bar.height() / line) - 1, 2, most_ticks);
    for (const app::Tick& tick : bar_ticks(colouring, most)) {
        const double y = y_of(tick.value);
        sheet.canvas.line({bar.right, y}, {bar.right + tick_length, y}, {.colour = sheet.colours.dim});
        sheet.canvas.write(tick.label, {bar.right + tick_length + 4.0, y + 0.36 * sheet.canvas.ascent(labels)}, labels);
        widest = std::max(widest, sheet.canvas.width_of(tick.label, labels));
    }
    if (asked.dimming) {
        const double y = y_of(double(asked.dimming->threshold));
        sheet.canvas.line({bar.left - 5.0, y}, {bar.right + 5.0, y}, {.colour = sheet.colours.text, .width = 1.5});
    }
    Words title = sheet.words(text_size, sheet.colours.text, Align::middle);
    title.angle = -std::numbers::pi / 2.0;
    sheet.canvas.write(sheet.canvas.shortened(asked.title, title, bar.height()),
                       {bar.right + tick_length + gap_before_title + widest + sheet.canvas.ascent(title),
                        (bar.top + bar.bottom) / 2.0},
                       title);
}

} // namespace pairscope::charts
