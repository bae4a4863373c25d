// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/update_view.h"

namespace pairscope::app {

/// The mouse may have come to another place, which marks its own cell, before the place it left takes its mark away.
void hover(ViewState& view, const command::HoverCell& hovered) {
    if (!hovered.cell && hovered.place != HoverPlace::elsewhere && hovered.place != view.hovered_in) return;
    view.hovered = hovered.cell;
    view.hovered_in = hovered.cell ? hovered.place : HoverPlace::elsewhere;
}

void find_cell(ViewState& view, Cell cell) {
    view.pinned = view.reveal = cell;
    view.hovered.reset();
}

/// Text that was made larger for the room is as before when the presentation ends.
void show_content(ViewState& view, const command::ShowContent& shown) {
    view.kept_colours[std::size_t(colour_group(view.content))] = view.colours;
    view.content = shown.content;
    view.against = shown.against;
    view.colours = view.kept_colours[std::size_t(colour_group(shown.content))];
}

void set_presentation(State& state, bool on) {
    LookState& look = state.look;
    if (look.presentation == on) return;
    look.presentation = on;
    state.view.hovered.reset(); // the panel under the mouse may be gone
    if (on)
        look.scale_before = look.scale;
    else
        look.scale = look.scale_before;
}

void reset_layout(LookState& look) {
    look.reset_layout = true;
    look.panels.clear();
}

void show_dialog(LookState& look, Dialog dialog) {
    look.dialog = dialog;
    look.entry = {.text = {}, .folder = look.entry.folder, .chosen = 0};
}

void focus_panel(LookState& look, const std::string& panel) {
    look.panels[panel] = true;
    look.focus = panel;
}

void dismiss_notice(State& state, std::int64_t id) {
    for (Notice& notice : state.notices)
        if (notice.id == id) notice.read = true;
}

} // namespace pairscope::app
