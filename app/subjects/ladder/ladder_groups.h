// SPDX-License-Identifier: MIT
// The groups of the ladder's rows that can be folded away: which there are, and which are folded. Pure functions.
#pragma once

#include "app/spine/commands.h"
#include "app/subjects/ladder/ladder_rows.h"

#include <map>
#include <span>
#include <string>
#include <vector>

namespace pairscope::app {

/// Rows of a section that stand together.
struct RungGroup {
    std::string key;   ///< in LookState::folded: "distance_matrix/six published kernels"
    std::string title; ///< "six published kernels"; empty: the group is the whole section, whose title stands for it
    std::string about; ///< what the rows have in common, in whole sentences
    std::size_t first = 0, count = 0; ///< its place among the section's rows, and how many it has
};

/// In the order of their rows; together they hold every row. Only the CUDA variants of this session have more than one
/// group: those that the workload describes, and "further variants" for all others.
[[nodiscard]] std::vector<RungGroup> groups_of(const State& state, const LadderSection& section);

[[nodiscard]] std::span<const LadderRow> rows_of(const LadderSection& section, const RungGroup& group);
/// "keys 1 to 6", "keys 7 to 9, Alt+0 to Alt+5"; empty if no key selects one of the rows.
[[nodiscard]] std::string keys_text(std::span<const LadderRow> rows);
/// What a folded group tells about its rows: "6 variants", "6 variants, best useful fraction 0.97".
[[nodiscard]] std::string folded_text(std::span<const LadderRow> rows, Bars bars);
/// The row whose bar stands for a folded group: the largest fraction, the shortest time, or the largest speed-up. Null:
/// no row has a figure.
[[nodiscard]] const LadderRow* best_of(std::span<const LadderRow> rows);

/// What decides whether a group is folded.
struct FoldQuestion {
    std::string key;
    float height = 0.0f;         ///< total height of its rows [px]
    bool holds_selected = false; ///< one of its rows is selected, or compared with the selected one
};
/// What the user chose holds. All other groups are open if there is room [px] for all rows. Otherwise those without a
/// selected row fold, the last one first, until the rest has room.
[[nodiscard]] std::vector<bool> folded(std::span<const FoldQuestion> groups, float room,
                                       const std::map<std::string, bool>& chosen);

} // namespace pairscope::app
