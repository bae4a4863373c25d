// SPDX-License-Identifier: MIT
// The arrangements of panels: where each panel is at home, and how the workspace is divided.
#pragma once

#include "app/window/panels.h"

#include <array>
#include <string>

#include <imgui.h>

namespace pairscope::app {

/// The ways to divide the workspace. Every arrangement has its own dock space and its own windows, so one that is not
/// shown keeps its sizes and its tabs until it is shown again.
enum class Arrangement { columns, narrow, presentation, data, presented_panel, presented_data };
inline constexpr std::array arrangements{Arrangement::columns,         Arrangement::narrow,
                                         Arrangement::presentation,    Arrangement::data,
                                         Arrangement::presented_panel, Arrangement::presented_data};

/// The output is large in one of the first two, and a panel about kernels in the other. In the third one, where
/// distances are given and no panel is about kernels, the output is large beside the points.
[[nodiscard]] constexpr bool is_presentation(Arrangement arrangement) {
    return arrangement == Arrangement::presentation || arrangement == Arrangement::presented_panel ||
           arrangement == Arrangement::presented_data;
}

inline constexpr float narrow_width = 1100.0f; // [px] below this width the left column folds into tabs

/// Its dock space, inside the window "Workspace".
[[nodiscard]] ImGuiID space_of(Arrangement arrangement);
/// The title of the panel's window: what stands before ### is shown, what follows distinguishes the windows.
[[nodiscard]] std::string title_of(const Panel& panel, Arrangement arrangement);
/// In a presentation only what a room has to see; among data nothing about kernels.
[[nodiscard]] bool has_place(const Panel& panel, Arrangement arrangement);

/// The nodes of a dock space that were made for the panels.
struct DockColumns {
    ImGuiID data = 0, points = 0, neighbours = 0, matrix = 0, ladder = 0, details = 0;
};
/// `size` is the workspace's, before scale. The columns are 20 : 50 : 30.
[[nodiscard]] DockColumns split(ImGuiID space, ImVec2 size, Arrangement arrangement);
[[nodiscard]] ImGuiID place_of(const DockColumns& c, Panel::Dock dock);
/// The ladder's share of its column, whose height before scale is `whole`.
[[nodiscard]] float share_of_ladder(float whole, Arrangement arrangement);

} // namespace pairscope::app
