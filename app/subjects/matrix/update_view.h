// SPDX-License-Identifier: MIT
// Commands about how the matrix and the window look: this part of update().
#pragma once

#include "app/spine/commands.h"
#include "app/spine/state.h"

#include <cstdint>
#include <string>

namespace pairscope::app {

void hover(ViewState& view, const command::HoverCell& hovered);
void find_cell(ViewState& view, Cell cell);
/// The colours of what was shown are kept for when it is shown again.
void show_content(ViewState& view, const command::ShowContent& shown);

void set_presentation(State& state, bool on);
void reset_layout(LookState& look);
void show_dialog(LookState& look, Dialog dialog);
void focus_panel(LookState& look, const std::string& panel);
void dismiss_notice(State& state, std::int64_t id);

} // namespace pairscope::app
