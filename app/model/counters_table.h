// SPDX-License-Identifier: MIT
// The counters of a measurement as a table to save: one line a count, each with the metric it came from.
#pragma once

#include "profiling/measurement.h"

#include <string>
#include <vector>

namespace pairscope::app {

/// The unit of a metric that a person picked, where CUPTI tells it.
struct MetricUnit {
    std::string metric, unit;
};

/// Columns: variant, device, target, n, chip, passes, set ("picked" where a person chose the metric), name, quantity,
/// value, unit (SI of what the program knows; of a picked metric that of `units`, else empty), metric. `m` must have
/// counters. The passes are those of all counts together.
[[nodiscard]] std::string counters_csv(const profiling::Measurement& m, const std::vector<MetricUnit>& units = {});
/// The same: an object about the run, with a list of counts.
[[nodiscard]] std::string counters_json(const profiling::Measurement& m);

} // namespace pairscope::app
