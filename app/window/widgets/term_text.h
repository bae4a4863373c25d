// SPDX-License-Identifier: MIT
// Words of the glossary in the texts of panels: underlined by dots, explained with a picture while the mouse is on
// them. The texts themselves are drawn as they would be without, so that their lines stay the same.
#pragma once

#include "app/window/widgets/frame.h"
#include "app/window/widgets/glossary.h"

#include <string_view>
#include <vector>

namespace pairscope::app {

/// Text in a colour, wrapped at the panel's edge, with its terms underlined.
void text_with_terms(const Frame& frame, std::string_view text, const ImVec4& colour);
/// Like clickable_text(), for a text with terms.
[[nodiscard]] bool clickable_text_with_terms(const Frame& frame, const char* id, std::string_view text,
                                             const ImVec4& colour);

/// A text that is on the screen: its upper left corner, and the width at which it was wrapped; 0: it was not.
struct WrittenText {
    std::string_view text;
    ImVec2 at;
    float wrap_width = 0.0f;
};
/// Underlines the terms of a text that was drawn in the font of now as a part of the last item, and explains the one
/// under the mouse. True if there is one. While the keyboard is on the item, a key explains them.
bool mark_terms(const Frame& frame, const WrittenText& written);
/// Marks the terms of a text that is no part of an item: `is_hovered` says whether the mouse is where the text is in
/// sight.
bool mark_terms(const Frame& frame, const WrittenText& written, bool is_hovered);
/// Marks the terms of a single line that is the last item.
bool mark_terms(const Frame& frame, std::string_view text);

/// Where a term stands, relative to the corner of the text. One that is broken at the end of a line has two places.
struct TermPlace {
    const Term* term = nullptr;
    ImVec2 min, max;
};
/// In the font of now.
[[nodiscard]] std::vector<TermPlace> places_of_terms(std::string_view text, float wrap_width);

/// Makes the text that was just drawn an item that the arrow keys reach, if it has terms. While the keyboard is on it,
/// the picture of its first term is shown, and a key goes to the next one.
void make_readable(const Frame& frame, std::string_view text);
/// Makes a line readable of which there was room for `shown` only. The arrow keys reach it also without terms.
void make_readable(const Frame& frame, std::string_view shown, std::string_view whole);
/// The key X explains the terms of a text that is in the tooltip of this frame.
void offer_terms(const Frame& frame, std::string_view text);

/// The word, its meaning and its picture, as wide as the picture.
void draw_term(const Frame& frame, const Term& term);
/// Draws the term in an open tooltip, below what it has already.
void draw_term_in_tooltip(const Frame& frame, const Term& term);

} // namespace pairscope::app
