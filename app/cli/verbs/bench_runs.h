// SPDX-License-Identifier: MIT
// What bench and record measure: every run of the sweep, and the ceilings of the devices before their first.
#pragma once

#include "app/cli/verbs/bench.h"
#include "profiling/recording/recording.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace pairscope::cli {

struct BenchRun {
    Planned planned;
    Setting setting;
    profiling::RunOutcome outcome;
};
struct BenchRuns {
    std::vector<profiling::Ceilings> ceilings; ///< one of each device that measured something
    std::vector<BenchRun> runs;
};

/// Makes the steps in their order; each size has its points and matrices in memory only as long as it runs. A run that
/// finds too little memory, or whose device fails, is Failed, and the others go on. A stopped sweep has what was
/// measured until then. Throws InputError if there are more steps than a recording can hold. If a variant is about
/// to end the program, `keep` is called first with the runs measured so far.
[[nodiscard]] BenchRuns run_all(std::span<const Step> steps, std::span<const LoadedData> sizes,
                                const BenchOptions& options, const RunControl& control,
                                std::function<void(const BenchRuns&)> keep);

/// With the points of the last size: themselves if a file made them.
[[nodiscard]] profiling::Recording recording_of(const LoadedData& data, const BenchRuns& runs, std::string label);

} // namespace pairscope::cli
