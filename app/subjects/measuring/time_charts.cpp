// SPDX-License-Identifier: MIT
#include "app/subjects/measuring/time_charts.h"

#include "app/spine/state_queries.h"
#include "app/subjects/ladder/ladder_rows.h"

#include <algorithm>

namespace pairscope::app {

std::optional<SpeedupChart> speedup_chart(const State& state, const RecordedSet* recorded) {
    SpeedupChart chart;
    chart.recorded = recorded != nullptr;
    for (const LadderSection& section : ladder_sections(state)) {
        const bool shown =
            recorded != nullptr && section.recording == recorded->shown->id && section.device == *recorded->device;
        for (const LadderRow& row : section.rows)
            if (row.speedup && row.recorded == chart.recorded && (shown || !row.recorded))
                chart.bars.push_back({row.id, row.name, *row.speedup, row.output});
    }
    if (chart.bars.empty()) return {};
    chart.range = speedup_range(chart.bars, chart.logarithmic);
    return chart;
}

AxisRange speedup_range(const std::vector<SpeedupBar>& bars, bool& logarithmic) {
    constexpr double too_different = 50.0;
    const auto [least, most] = std::ranges::minmax(bars, {}, &SpeedupBar::speedup);
    logarithmic = most.speedup / least.speedup > too_different;
    return logarithmic ? AxisRange{least.speedup / 4.0, most.speedup * 4.0} : AxisRange{0.0, most.speedup * 1.18};
}

SamplesAxis samples_axis(const std::vector<double>& seconds) {
    constexpr double too_different = 4.0;
    const auto [least, most] = std::ranges::minmax(seconds);
    if (least > 0.0 && most / least > too_different) return {{1e3 * least / 1.3, 1e3 * most * 1.3}, true};
    const double room = std::max(0.1 * (most - least), 0.005 * most); // a range of nothing becomes one of a percent
    return {{1e3 * (least - room), 1e3 * (most + room)}, false};
}

} // namespace pairscope::app
