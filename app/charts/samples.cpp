// SPDX-License-Identifier: MIT
#include "app/charts/pictures.h"

#include "app/state/drawing/number_text.h"

#include <algorithm>

namespace pairscope::charts {
namespace {

/// The first, then every fifth, tenth, twentieth or so: at most about a dozen.
std::vector<app::Tick> run_ticks(std::size_t runs) {
    constexpr double most = 12.0;
    double step = 1.0;
    for (double decade = 1.0; step * most < double(runs); decade *= 10.0)
        for (const double next : {5.0, 10.0, 20.0})
            if (step * most < double(runs)) step = next * decade;
    std::vector<app::Tick> ticks{{1.0, "1"}};
    for (double run = std::max(step, 2.0); run <= double(runs); run += step)
        ticks.push_back({run, app::grouped(std::int64_t(run))});
    return ticks;
}

/// More samples than there is room for marks: a line per pixel, from the least of its samples to the greatest.
void draw_spans(const Sheet& sheet, const Plot& plot, const std::vector<double>& seconds, app::Rgb colour) {
    const auto columns = std::size_t(plot.area().width());
    for (std::size_t column = 0; column < columns; ++column) {
        const auto from = seconds.begin() + std::ptrdiff_t(column * seconds.size() / columns);
        const auto to = seconds.begin() + std::ptrdiff_t((column + 1) * seconds.size() / columns);
        const auto [least, most] = std::minmax_element(from, to);
        const double x = plot.area().left + double(column) + 0.5;
        sheet.canvas.line({x, plot.vertical(1e3 * *least) + 0.5}, {x, plot.vertical(1e3 * *most) - 0.5},
                          {.colour = colour, .width = 1.0});
    }
}

} // namespace

void draw_samples(const Sheet& sheet, const Box& box, const app::ShownRun& shown) {
    const profiling::Measurement& m = *shown.run;
    const auto [range, logarithmic] = app::samples_axis(m.seconds);
    const std::string title = "time of a run [ms]";
    const Axis runs{.range = {0.5, double(m.seconds.size()) + 0.5},
                    .logarithmic = false,
                    .ticks = run_ticks(m.seconds.size()),
                    .title = "timed run, in the order taken"};
    const Words words = sheet.words(tick_size, sheet.colours.text), quiet = sheet.words(tick_size, sheet.colours.dim);
    Box room = box;
    room.right -= sheet.canvas.width_of("median", words) + 10.0;
    const Plot plot =
        draw_plot(sheet, room, runs, logarithmic ? log_axis(range, 6, title) : linear_axis(range, 6, title));
    const Box& area = plot.area();
    const double median = plot.vertical(1e3 * profiling::seconds_of(m));
    if (const auto interval = profiling::median_interval(m.seconds)) {
        const double high = plot.vertical(1e3 * interval->high), low = plot.vertical(1e3 * interval->low);
        sheet.canvas.fill({area.left, high, area.right, low}, sheet.colours.line);
        for (const double edge : {high, low})
            sheet.canvas.line({area.left, edge}, {area.right, edge}, {.colour = sheet.colours.faint, .width = 0.7});
        sheet.canvas.write("± 95 %", {area.right + 8.0, median + 4.2 + tick_size + 3.0}, quiet);
    }
    sheet.canvas.line({area.left, median}, {area.right, median}, {.colour = sheet.colours.text, .width = 1.2});
    sheet.canvas.write("median", {area.right + 8.0, median + 4.2}, words);
    const app::Rgb colour = variant_rgb(m.variant_id, sheet.theme);
    constexpr double most_marks_per_pixel = 4.0;
    if (double(m.seconds.size()) > most_marks_per_pixel * area.width()) {
        draw_spans(sheet, plot, m.seconds, colour);
        return;
    }
    const double radius = std::clamp(area.width() / double(m.seconds.size()) / 2.5, 2.0, 4.5);
    for (std::size_t i = 0; i < m.seconds.size(); ++i) {
        const Point at = plot.at(double(i + 1), 1e3 * m.seconds[i]);
        if (shown.origin.empty())
            sheet.canvas.disc(at, radius, colour);
        else
            sheet.canvas.cross(at, 1.3 * radius, colour);
    }
}

} // namespace pairscope::charts
