// SPDX-License-Identifier: MIT
// The parts of the counters panel that have files of their own.
#pragma once

#include "app/window/widgets/frame.h"
#include "profiling/measurement.h"

namespace pairscope::app {

/// Four bars of bytes, and a sentence for each difference.
void draw_ledger(const Frame& frame, const profiling::Measurement& m);

/// Search, choose, pick: every counter that the chip has.
void draw_counter_browser(const Frame& frame);

} // namespace pairscope::app
