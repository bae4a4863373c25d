// SPDX-License-Identifier: MIT
#include "app/paper/chart.h"

#include "app/paper/paper.h"
#include "app/spine/jobs.h"
#include "app/subjects/counters/ledger_chart.h"
#include "app/subjects/measuring/roofline_chart.h"
#include "app/subjects/measuring/size_chart.h"
#include "app/subjects/measuring/time_charts.h"
#include "app/subjects/neighbours/neighbour_charts.h"
#include "app/subjects/neighbours/neighbours.h"
#include "app/subjects/output/vectors_chart.h"
#include "app/subjects/trace/trace.h"
#include "kernels/data/errors.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace pairscope::charts {
namespace {

using app::ChartKind;
using app::State;

constexpr int usual_width = 880;      // [px]
constexpr std::size_t least_bars = 2; // that a chart has room for: a single one would leave none for the axis

/// The bars of the shown device, or of this session and of every recording.
app::Chart speedups_of(const State& state, bool every_device) {
    std::vector<app::SpeedupGroup> groups;
    const auto add = [&](const app::RecordedSet* set) {
        if (const auto chart = app::speedup_chart(state, set))
            groups.push_back({set == nullptr ? "this session" : name_of(*set) + ", " + size_of(*set), *chart});
    };
    const auto recorded = app::recorded_run(state);
    if (!every_device) {
        add(recorded ? &recorded->set : nullptr);
    } else {
        add(nullptr);
        for (const app::RecordedSet& set : app::recorded_sets(state)) add(&set);
    }
    if (groups.size() == 1) groups.front().name.clear();
    return speedup_drawing(groups, state.run.variant_id);
}

/// There is one: nothing is drawn before that was asked.
profiling::Ledger ledger_shown(const State& state) {
    return app::ledger_for(state, *app::shown_run(state, app::recorded_run(state)).run);
}

Size usual_size(const State& state, const Request& request) {
    switch (request.kind) {
    case ChartKind::roofline:
        return {usual_width, 620};
    case ChartKind::speedup:
        return {usual_width, 170 + int(std::ceil(height_of_rows(
                                       std::max(least_bars, speedups_of(state, request.every_device).bars.size()))))};
    case ChartKind::samples:
        return {usual_width, 420};
    case ChartKind::ledger:
        return {usual_width, 340};
    case ChartKind::size:
        return {usual_width, 620};
    case ChartKind::vectors:
        return {usual_width, 680};
    case ChartKind::nearest:
    case ChartKind::row:
        return {usual_width, 480};
    }
    return {};
}

void draw_inside(const Sheet& sheet, const Box& box, const State& state, const Request& request) {
    switch (request.kind) {
    case ChartKind::roofline:
        draw_chart(sheet, box, drawing_of(*app::roofline_chart(state)));
        return;
    case ChartKind::speedup:
        draw_chart(sheet, box, speedups_of(state, request.every_device));
        return;
    case ChartKind::samples:
        draw_chart(sheet, box, samples_drawing(app::shown_run(state, app::recorded_run(state))));
        return;
    case ChartKind::ledger:
        draw_chart(sheet, box, app::ledger_drawing(ledger_shown(state)));
        return;
    case ChartKind::size:
        draw_chart(sheet, box, size_drawing(*app::size_chart(state), state.run.variant_id));
        return;
    case ChartKind::vectors:
        draw_charts(sheet, box, vectors_drawings(*app::vectors_chart(state)));
        return;
    case ChartKind::nearest:
        draw_chart(sheet, box, histogram_drawing(state, app::histogram_of(app::found_neighbours(state)->nearest)));
        return;
    case ChartKind::row:
        draw_chart(sheet, box, *app::row_drawing(state));
        return;
    }
}

} // namespace

std::optional<Format> format_of(const std::filesystem::path& path) {
    std::string ending = path.extension().string();
    std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    return ending.starts_with('.') ? value_named(format_names, ending.substr(1)) : std::nullopt;
}

std::string drawn(const State& state, const Request& request) {
    if (const std::string reason = app::why_no_chart(state, request.kind); !reason.empty()) throw InputError(reason);
    const app::ThemeColours& colours = app::theme_colours(request.theme);
    const Size size = request.size.value_or(usual_size(state, request));
    Canvas canvas(request.format, size, request.pixels, colours.panel);
    const Sheet sheet{.canvas = canvas, .colours = colours, .theme = request.theme, .size = size};
    const app::ChartWords words = app::chart_words(state, request.kind, request.every_device);
    draw_inside(sheet, draw_around(sheet, words), state, request);
    return canvas.finish(words.title);
}

} // namespace pairscope::charts
