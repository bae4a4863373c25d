// SPDX-License-Identifier: MIT
// Functions on the toolkit's tree of dock nodes that the layout needs and that the toolkit does not offer in public.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include <imgui.h>

struct ImRect;

namespace pairscope::app {

/// The node in which a window of that title is docked, whether it is drawn or only known from the saved layout; 0:
/// none.
[[nodiscard]] ImGuiID dock_of(const std::string& title);

/// Is the node one of this dock space's?
[[nodiscard]] bool is_within(ImGuiID node, ImGuiID space);

/// Is this the panel that its node shows, of those that share the node?
[[nodiscard]] bool is_front_tab(const std::string& title);

/// Is this the panel that the node shows, or will show when its windows are drawn?
[[nodiscard]] bool is_selected_tab(ImGuiID node, const std::string& title);

/// The place of the panel with its tabs, or its tab alone where another panel is in front of it. Absent: the panel was
/// not drawn.
[[nodiscard]] std::optional<ImRect> box_of_panel(const std::string& title);

/// Makes the node show this panel, without giving it the keyboard.
void select_tab(ImGuiID node, const std::string& title);
/// Takes the keyboard from another window of this node: the toolkit would bring that one to the front again.
void release_keyboard(ImGuiID node, const std::string& title);

/// Makes it the last tab of its node.
void move_tab_to_end(const std::string& title);

/// If panels share a node, the one in front comes first when the toolkit looks for a window to focus, as it does when a
/// dialog closes. Otherwise a panel behind it would get the focus, and with it the front.
void prefer_front_tab(const std::string& title);

/// The height that a node has if nobody moved its edge, as a function of the height of the whole space [px].
struct UsualHeight {
    ImGuiID node = 0;
    std::function<float(float whole)> of;
};
/// All columns of the space grow or shrink with it: left to itself the toolkit takes everything from the node in the
/// middle. A node that has its usual height gets the usual height for the new size. `size` is what the space is about
/// to have [px].
void fit_to(ImGuiID space, ImVec2 size, const UsualHeight& usual);

} // namespace pairscope::app
