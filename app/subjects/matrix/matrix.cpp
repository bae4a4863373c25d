// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/matrix.h"

#include "app/spine/update/update.h"

namespace pairscope::app {

void find_cell(ViewState& view, Cell cell) {
    view.pinned = view.reveal = cell;
    view.hovered.reset();
}

void show_content(ViewState& view, const command::ShowContent& shown) {
    view.kept_colours[std::size_t(colour_group(view.content))] = view.colours;
    view.content = shown.content;
    view.against = shown.against;
    view.colours = view.kept_colours[std::size_t(colour_group(shown.content))];
}

namespace command {

void carry_out(const SetView& c, State& state, Effects&) {
    state.view.heatmap = c.view;
    state.view.fit = false;
}
void carry_out(const FitView&, State& state, Effects&) {
    state.view.fit = state.view.scatter.fit = true;
    state.view.coordinates.reset();
}
void carry_out(const OneToOne&, State& state, Effects&) { state.view.one_to_one = true; }
/// The mouse may have come to another place, which marks its own cell, before the place it left takes its mark away.
void carry_out(const HoverCell& c, State& state, Effects&) {
    ViewState& view = state.view;
    if (!c.cell && c.place != HoverPlace::elsewhere && c.place != view.hovered_in) return;
    view.hovered = c.cell;
    view.hovered_in = c.cell ? c.place : HoverPlace::elsewhere;
}
void carry_out(const PinCell& c, State& state, Effects&) { state.view.pinned = c.cell; }
void carry_out(const MarkWrong& c, State& state, Effects&) { state.view.wrong_marks = c.on; }
void carry_out(const ShowContent& c, State& state, Effects&) { show_content(state.view, c); }
void carry_out(const FindCell& c, State& state, Effects&) { find_cell(state.view, c.cell); }
void carry_out(const RevealRegion& c, State& state, Effects&) { state.view.reveal_region = c.region; }
void carry_out(const SetColours& c, State& state, Effects&) { state.view.colours = c.colours; }

} // namespace command

} // namespace pairscope::app
