// SPDX-License-Identifier: MIT
// What is to be counted next, and when. Pure functions of the state. Times come first, from runs without counters.
#pragma once

#include "app/spine/jobs.h"

#include <optional>
#include <string>

namespace pairscope::app {

/// Counts of the selected variant: the live set, then what was asked for; absent: nothing is missing.
[[nodiscard]] std::optional<Job> selected_count_job(const State& state);
/// The live set of the other measured variants.
[[nodiscard]] std::optional<Job> background_count_job(const State& state);
/// What the browser of metrics was asked; absent: it has answered.
[[nodiscard]] std::optional<Job> metrics_job(const State& state);

/// Should the picture that is made now be counted? While points are dragged: every one where the counters are sampled,
/// which takes some 5 ms. Elsewhere about two per second: counting takes 30 to 50 ms, in which no other picture is
/// made. In between the bytes hardly change, and each picture has its own time.
[[nodiscard]] bool counts_pictures(const State& state, std::size_t device, Clock::time_point now);

/// The counts that the drag shows for this variant; null: none, or of older points than those at rest.
[[nodiscard]] const profiling::Counters* live_counters(const State& state, const KernelVariant& variant);

/// How often pictures are counted while points are dragged, and why not more often, in one sentence; empty before the
/// first drag.
[[nodiscard]] std::string live_counting_words(const State& state);

/// What will fill the counters panel, or why nothing will, in one sentence; empty if the counts are there.
[[nodiscard]] std::string counters_await(const State& state);

} // namespace pairscope::app
