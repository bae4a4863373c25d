// SPDX-License-Identifier: MIT
// Commands about the guided tour, and what the other commands and events mean to it: this part of update() and apply().
#pragma once

#include "app/spine/state.h"

#include <cstddef>
#include <string>

namespace pairscope::app {

void show_tour(State& state, bool on);
void go_to_tour_step(State& state, std::size_t step);
void ask_about_bar(TourState& tour, const AskedBar& asked);
void predict_bar(TourState& tour, double guessed);
void show_term(LookState& look, const std::string& word);

/// The step of now is ticked off if this command, which was just carried out, has done it.
void observe_command(State& state, const Command& command);
/// The same for what a worker has told.
void observe_event(State& state);

} // namespace pairscope::app
