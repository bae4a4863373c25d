// SPDX-License-Identifier: MIT
// The counters of a measurement as a table to save: one line a count, each with the metric it came from.
#pragma once

#include "profiling/measurement.h"

#include <string>

namespace pairscope::app {

/// Columns: variant, device, target, n, chip, passes, set ("picked" where a person chose the metric), name, quantity,
/// value, unit (SI; empty: a plain number or CUPTI's own unit), metric. `m` must have counters. The passes are those of
/// all counts together.
[[nodiscard]] std::string counters_csv(const profiling::Measurement& m);
/// The same: an object about the run, with a list of counts.
[[nodiscard]] std::string counters_json(const profiling::Measurement& m);

} // namespace pairscope::app
