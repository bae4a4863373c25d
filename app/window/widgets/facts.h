// SPDX-License-Identifier: MIT
// Numbers and sentences as the screen shows them: right-aligned, with provenance on hover, copied by a click.
#pragma once

#include "app/chart/number_text.h"
#include "app/window/widgets/frame.h"
#include "profiling/measurement.h"

#include <string>
#include <string_view>

namespace pairscope::app {

/// A number on the screen: what it is, how it was got, on what, with how many samples.
struct Fact {
    std::string shown;      ///< as drawn
    std::string copied;     ///< with its unit, for the clipboard
    std::string meaning;    ///< one sentence
    std::string provenance; ///< "timer: CUDA events, NVIDIA H200, median of 41 runs"
};
/// Draws it at the cursor, or right-aligned in the current cell, with "..." for what has no room there; hovering
/// explains, a click copies.
void draw_fact(const Frame& frame, const char* id, const Fact& fact, bool right_aligned = true);

/// "timer: CUDA events on NVIDIA H200, median of 41 runs, stopped by its interval"; of a recording with its `origin`
/// before it, "recorded 2026-11-21 by pairscope 0.1.0; ".
[[nodiscard]] std::string provenance_of(const profiling::Measurement& m, std::string_view origin = {});

inline constexpr float tooltip_width = 340.0f; // [px], before scale, at which a tooltip wraps its text
/// Text of a tooltip, wrapped as it asked the toolkit to. Words of the glossary in it are marked, and a key explains
/// them.
void tooltip_text(const Frame& frame, std::string_view text, const ImVec4& colour);
/// Like ImGui::BeginTooltip(), but never for what lies behind an open dialog: the tooltip would cover the dialog.
[[nodiscard]] bool begin_tooltip(const Frame& frame);
/// A tooltip for the last item, wrapped, in the house's look. The arrow keys reach the item, also where it is a text or
/// a control that cannot be used now.
void explain(const Frame& frame, std::string_view text);
/// A heading in dim text with an addition, which may be empty. Both have the tooltip `meaning`, which says what stands
/// below; that of an addition without room begins with the whole addition.
void heading(const Frame& frame, const char* text, std::string_view addition, std::string_view meaning);

} // namespace pairscope::app
