// SPDX-License-Identifier: MIT
// The matches on the screen as a table for a file.
#pragma once

#include "app/spine/state.h"

#include <span>
#include <string>

namespace pairscope::app {

/// A line of headings, and one for each match that is shown, in the order of the list: what the filter hides is left
/// out. Rows are 0-based, and what is unknown has an empty field. If no filter is set and `found` also has the matches
/// of the second set, these follow, and a column tells whose each one is.
[[nodiscard]] std::string matches_csv(const DataSnapshot& data, const MatchesState& list,
                                      std::span<const FoundMatch> found);

} // namespace pairscope::app
