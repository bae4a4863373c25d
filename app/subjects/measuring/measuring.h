// SPDX-License-Identifier: MIT
// What is drawn of measurements: the level of memory and the unit of the roofline, and launches that were sampled.
#pragma once

#include "profiling/roofline.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pairscope::app {

struct Effects;
struct Job;
struct State;
enum class TimesAgainst : std::uint8_t;

namespace command {

struct SetMemoryLevel {
    profiling::MemoryLevel level;
}; ///< whose bytes the roofline is drawn for
struct SetWorkUnit {
    profiling::WorkUnit unit;
}; ///< what its vertical axis counts

struct ShowTimesAgainst {
    TimesAgainst what;
}; ///< what the horizontal axis of the Size panel counts

void carry_out(const SetMemoryLevel&, State&, Effects&);
void carry_out(const SetWorkUnit&, State&, Effects&);
void carry_out(const ShowTimesAgainst&, State&, Effects&);

} // namespace command

/// Until the user chooses: that on which the selected variant's run spends most time, by profiling::level_that_binds();
/// DRAM where there is no run.
[[nodiscard]] profiling::MemoryLevel roofline_level(const State& state);

/// The launch of the selected variant, then that of the variant it is compared with; absent: nothing is missing.
[[nodiscard]] std::optional<Job> shown_launch_job(const State& state);
/// The launches of the other measured variants.
[[nodiscard]] std::optional<Job> background_launch_job(const State& state);

/// About what a run of the variant takes [s]; 0: nobody knows yet.
[[nodiscard]] double usual_seconds(const State& state, const KernelVariant& variant);

/// A sampled launch as the panels show it: of this session, or of a recording.
struct ShownLaunch {
    std::string variant_id;
    const profiling::Measurement* run = nullptr; ///< has a timeline
    std::string origin;                          ///< "recorded 2026-11-21 by pairscope 0.1.0"; empty: of this session
};
/// The launch of the selected variant, then the launch of the variant it is compared with, if they were sampled.
[[nodiscard]] std::vector<ShownLaunch> shown_launches(const State& state);

/// What will be there, or why nothing will, in whole sentences; empty if the selected variant's launch is there.
[[nodiscard]] std::string launch_awaits(const State& state);

/// Why the launch of the selected variant cannot be sampled again now, in whole sentences; empty: it can.
[[nodiscard]] std::string why_not_sampled_again(const State& state);

} // namespace pairscope::app
