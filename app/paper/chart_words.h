// SPDX-License-Identifier: MIT
// The texts around a chart that is saved: its title, one sentence, and where its numbers come from. Pure functions of
// the state.
#pragma once

#include "app/spine/state.h"

#include <string>
#include <vector>

namespace pairscope::app {

struct ChartWords {
    std::string title;              ///< "Distance matrix: roofline of DRAM traffic, NVIDIA H200"
    std::string sentence;           ///< may be empty
    std::vector<std::string> notes; ///< device, n, points, day, version; then how the numbers were got
};
/// The words of each chart. With `every_device` the chart of speed-ups shows all open recordings.
[[nodiscard]] ChartWords roofline_words(const State& state, bool every_device);
[[nodiscard]] ChartWords speedup_words(const State& state, bool every_device);
[[nodiscard]] ChartWords samples_words(const State& state, bool every_device);
[[nodiscard]] ChartWords ledger_words(const State& state, bool every_device);
[[nodiscard]] ChartWords size_words(const State& state, bool every_device);
[[nodiscard]] ChartWords multiprocessors_words(const State& state, bool every_device);
[[nodiscard]] ChartWords blocks_words(const State& state, bool every_device);
[[nodiscard]] ChartWords vectors_words(const State& state, bool every_device);
[[nodiscard]] ChartWords nearest_words(const State& state, bool every_device);
[[nodiscard]] ChartWords row_words(const State& state, bool every_device);

} // namespace pairscope::app
