// SPDX-License-Identifier: MIT
#include "app/subjects/tour/tour.h"

#include "app/spine/files/paths.h"
#include "app/spine/update/update.h"
#include "app/subjects/matrix/matrix.h"
#include "app/subjects/tour/tour_steps.h"

#include <algorithm>

namespace pairscope::app {
namespace {

void begin_step(State& state, std::size_t step) {
    TourState& tour = state.tour;
    tour.step = std::min(step, tour_steps - 1);
    tour.variant_before = state.run.variant_id;
    tour.asked.reset();
    tour.guessed.reset();
    tour.asked_file.reset();
}

} // namespace

void observe_command(State& state, const Command& command) {
    if (!state.tour.shown) return;
    if (const auto path = file_asked_by(state, command)) {
        const auto& saved = state.look.saved;
        state.tour.asked_file = AskedFile{.path = *path,
                                          .shipped = is_shipped(*path),
                                          .saved_before = saved ? std::optional(saved->when) : std::nullopt};
    }
    if (completes_step(state, command)) state.tour.done[state.tour.step] = true;
}

void observe_event(State& state) {
    if (has_asked_file(state)) state.tour.done[state.tour.step] = true;
}

namespace command {

void carry_out(const ShowTour& c, State& state, Effects&) {
    TourState& tour = state.tour;
    tour.shown = c.on;
    tour.offered = true;
    if (!c.on) return;
    state.look.hints = false; // the tour shows the same, and more
    const auto step = step_to_resume(tour);
    if (!step) tour.done = {};
    begin_step(state, step.value_or(0));
}
void carry_out(const GoToTourStep& c, State& state, Effects&) { begin_step(state, c.step); }
void carry_out(const AskAboutBar& c, State& state, Effects&) {
    TourState& tour = state.tour;
    const AskedBar& asked = c.asked;
    if (!tour.guessed) tour.asked = asked;
}
void carry_out(const PredictBar& c, State& state, Effects&) {
    TourState& tour = state.tour;
    double guessed = c.guessed;
    if (tour.asked) tour.guessed = std::clamp(guessed, 0.0, 1.0);
}
void carry_out(const ShowTerm& c, State& state, Effects&) {
    LookState& look = state.look;
    show_dialog(look, Dialog::glossary);
    look.entry.text = c.word;
}

} // namespace command

} // namespace pairscope::app
