// SPDX-License-Identifier: MIT
// What the runs' worker should do next, as a function of the state: the picture first, then the parts of a matrix that
// is not stored, then what the charts of two vectors draw, then neighbours that a panel shows, then silhouettes of
// clusters, then a second matrix, then matches in the other direction, then parts of the matrix that a drag would bring
// into sight, then the roofs, then the selected variant's times and its trace, then the others' times, then the outputs
// that can only be checked, then the roofs that no picture waits for. Nothing asks for a run; what is missing is made.
// Where the panels about kernels are hidden, nothing is measured that was not asked for.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/jobs.h"
#include "app/spine/state.h"

#include <optional>

namespace pairscope::app {

/// The next job; absent: nothing is missing. `now` keeps measurements from starting in the middle of a drag.
[[nodiscard]] std::optional<Job> next_job(const State& state, Clock::time_point now, Clock::time_point last_edit);

/// Was the work cancelled, so that the variant gets no time until the user asks for one?
[[nodiscard]] bool is_given_up(const State& state, const KernelVariant& variant);

/// Should the running job be cancelled? What answers a question of before should. Measurements, comparisons, counts and
/// traces should while data is loaded or while the picture is missing, and a measurement also while the user waits for
/// a part of the matrix, for the charts of two vectors or for neighbours, or if the panels that show it were hidden.
/// What is still wanted begins again by itself.
[[nodiscard]] bool gives_way(const State& state, const Job& running);

/// Nothing is missing and nothing runs: what a test or an off-screen picture waits for.
[[nodiscard]] bool settled(const State& state);

} // namespace pairscope::app
