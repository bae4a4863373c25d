// SPDX-License-Identifier: MIT
#include "app/charts/pictures.h"

#include <algorithm>

namespace pairscope::charts {

void draw_samples(const Sheet& sheet, const Box& box, const app::ShownRun& shown) {
    const profiling::Measurement& m = *shown.run;
    const auto [range, logarithmic] = app::samples_axis(m.seconds);
    const std::string title = "time of a launch [ms]";
    Axis runs = linear_axis({0.5, double(m.seconds.size()) + 0.5}, 10, "timed run, in the order taken");
    std::erase_if(runs.ticks, [](const app::Tick& tick) { return tick.label.find('.') != std::string::npos; });
    const Plot plot =
        draw_plot(sheet, box, std::move(runs), logarithmic ? log_axis(range, 6, title) : linear_axis(range, 6, title));
    const Box& area = plot.area();
    if (const auto interval = profiling::median_interval(m.seconds))
        sheet.canvas.fill({area.left, plot.vertical(1e3 * interval->high), area.right,
                           std::max(plot.vertical(1e3 * interval->low), plot.vertical(1e3 * interval->high) + 1.0)},
                          sheet.colours.line);
    const double median = plot.vertical(1e3 * profiling::seconds_of(m));
    sheet.canvas.line({area.left, median}, {area.right, median}, {.colour = sheet.colours.text, .width = 1.5});
    const app::Rgb colour = variant_rgb(m.variant_id, sheet.theme);
    const double radius = std::clamp(area.width() / double(m.seconds.size()) / 3.0, 1.5, 4.0);
    for (std::size_t i = 0; i < m.seconds.size(); ++i) {
        const Point at = plot.at(double(i + 1), 1e3 * m.seconds[i]);
        if (shown.origin.empty())
            sheet.canvas.disc(at, radius, colour);
        else
            sheet.canvas.cross(at, 1.4 * radius, colour);
    }
}

} // namespace pairscope::charts
