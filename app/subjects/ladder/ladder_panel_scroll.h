// SPDX-License-Identifier: MIT
// How the list of the ladder scrolls to a row: by whole lines, so that none is cut in half at the upper edge.
#pragma once

#include <vector>

namespace pairscope::app {

/// The lines of the current window, from the top down. A line begins where the cursor is at begin_line().
class ScrolledLines {
public:
    void begin_line();
    /// Scrolls until the whole row is visible, or its beginning if the row is higher than the list. Its line must have
    /// begun. The list moves no farther than necessary. `top` and `height` are on the screen [px].
    void scroll_to(float top, float height) const;
    /// Adds room below the last line, at the cursor, so that the list can be scrolled to its end by whole lines.
    void end() const;

private:
    /// The distance by which the list must move so that a line begins at its upper edge, at least `least` [px].
    [[nodiscard]] float whole_lines(float least) const;
    std::vector<float> tops_; ///< on the screen [px]
};

} // namespace pairscope::app
