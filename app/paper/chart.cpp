// SPDX-License-Identifier: MIT
#include "app/paper/chart.h"

#include "app/paper/paper.h"
#include "app/paper/savers.h"
#include "kernels/data/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <vector>

namespace pairscope::charts {
namespace {

using app::State;

constexpr int usual_width = 880;      // [px]
constexpr std::size_t least_bars = 2; // that a chart has room for: a single one would leave none for the axis

Size usual_size(const app::Saver& saver, const std::vector<app::Chart>& charts) {
    if (saver.height > 0) return {usual_width, saver.height};
    const std::size_t bars = std::max(least_bars, charts.front().bars.size());
    return {usual_width, 170 + int(std::ceil(height_of_rows(bars)))};
}

} // namespace

std::optional<Format> format_of(const std::filesystem::path& path) {
    std::string ending = path.extension().string();
    std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    return ending.starts_with('.') ? value_named(format_names, ending.substr(1)) : std::nullopt;
}

std::string drawn(const State& state, const Request& request) {
    const app::Saver* const saver = app::find_chart(request.kind);
    if (saver == nullptr) throw InputError(fmt::format("there is no chart {}", request.kind));
    if (const std::string reason = saver->why_not(state); !reason.empty()) throw InputError(reason);
    const app::ThemeColours& colours = app::theme_colours(request.theme);
    const std::vector<app::Chart> charts = saver->drawings(state, request.every_device);
    const Size size = request.size.value_or(usual_size(*saver, charts));
    Canvas canvas(request.format, size, request.pixels, colours.panel);
    const Sheet sheet{.canvas = canvas, .colours = colours, .theme = request.theme, .size = size};
    const app::ChartWords words = saver->words(state, request.every_device);
    const Box box = draw_around(sheet, words);
    if (charts.size() == 1)
        draw_chart(sheet, box, charts.front());
    else
        draw_charts(sheet, box, charts);
    return canvas.finish(words.title);
}

} // namespace pairscope::charts
