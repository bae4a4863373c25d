// SPDX-License-Identifier: MIT
// The parts of the Source panel.
#pragma once

#include "app/subjects/source/code_rows.h"
#include "app/window/widgets/frame.h"

namespace pairscope::app {

[[nodiscard]] ImU32 stall_colour(StallGroup group, const Style& style);

/// The switches for SASS and PTX, the choice of a kernel, and what it needs.
void draw_code_heading(const Frame& frame);
/// The instructions, as large as it is told.
void draw_code_list(const Frame& frame, ImVec2 size);

/// The height of the list of waiting lines with its heading; 0: the variant can have none.
[[nodiscard]] float stall_list_height(const Frame& frame);
/// The lines that most samples were taken at.
void draw_stall_list(const Frame& frame);

} // namespace pairscope::app
