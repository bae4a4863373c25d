// SPDX-License-Identifier: MIT
// Commands about the part of the matrix that is looked at: this part of update().
#pragma once

#include "app/spine/update/update.h"

#include <string>
#include <string_view>

namespace pairscope::app {

void go_to(State& state, const command::GoTo& goal);
/// A wrong text becomes a notice, and changes nothing.
void use_view_text(State& state, std::string_view text);
/// What the command line asked for, once there is data.
void use_asked_view(State& state);
/// The view of a recording: a step of undo, if it changes anything.
void use_recorded_view(State& state, const ViewText& view);
/// What a recording keeps: the view with the colours of values, whatever is shown.
[[nodiscard]] std::string view_to_record(const State& state);
/// Why the view does not fit the matrix of now, in sentences; empty if it does.
[[nodiscard]] std::string why_not_viewed(const State& state, const ViewText& view);
/// What is looked at now, to be copied.
[[nodiscard]] std::string view_text_of(const State& state);

} // namespace pairscope::app
