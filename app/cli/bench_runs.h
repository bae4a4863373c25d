// SPDX-License-Identifier: MIT
// What bench and record measure: the ceilings of the devices, then every run.
#pragma once

#include "app/cli/bench.h"
#include "app/cli/stations.h"
#include "profiling/recording/recording.h"

#include <string>
#include <vector>

namespace pairscope::cli {

struct BenchRun {
    Planned planned;
    profiling::RunOutcome outcome;
};
struct BenchRuns {
    std::vector<profiling::Ceilings> ceilings; ///< one of each device that measured something
    std::vector<BenchRun> runs;
};

/// A stopped one has what was measured until then. Throws MemoryError, cuda::Error.
[[nodiscard]] BenchRuns run_all(const std::vector<Planned>& planned, const BenchOptions& options, Stations& stations,
                                const RunControl& control);

/// With the points themselves if a file made them.
[[nodiscard]] profiling::Recording recording_of(const LoadedData& data, const BenchRuns& runs, std::string label);

} // namespace pairscope::cli
