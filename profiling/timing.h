// SPDX-License-Identifier: MIT
// The timed runs of one variant, after it was checked. They are taken in turns, between which other variants may run.
#pragma once

#include "profiling/machine/other_load.h"
#include "profiling/runner.h"
#include "profiling/turns.h"

#include <chrono>
#include <optional>
#include <variant>
#include <vector>

namespace pairscope::profiling {

/// One variant that is being timed. The engine, the variant and what the options refer to must outlive this.
class Timing {
public:
    Timing(Engine& engine, const KernelVariant& variant, const Workload& workload, RunnerOptions options,
           RunControl control, CheckVerdict check);

    /// Takes the run of the check as the only sample, if RunnerOptions::is_first_look allows it.
    void take_checked_run(const RunTarget& target, double seconds);

    [[nodiscard]] bool done() const { return taker_.done(); }
    /// Lays the inputs out as the variant wants them, warms up, and takes the samples of one turn. All targets must be
    /// of the same kind. Throws what a launch throws; the samples that were taken until then stay.
    void take_turn(const RunTarget& target);
    /// What was measured until now, or Skipped if it was cancelled before there was a sample.
    [[nodiscard]] RunOutcome finish() const;

private:
    double run(const RunTarget& target, int launches) const;
    void warm_up(const RunTarget& target);
    [[nodiscard]] bool stopped() const { return control_.stop.stop_requested(); }
    void report(Stage stage, double share) const;
    [[nodiscard]] double waited() const;
    void see_conditions(int samples);

    Engine* engine_;
    const KernelVariant* variant_;
    Workload workload_;
    RunnerOptions options_;
    RunControl control_;
    Measurement found_;
    TurnTaker taker_;
    bool begun_ = false;
    std::vector<Conditions> seen_{};    ///< one for each turn
    std::optional<OtherLoad> others_{}; ///< since the first turn
    double waited_ = 0.0;               ///< in the turns that are over [s]
    std::chrono::steady_clock::time_point turn_begin_{};
};

/// A run that ended before it was timed, because it cannot be timed or is not right; or one that can be timed.
using BegunRun = std::variant<RunOutcome, Timing>;
/// The first half of measure(): everything before the timed runs.
[[nodiscard]] BegunRun begin_run(Engine& engine, const KernelVariant& variant, const Workload& workload,
                                 const RunTarget& target, const RunnerOptions& options, const RunControl& control);

} // namespace pairscope::profiling
