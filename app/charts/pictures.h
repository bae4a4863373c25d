// SPDX-License-Identifier: MIT
// The charts, one file each: each draws into the box that heading and foot leave.
#pragma once

#include "app/charts/plot.h"
#include "app/features/time/time_charts.h"
#include "profiling/ledger.h"

#include <string>
#include <vector>

namespace pairscope::charts {

void draw_roofline(const Sheet& sheet, const Box& box, const app::RooflineChart& chart);

/// The bars of a device under its name; without a name if there is only one.
struct SpeedupGroup {
    std::string name;
    std::vector<app::SpeedupBar> bars;
    std::string selected; ///< id; its name is written darker
};
void draw_speedups(const Sheet& sheet, const Box& box, const std::vector<SpeedupGroup>& groups);
[[nodiscard]] double height_of(const std::vector<SpeedupGroup>& groups); ///< that suits them [px]

void draw_samples(const Sheet& sheet, const Box& box, const app::ShownRun& shown);

void draw_ledger(const Sheet& sheet, const Box& box, const profiling::Ledger& ledger);
[[nodiscard]] double height_of(const profiling::Ledger& ledger); ///< that suits it, where it is as wide as usual [px]

} // namespace pairscope::charts
