// SPDX-License-Identifier: MIT
// Commands about what runs, where, and again: this part of update().
#pragma once

#include "app/spine/update/update.h"

#include <string>

namespace pairscope::app {

/// The user chose something that has measurements of its own: what is being timed is stopped, and what was cancelled
/// is wanted again.
void want_other_measurements(State& state, Effects& effects);

void select_variant(State& state, const std::string& id, Effects& effects);
/// After the workload has changed: the variant that was selected when it was left, or its usual one.
void select_variant_of_workload(State& state);
void step_variant(State& state, int by, Effects& effects);
void compare_with(State& state, const command::CompareWith& chosen, Effects& effects);
void select_device(State& state, std::size_t index, Effects& effects);

void run_again(State& state);   ///< the selected variant
void measure_all(State& state); ///< every variant, for the points of now
void measure_ceilings(RunState& run);
void cancel_work(State& state, Effects& effects);

} // namespace pairscope::app
