// SPDX-License-Identifier: MIT
// The title of a section of the ladder: which device ran its rows, when, and how many points.
#pragma once

#include "app/subjects/ladder/ladder_rows.h"
#include "app/window/widgets/frame.h"

#include <string>
#include <vector>

namespace pairscope::app {

/// The lines of the title in the current font. Where the device and the facts about its runs do not fit into one line
/// of `first_width`, the facts have a second line of `second_width`: a long name does not push them out of sight.
[[nodiscard]] std::vector<std::string> title_lines(const LadderSection& section, float first_width, float second_width);

/// The facts have a second line if they need it, or the title is shortened to one line where the ladder is low.
enum class TitleLines { as_needed, one };
/// Draws the title at the cursor, up to `right`. A recorded section has links to its points and to close it.
void draw_section_title(const Frame& frame, const LadderSection& section, float right, TitleLines lines);
/// The height that draw_section_title() needs, where `width` is from the cursor to `right`.
[[nodiscard]] float section_title_height(const Frame& frame, const LadderSection& section, float width,
                                         TitleLines lines);

} // namespace pairscope::app
