// SPDX-License-Identifier: MIT
// The headings by which groups of the ladder are folded.
#pragma once

#include "app/subjects/ladder/ladder_groups.h"
#include "app/subjects/ladder/ladder_panel_row.h"
#include "app/window/widgets/frame.h"

namespace pairscope::app {

[[nodiscard]] float group_heading_height(const Frame& frame, const Columns& c);
/// A line with a triangle and the title. A folded group also shows the bar of its fastest variant. A
/// click folds or unfolds the group.
void draw_group_heading(const Frame& frame, const LadderSection& section, const RungGroup& group, bool is_folded,
                        const Columns& c);

/// Where the group is the whole section: a triangle before the title of the section, which was drawn at `title`.
/// What is said of a folded group stands below the title.
void draw_section_fold(const Frame& frame, const LadderSection& section, const RungGroup& group, bool is_folded,
                       ImVec2 title);

} // namespace pairscope::app
