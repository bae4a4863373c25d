// SPDX-License-Identifier: MIT
// The counters of a measurement as the screen shows them: sections, rows, words. Pure functions.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/state.h"

#include <optional>
#include <string>
#include <vector>

namespace pairscope::app {

struct CounterRow {
    std::string title;
    std::string shown; ///< with its unit
    std::string meaning;
    std::string provenance; ///< "counter: dram__bytes_write.sum on GH100"
};

struct CounterSection {
    std::string title;
    std::string meaning; ///< what its rows have in common, in whole sentences
    std::vector<CounterRow> rows;
};

/// Occupancy and launch, traffic, requests, arithmetic, stalls (the largest first), limits, picked counters: those that
/// have rows.
[[nodiscard]] std::vector<CounterSection> counter_sections(const profiling::Measurement& m);

/// "1 pass", "3 passes".
[[nodiscard]] std::string passes_text(int passes);

/// A count in its unit: "3.68 GB", "0.791 ms", "1 980 MHz", "93.4 %", "230 068 224".
[[nodiscard]] std::string count_text(double value, std::string_view unit);

} // namespace pairscope::app
