// SPDX-License-Identifier: MIT
// Counting a run after it was timed: which counters are counted together, how many launches are recorded, and what
// becomes of it when it is stopped. The window and the command line count by these functions alone.
#pragma once

#include "profiling/counting/counting.h"
#include "profiling/measurement.h"

#include <cstddef>
#include <functional>
#include <stop_token>
#include <vector>

namespace pairscope::profiling {

/// What launches beside the timed ones told about a run.
struct RunCounts {
    std::vector<double> activity_seconds{}; ///< kernel times of one launch each [s]; empty: no records
    std::vector<KernelTime> kernel_times{}; ///< see Measurement
    Counted counted{};      ///< may have counters and a reason, if only the first parts could be counted
    bool cancelled = false; ///< it was stopped: then there is nothing else in here
};

/// Each set by itself, in the order of counter_sets(), then the counters: the live set then needs no more than one
/// pass.
[[nodiscard]] std::vector<CounterChoice> parts_of(const CounterChoice& choice);

/// How one part is counted: Counting::count(), or what a test does instead.
using CountPart = std::function<Counted(const CounterChoice& part)>;
/// Counts part by part, each `repeats` times, and keeps the median of every count. It ends at the first part that
/// cannot be counted, with the reason, and keeps the parts before it. `repeats` is at least 1.
[[nodiscard]] Counted count_in_parts(const CounterChoice& choice, int repeats, const CountPart& count);

/// Kernel times by activity records, if the live set is in the choice; then the counters. `launch` runs the variant
/// once; what it throws goes through. Launches that `stop` ended early count nothing.
[[nodiscard]] RunCounts count_run(Counting& counting, const CounterChoice& choice, const Launch& launch,
                                  const std::stop_token& stop);

/// Leaves out the duration of a launch that starts several kernels: the profiler lets time pass between them, and the
/// counted duration holds it. Their times are those of the activity records.
void leave_out_waits(Counters& counters, std::size_t kernels);

/// Adds the counts to a run of the same variant. Kernel times from before stay where none were recorded.
void add(Measurement& run, const RunCounts& counts);

} // namespace pairscope::profiling
