// SPDX-License-Identifier: MIT
// What the charts of times show, before they are drawn: speed-ups as bars, the samples of one run. Pure functions.
#pragma once

#include "app/chart/chart.h"
#include "app/spine/commands.h"
#include "app/spine/state.h"
#include "app/subjects/recordings/recordings.h"

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::app {

struct SpeedupBar {
    std::string id, name;
    double speedup = 1.0;    ///< over the first of its chart
    std::string_view output; ///< "approximate output"; empty: it is exact
};

/// The variants of this session, or of one recorded device. Each chart has a first variant of its own.
struct SpeedupChart {
    std::vector<SpeedupBar> bars; ///< in ladder order
    bool recorded = false;
    AxisRange range;          ///< [times as fast]
    bool logarithmic = false; ///< bars that differ too much start where a tenth would end
};

/// The chart of that recorded device, or of this session if `recorded` is null. Absent without a measured variant.
[[nodiscard]] std::optional<SpeedupChart> speedup_chart(const State& state, const RecordedSet* recorded);

/// Where the axis of these bars, of one chart or more, begins and ends.
[[nodiscard]] AxisRange speedup_range(const std::vector<SpeedupBar>& bars, bool& logarithmic);

/// The axis of a run's samples [ms]: linear, unless one interruption would flatten the rest.
struct SamplesAxis {
    AxisRange milliseconds;
    bool logarithmic = false;
};
[[nodiscard]] SamplesAxis samples_axis(const std::vector<double>& seconds);

/// The bars of a device under its name; without a name if there is only one.
struct SpeedupGroup {
    std::string name;
    SpeedupChart chart;
};

// Both describe a drawing.
[[nodiscard]] Chart speedup_drawing(const std::vector<SpeedupGroup>& groups, std::string_view selected_id);
[[nodiscard]] Chart samples_drawing(const ShownRun& shown); ///< lives as long as the run
[[nodiscard]] Chart history_drawing(const std::deque<HistoryPoint>& history);

} // namespace pairscope::app
