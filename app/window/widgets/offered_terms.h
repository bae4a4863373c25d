// SPDX-License-Identifier: MIT
// The words of the glossary in a tooltip, or in the text that the keyboard is on. The mouse cannot go to a word in a
// tooltip, so a key shows the pictures of these words, one after the other, below the text.
#pragma once

#include "app/window/widgets/frame.h"
#include "app/window/widgets/glossary.h"

#include <string>
#include <string_view>
#include <vector>

namespace pairscope::app {

class OfferedTerms {
public:
    /// The terms of a text, which a tooltip shows in this frame or which the keyboard is on.
    void offer(std::string_view text);
    /// Offers the terms of the text that was just drawn, which has no other tooltip: the first picture is shown at
    /// once, above or below the text.
    void show(std::string_view text);
    /// The mouse is on a word, whose picture is shown. Nothing else is offered in this frame.
    void withdraw() { is_withdrawn_ = true; }
    /// At the end of a frame: obeys the key, and draws the picture, or the line that says what the key explains.
    void draw(const Frame& frame);

private:
    [[nodiscard]] std::size_t first() const { return shows_at_once_ ? 1 : 0; }
    [[nodiscard]] std::string what_the_key_does() const;
    void place_beside_text(const Frame& frame) const;

    std::vector<const Term*> terms_, known_; ///< terms of this frame, and of the frame before
    std::size_t shown_ = 0; ///< the place of the term whose picture is shown, from 1; 0: no picture is shown
    bool shows_at_once_ = false;
    ImVec2 text_min_, text_max_; ///< the corners of the text whose first picture is shown at once
    bool is_withdrawn_ = false;
};

} // namespace pairscope::app
