// SPDX-License-Identifier: MIT
// Samples that are taken in turns. Each turn is at another moment, and between two turns other variants may run, so
// that the turns show how much the machine itself varies during a run.
#pragma once

#include "profiling/statistics.h"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace pairscope::profiling {

/// With 12 turns, the third smallest and the third largest of their medians hold the median between them with a
/// probability of 96.1 %; with 9 turns the second ones with 96.1 %, with 6 turns the extremes with 96.9 %.
inline constexpr int usual_turns = 12, fewer_turns = 9, least_turns = 6;
/// The first turn takes so many samples before it is decided how many each turn needs.
inline constexpr int pilot_samples = 9;

struct TurnPlan {
    int turns = usual_turns;
    int samples = 1; ///< taken in a turn; an odd number, so that the median of a turn is one of its samples
    StopReason limit = StopReason::interval; ///< why there are not more
};
/// Decided by the spread of the first samples alone. Their mean does not matter, so the plan does not prefer runs that
/// happen to agree: that would make intervals too narrow. `seconds_of_each` is what a sample costs, with everything
/// that belongs to it. There must be at least one sample.
[[nodiscard]] TurnPlan plan_turns(std::span<const double> first_samples, double seconds_of_each,
                                  const StoppingRule& rule);

/// Samples in the order taken: turn i has `turns[i]` of them. Without turns, they were all taken in a row.
struct TurnedSamples {
    std::vector<double> seconds{};
    std::vector<int> turns{};
    StopReason stopped_by = StopReason::cancelled;
};

/// Takes the samples of one run, turn by turn.
class TurnTaker {
public:
    explicit TurnTaker(const StoppingRule& rule) : rule_(rule) {}

    /// [s] One sample; absent if it was stopped, and then it does not count.
    using Sample = std::function<std::optional<double>()>;
    /// Takes the samples of one turn. `waited` gives the seconds that all turns took until now, with everything between
    /// the samples; a run ends when they exceed `longest`.
    struct Wait {
        std::function<double()> waited{};
        double longest = 0.0; ///< [s]; 0: no limit beside the rule
    };
    void take_turn(const Sample& sample, const Wait& wait);
    /// Takes this one sample, and is done.
    void take_only(double seconds);
    [[nodiscard]] bool done() const { return done_; }
    /// From 0 to 1.
    [[nodiscard]] double share_done() const;
    [[nodiscard]] const TurnedSamples& taken() const { return taken_; }

private:
    void end(StopReason reason);
    [[nodiscard]] int wanted_now() const;

    StoppingRule rule_;
    TurnedSamples taken_;
    std::optional<TurnPlan> plan_{};
    double spent_ = 0.0; ///< sum of the samples [s]
    bool done_ = false;
};

/// The medians of the turns; a turn without samples has none.
[[nodiscard]] std::vector<double> medians_of_turns(const TurnedSamples& samples);
/// The interval of the median: of at least six turns by their medians, of samples in a row by the samples.
/// Absent if there are too few.
[[nodiscard]] std::optional<Interval> interval_of(const TurnedSamples& samples, double confidence = 0.95);
/// Two runs of one variant differ by up to twice this fraction although nothing changed: processes get other memory,
/// and the clocks of machines are not constant. Repeated benches on quiet machines showed it (tests/bench/coverage).
inline constexpr double repeatability = 0.005;
/// How far the medians of the turns lie apart: the largest less the smallest, as a fraction of the median. `except` of
/// them are left out at each end. Absent with fewer than six turns.
[[nodiscard]] std::optional<double> spread_of_turns(const TurnedSamples& samples, int except = 0);

/// A change of speed in the middle of a run.
struct SpeedChange {
    int first_turn = 0;  ///< the first turn after it, counted from 1
    double factor = 1.0; ///< the median time after it, over the one before it
};
/// Present if all turns before some moment were faster than all turns after it, or slower, by more than 2 % and with at
/// least three turns on each side.
[[nodiscard]] std::optional<SpeedChange> speed_change(const TurnedSamples& samples);

} // namespace pairscope::profiling
