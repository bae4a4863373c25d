// SPDX-License-Identifier: MIT
// What a user should know before believing a measurement: a word each, a sentence on hover.
#pragma once

#include "app/window/widgets/frame.h"
#include "profiling/badges.h"

#include <span>

namespace pairscope::app {

/// One after the other, in as many lines as the panel's width asks for; those that warn in the colour of warnings.
void draw_badges(const Frame& frame, std::span<const profiling::Badge> badges);

} // namespace pairscope::app
