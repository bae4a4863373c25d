// SPDX-License-Identifier: MIT
// The controls that more than one panel draws: rows of label and control, thin sliders, entries, quiet text.
#pragma once

#include "app/window/widgets/frame.h"

#include <optional>
#include <string>
#include <string_view>

namespace pairscope::app {

/// Makes an item of what was or will be drawn here, which has a tooltip and does nothing on a click. The arrow keys
/// reach it, so that the tooltip can be read without a mouse; Tab stops only at controls.
void readable_area(const char* id, ImVec2 size);

/// Makes the last item, or the text that was just drawn, an item of this id that the arrow keys reach. The mouse does
/// not see it. `kind` names it for tests; null: it has a name already.
void keep_in_reach(ImGuiID id, const char* kind);

/// Text that is such an item. Words of the glossary in it are marked.
void explained_text(const Frame& frame, const char* id, std::string_view text, std::string_view meaning);
void explained_text(const Frame& frame, const char* id, std::string_view text, std::string_view meaning,
                    const ImVec4& colour);

/// Explained text that is dim, and wrapped at the end of the panel or of the table's cell.
void explained_paragraph(const Frame& frame, const char* id, std::string_view text, std::string_view meaning);

/// The label of a row in dim text, with a tooltip; the control comes next and fills the rest of the row, or the next
/// row where the panel is narrow.
void row_label(const Frame& frame, std::string_view label, std::string_view meaning);

/// A small button with a frame; of one that is chosen among several the frame has the accent's colour. True if it was
/// clicked.
[[nodiscard]] bool small_button(const Frame& frame, const char* id, std::string_view words, bool chosen = false);
[[nodiscard]] float small_button_width(const Frame& frame, std::string_view words);

struct SliderRange {
    double min = 0.0;
    double max = 1.0;
    bool whole = false;
    bool logarithmic = false;
};
/// A thin track with a round knob, as wide as the next item's width. True while it changes the value.
[[nodiscard]] bool thin_slider(const Frame& frame, const char* id, const SliderRange& range, double& value);

/// A field for an exact number, right-aligned until it is edited. What was typed, once it is finished.
[[nodiscard]] std::optional<std::string> entry(const char* id, const std::string& shown, float width);

/// The number in a text such as "30 336" or "0,5"; absent if it is none.
[[nodiscard]] std::optional<double> number_in(std::string text);

/// A drop-down with a small arrow: as ImGui::BeginCombo(), closed by ImGui::EndCombo() if it is open.
[[nodiscard]] bool begin_combo(const Frame& frame, const char* id, const std::string& shown, ImGuiComboFlags flags = 0);

/// One of a few choices that stand side by side; true if it was clicked.
[[nodiscard]] bool draw_choice(const Frame& frame, const std::string& name, bool chosen, const char* meaning);

/// One line of small text, cut at the panel's edge; all of it on hover. Words of the glossary in it are marked.
void small_line(const Frame& frame, std::string_view text, const ImVec4& colour);

/// Small text in a colour, wrapped at the panel's edge, with its terms underlined; and the height that it takes with
/// the gap below it.
void small_text(const Frame& frame, std::string_view text, const ImVec4& colour);
/// Small text whose words are not explained.
void small_plain_text(const Frame& frame, std::string_view text, const ImVec4& colour);
[[nodiscard]] float small_text_height(const Frame& frame, std::string_view text);

struct HeadingButton {
    const char* id;
    std::string_view word;
    std::string_view meaning;   ///< the tooltip
    std::string_view why_not{}; ///< why it cannot be pressed now, instead of the meaning; empty: it can
};
/// A small button at the right end of the last item's line, which is a heading; absent where there is no room for it.
/// True if it was clicked.
[[nodiscard]] bool heading_button(const Frame& frame, const HeadingButton& button);

/// A small button at the right end of the last item's line that opens the dialog of a saver, to save what is below;
/// absent where there is no room for it.
void export_link(const Frame& frame, const char* id, std::string_view saver, std::string_view what);

/// Text in a colour, wrapped at the panel's edge. Sentences about kernels are drawn by text_with_terms() instead.
void wrapped_text(std::string_view text, const ImVec4& colour);

/// Wrapped text that is a control: true if it was clicked, or pressed with a key.
[[nodiscard]] bool clickable_text(const char* id, std::string_view text, const ImVec4& colour);

/// Text in a colour, at the right end of the room that is left.
void right_aligned_text(const std::string& text, const ImVec4& colour);

/// The text, with "..." for what does not fit.
[[nodiscard]] std::string shortened(std::string_view text, float width);

/// Should the list in this window scroll to its selected row? Yes, for some frames, when another row is selected, and
/// when the list or its room changes. Apart from that the user scrolls it. Call it once per frame.
[[nodiscard]] bool is_to_scroll_to(const std::string& selection);

/// May a panel mark what is under the mouse? A mouse that rests does not take back the mark that a key has moved.
[[nodiscard]] bool may_hover(const Frame& frame);

} // namespace pairscope::app
