// SPDX-License-Identifier: MIT
// Kernels of somebody's own in recordings: their source is shown, and never run.
#pragma once

#include "profiling/recording/recording.h"

namespace pairscope::app {

struct State;

/// Puts the kernels of the recording that are not known here into the list of variants, with their source and nothing
/// that could run it.
void show_kernels_of(const profiling::Recording& recording);
/// Takes those out of the list that no open recording has.
void forget_kernels_of_closed(State& state);

} // namespace pairscope::app
