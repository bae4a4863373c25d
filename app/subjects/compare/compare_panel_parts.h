// SPDX-License-Identifier: MIT
// The parts of the compare panel that have files of their own.
#pragma once

#include "app/subjects/compare/why_table.h"
#include "app/window/widgets/frame.h"

namespace pairscope::app {

/// The quantities of both variants, the one that contributes most first, and the sentence below them.
void draw_why(const Frame& frame, const WhyTable& table);

/// Both sources with what differs: side by side where there is room, else one below the other. It takes the room that
/// is left.
void draw_sources(const Frame& frame, const KernelVariant& a, const KernelVariant& b);

} // namespace pairscope::app
