// SPDX-License-Identifier: MIT
// Why one run is faster than another: the quantities of both side by side, and how much of the difference in time each
// of them can account for. Pure functions.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/state.h"
#include "app/subjects/compare/traced_figures.h"
#include "profiling/ceilings/ceilings.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::app {

/// What is known of one of the two.
struct WhySide {
    std::string name{};                            ///< "coalesced"
    const profiling::Measurement* run = nullptr;   ///< null: it has no time here
    const profiling::Ceilings* ceilings = nullptr; ///< the ceilings of its device; null: not measured
    std::optional<TracedFigures> trace{};          ///< absent: none was made
    bool trace_is_to_come = false;                 ///< it is being made, or made next
    std::string no_trace{};    ///< why there is none and will be none, one sentence; empty: there is one
    bool uses_counters = true; ///< false: the other one has none, so both are compared by their traces
    std::string origin{};      ///< "recorded 2026-11-21 by pairscope 0.1.0"; empty: of this session
};

/// What a row is about. Quantities of one cause come together: fewer sectors per request also are fewer bytes.
enum class WhyCause : unsigned char {
    none,
    memory,
    conflicts,
    instructions,
    idle_lanes,
    atomics,
    occupancy,
    waiting,
    launching,
    kernels,
    threads
};

struct WhyRow {
    std::string title{}; ///< "store sectors per request"
    std::optional<double> a{}, b{};
    std::string shown_a{}, shown_b{}; ///< with units
    std::string from{};               ///< "counter", "trace", "model", "timer", or two of them: "counter, trace"
    std::string meaning{};            ///< in whole sentences, with the ceiling that `share` is computed with
    WhyCause cause = WhyCause::none;
    /// The time that a ceiling allows for the difference between A and B, as a share of the difference between their
    /// times. Negative: the faster one has more of it. Absent: no ceiling is known for it.
    std::optional<double> share{};
    /// The share as a part of a whole: the largest of its cause, and all of them add up to at most 1. Absent: another
    /// row of its cause has it, or there is no share, or it is negative.
    std::optional<double> part{};
    double advantage = 0.0; ///< logarithm of the ratio of both costs; negative: the slower one has the better value
    double load = 0.0;      ///< the time for all that the slower run has of it, as a share of the slower run's time
    std::string because{};  ///< "it writes 4.00 instead of 32.0 sectors per request"; empty: cannot be said in words
};

struct WhyTable {
    std::string a{}, b{};
    double ratio = 0.0;         ///< the time of B over the time of A, as in SpeedRatio; 0: unknown
    bool tells_apart = true;    ///< false: their times are equal as far as is known
    std::string obstacle{};     ///< why there is no table, one sentence; empty: there is one
    std::string to_come{};      ///< which traces are still to come and what they tell, one sentence; empty: none
    std::string untraced{};     ///< why a trace that could tell more cannot be made, one sentence; empty: all can
    bool is_counted = false;    ///< the hardware counters of both were read
    bool only_launches = false; ///< launching their kernels takes most of the time of both
    std::vector<WhyRow> rows{}; ///< the time first, then the largest share first, then what has no share
};

/// `turns`: the time of B over the time of A, if they were measured in turns; `sure`: its interval tells them apart.
struct MeasuredInTurns {
    double ratio = 1.0;
    bool sure = true;
};
[[nodiscard]] WhyTable why_table(const WhySide& a, const WhySide& b, std::optional<MeasuredInTurns> turns);

/// The table of the selected variant and the one that it is compared with; absent: it is compared with none.
[[nodiscard]] std::optional<WhyTable> why_table(const State& state);

/// One sentence: "coalesced is 2.05 times as fast as row_per_thread, chiefly because it writes 4.00 instead of 32.0
/// sectors per request." A quantity is named only if it accounts for at least half of the difference, kept the slower
/// run busy for at least 30 % of its time, and no such quantity of another cause did so for nearly as long. Otherwise
/// it names up to three causes in which the faster one is better by at least a tenth: "several causes: ...".
[[nodiscard]] std::string why_sentence(const WhyTable& table);
/// Has any quantity a share of the difference? Without two times that differ none has.
[[nodiscard]] bool has_shares(const WhyTable& table);

} // namespace pairscope::app
