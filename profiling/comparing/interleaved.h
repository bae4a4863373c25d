// SPDX-License-Identifier: MIT
// Two variants measured in turns, A B B A, so that whatever the machine does meanwhile happens to both.
#pragma once

#include "profiling/comparing/speed_ratio.h"
#include "profiling/runner.h"

#include <functional>
#include <stop_token>
#include <string_view>
#include <variant>

namespace pairscope::profiling {

/// One of the two: its engine has the dataset loaded.
struct Contestant {
    Engine* engine = nullptr;
    const KernelVariant* variant = nullptr;
    RunTarget target;
    int block = 0; ///< threads of a CUDA variant's blocks; 0: the usual ones
};

struct InterleavedOptions {
    int max_rounds = 500;
    double relative_interval = 0.005; ///< stop when the ratio's interval is narrower
    double max_seconds = 3.0;         ///< timed seconds, once there are enough rounds for a verdict
    double most_seconds = 60.0;       ///< timed seconds, even if there are too few rounds for a verdict
    RunnerOptions runner{};           ///< for the check before them, and `caches`; its stopping rule is not used
};

struct Interleaved {
    std::string a, b; ///< ids
    Workload workload;
    Device device_a, device_b;
    std::vector<AbbaRound> rounds;              ///< in the order taken
    SpeedRatio ratio;                           ///< the time of B over the time of A
    bool same_memory = true;                    ///< both wrote it
    std::string difference_a{}, difference_b{}; ///< difference_text() of their outputs
    StopReason stopped_by = StopReason::interval;
};
using InterleavedOutcome = std::variant<Interleaved, Skipped, Failed>;

/// The clock of a comparison: each call runs A, or B, and returns the seconds of one launch.
struct TimedPair {
    std::function<double()> run_a, run_b;
    int launches_a = 1, launches_b = 1; ///< launches per call
    std::stop_token stop{};
};
struct TimedRounds {
    std::vector<AbbaRound> rounds; ///< in the order taken; a round that was stopped is left out
    StopReason stopped_by = StopReason::interval;
};
/// Runs A B B A until the ratio is known well enough, or until one of the limits.
[[nodiscard]] TimedRounds take_rounds(const TimedPair& pair, const InterleavedOptions& options);

/// Can both write the same memory? Then they should: the place of the memory alone makes one of two equal runs faster,
/// on a CPU by up to 0.8 % at n = 1024.
[[nodiscard]] bool may_share_memory(const Device& device_a, const KernelVariant& a, const Device& device_b,
                                    const KernelVariant& b);

/// What there is to say where one device wrote two places; empty else.
[[nodiscard]] std::string_view doubt_about_memory(const Interleaved& found);

/// "tensor_tf32 gives approximate output: 37 of 16 384 rows differ.", where one of the two does; empty else.
[[nodiscard]] std::string doubt_about_outputs(const Interleaved& found);

/// Checks both, warms both up, then times rounds until the ratio is known well enough. Where only outputs are simulated
/// there are no times to compare: Skipped, with the reason.
[[nodiscard]] InterleavedOutcome compare_interleaved(const Contestant& a, const Contestant& b, const Workload& workload,
                                                     const InterleavedOptions& options, const RunControl& control);

} // namespace pairscope::profiling
