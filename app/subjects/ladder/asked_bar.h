// SPDX-License-Identifier: MIT
// The bar that the guided tour asks the user to predict: which one, and whether it is covered. Pure functions.
#pragma once

#include "app/spine/commands.h"
#include "app/subjects/ladder/ladder_rows.h"

#include <optional>
#include <vector>

namespace pairscope::app {

/// Says in the rows which bar is covered until it is predicted, and where the user predicted its end.
void mark_asked_bar(std::vector<LadderSection>& sections, const TourState& tour);

/// The row whose bar is covered or was predicted; null: none.
[[nodiscard]] const LadderRow* asked_row(const std::vector<LadderSection>& sections);

/// The bar that the tour should ask about now: that of the row below the selected one, or else of the first other row
/// with a time. Absent: the tour does not ask, has asked about a bar that is still there, or there is none.
[[nodiscard]] std::optional<AskedBar> bar_to_ask_about(const std::vector<LadderSection>& sections,
                                                       const TourState& tour);

} // namespace pairscope::app
