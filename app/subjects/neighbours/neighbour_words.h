// SPDX-License-Identifier: MIT
// The sentences of the Nearest panel.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/state.h"

#include <string>

namespace pairscope::app {

/// What a user should know about the list: ties, fewer neighbours than asked for, vectors that are left out. Empty if
/// there is nothing.
[[nodiscard]] std::string list_notes(const State& state, const MarkedPair& marked);
/// The tooltip of a line of the list.
[[nodiscard]] std::string neighbour_story(const State& state, const MarkedPair& marked, const Neighbour& neighbour);
/// The distance over that of the neighbour of the next rank; absent behind the last one, and where that one is 0.
[[nodiscard]] std::optional<double> ratio_to_next(const MarkedPair& marked, const Neighbour& neighbour);

} // namespace pairscope::app
