// SPDX-License-Identifier: MIT
// The two vectors of a workload whose sets have one vector each: what is to be drawn of them, and whether that is made
// already. Pure functions.
#pragma once

#include "app/spine/jobs.h"
#include "app/spine/state.h"
#include "app/subjects/output/reduced_vectors.h"

#include <optional>

namespace pairscope::app {

/// Has each of its two sets one vector?
[[nodiscard]] bool asks_about_two_vectors(const WorkloadType& type);
/// Is it asked about two vectors, and are they there?
[[nodiscard]] bool has_two_vectors(const State& state);

/// The coordinates in sight on the horizontal axis: all of them until the user zooms. Only for two vectors.
[[nodiscard]] AxisRange shown_coordinates(const State& state);

/// The latest reduction of the vectors of now, perhaps of other coordinates than are shown; null: there is none yet.
[[nodiscard]] const ReducedVectors* reduced_vectors(const State& state);

/// The reduction that the charts lack; absent: none.
[[nodiscard]] std::optional<Job> vectors_job(const State& state);

} // namespace pairscope::app
