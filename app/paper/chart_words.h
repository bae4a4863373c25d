// SPDX-License-Identifier: MIT
// The texts around a chart that is saved: its title, one sentence, and where its numbers come from. Pure functions of
// the state.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/state.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::app {

[[nodiscard]] std::span<const ChartKind> chart_kinds();

struct ChartWords {
    std::string title;              ///< "Distance matrix: roofline of DRAM traffic, NVIDIA H200"
    std::string sentence;           ///< may be empty
    std::vector<std::string> notes; ///< device, n, points, day, version; then how the numbers were got
};
/// `every_device`: of speed-ups, if the chart shows those of all open recordings.
[[nodiscard]] ChartWords chart_words(const State& state, ChartKind kind, bool every_device);

/// Why that chart cannot be drawn now, one sentence; empty: it can.
[[nodiscard]] std::string why_no_chart(const State& state, ChartKind kind);

} // namespace pairscope::app
