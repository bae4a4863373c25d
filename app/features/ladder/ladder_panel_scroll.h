// SPDX-License-Identifier: MIT
// How the list of the ladder scrolls to a row: by whole lines, so that none is cut in half at the upper edge.
#pragma once

#include <vector>

namespace pairscope::app {

/// The lines of the current window, from the top down, where the cursor is when each one begins.
class ScrolledLines {
public:
    void begin_line();
    /// Brings a row whose line has begun into sight, all of it or else its begin, and moves the list no farther than
    /// that needs. `top` and `height` are on the screen [px].
    void scroll_to(float top, float height) const;
    /// At the cursor: room below the last line, so that the list can be moved to its end by whole lines.
    void end() const;

private:
    /// How far the list has to move so that a line begins at the upper edge, at least this far [px].
    [[nodiscard]] float whole_lines(float least) const;
    std::vector<float> tops_; ///< on the screen [px]
};

} // namespace pairscope::app
