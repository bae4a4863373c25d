// SPDX-License-Identifier: MIT
#include "app/spine/look.h"

#include "app/spine/state.h"
#include "app/spine/update/update.h"

#include <algorithm>

namespace pairscope::app {

void show_dialog(LookState& look, Dialog dialog, std::string_view saver) {
    look.dialog = dialog;
    look.saver = saver;
    look.entry = {.text = {}, .folder = look.entry.folder, .chosen = 0};
}

void focus_panel(LookState& look, const std::string& panel) {
    look.panels[panel] = true;
    look.focus = panel;
}

namespace command {

void carry_out(const ArrangeForData& c, State& state, Effects&) { state.look.data_arrangement = c.on; }
void carry_out(const SetTheme& c, State& state, Effects&) { state.look.theme = c.theme; }
void carry_out(const SetFigureSize& c, State& state, Effects&) { state.look.figure = c.size; }
void carry_out(const SetChartTheme& c, State& state, Effects&) { state.look.charts_as_screen = c.as_screen; }
void carry_out(const SetScale& c, State& state, Effects&) { state.look.scale = std::clamp(c.scale, 0.5f, 3.0f); }
/// Text that was made larger for the room is as before when the presentation ends.
void carry_out(const SetPresentation& c, State& state, Effects&) {
    LookState& look = state.look;
    if (look.presentation == c.on) return;
    look.presentation = c.on;
    state.view.hovered.reset(); // the panel under the mouse may be gone
    if (c.on) {
        look.presents_output = look.opened.empty();
        look.scale_before = look.scale;
    } else {
        look.scale = look.scale_before;
    }
}
void carry_out(const PresentOutput& c, State& state, Effects&) { state.look.presents_output = c.on; }
void carry_out(const NoteOpened& c, State& state, Effects&) { state.look.opened = c.panel; }
void carry_out(const ResetLayout&, State& state, Effects&) {
    LookState& look = state.look;
    look.reset_layout = true;
    look.panels.clear();
}
void carry_out(const ShowDialog& c, State& state, Effects&) { show_dialog(state.look, c.dialog, c.saver); }
void carry_out(const SetEntry& c, State& state, Effects&) { state.look.entry = c.entry; }
void carry_out(const ShowPanel& c, State& state, Effects&) { state.look.panels[c.panel] = c.shown; }
void carry_out(const FocusPanel& c, State& state, Effects&) { focus_panel(state.look, c.panel); }
void carry_out(const DismissHints&, State& state, Effects&) { state.look.hints = false; }
void carry_out(const Quit&, State& state, Effects&) { state.quit = true; }

} // namespace command

} // namespace pairscope::app
