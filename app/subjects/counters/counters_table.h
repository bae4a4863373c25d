// SPDX-License-Identifier: MIT
// The counters of a measurement as a table to save: one line per count, with the counter that it came from.
#pragma once

#include "profiling/measurement.h"

#include <string>
#include <string_view>
#include <vector>

namespace pairscope::app {

/// The unit of a counter that a user picked, where CUPTI tells it.
struct CounterUnit {
    std::string counter, unit;
};

/// A count with what is known about it. The texts live as long as the measurement and the units.
struct CountRow {
    const profiling::Measurement& run;
    const profiling::Count& count;
    std::string_view set; ///< "picked" where a user chose the counter
    std::string_view title;
    std::string_view unit; ///< SI of what the program knows; of a picked counter that of `units`, else empty
};
/// `m` must have counters.
[[nodiscard]] std::vector<CountRow> count_rows(const profiling::Measurement& m, const std::vector<CounterUnit>& units);

/// Columns: variant, device, target, n, chip, passes, set, name, quantity, value, unit, counter. `m` must have
/// counters. The passes are those of all counts together.
[[nodiscard]] std::string counters_csv(const profiling::Measurement& m, const std::vector<CounterUnit>& units = {});
/// Returns the counts as JSON: an object about the run, with a list of counts.
[[nodiscard]] std::string counters_json(const profiling::Measurement& m);

} // namespace pairscope::app
