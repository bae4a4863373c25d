// SPDX-License-Identifier: MIT
// Where the panels are: three columns, what goes in, what comes out, why it took so long. All docked, all movable.
#pragma once

#include "app/window/panels.h"
#include "app/window/widgets/frame.h"

#include <optional>
#include <string>
#include <string_view>

struct ImRect;

namespace pairscope::app {

/// Draws every shown panel in its window. Builds the default layout at the first start, when it is asked for, and when
/// the saved one is damaged. A presentation and a narrow window have layouts of their own.
void lay_out(const Frame& frame);

/// The title of the panel's window in the layout of now.
[[nodiscard]] std::string title_in_layout(const Frame& frame, const Panel& panel);

/// Does the layout of now show the panel, perhaps behind the tab of another one?
[[nodiscard]] bool is_in_sight(const Frame& frame, const Panel& panel);

/// Where the panel of this name is on the screen [px], or its tab where another panel is in front of it. Absent:
/// neither is shown.
[[nodiscard]] std::optional<ImRect> rect_of_panel(const Frame& frame, std::string_view name);

} // namespace pairscope::app
