// SPDX-License-Identifier: MIT
// The texts of the last frame as they were drawn, found again in the triangles that the toolkit gave to OpenGL: which
// of them are cut by the clip rectangle of their window, and which lie on each other. The program needs no code for it.
#pragma once

#include <string>
#include <vector>

#include <imgui.h>
#include <imgui_internal.h>

namespace pairscope::app {

/// Letters that were drawn one after the other on one line.
struct ShownText {
    std::string text;
    std::string window; ///< the one that it is drawn in
    ImRect box;         ///< whole, even where it is clipped
    ImRect clip;        ///< outside of it nothing is seen
    std::vector<ImRect> letters;
    bool is_cut_across = false; ///< at its left or right end
    bool is_cut_along = false;  ///< at its upper or lower edge
};

/// Call it between two frames.
[[nodiscard]] std::vector<ShownText> shown_texts();

/// What is wrong with them, in a sentence each: texts that are cut, and texts of one window that lie on each other. The
/// part of a window that scrolls may cut its first and its last line.
[[nodiscard]] std::vector<std::string> faults_of(const std::vector<ShownText>& texts);

} // namespace pairscope::app
