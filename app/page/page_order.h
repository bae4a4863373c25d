// SPDX-License-Identifier: MIT
// Orders of a page's matrix that the program works out: the tree of clusters with its cuts, and the spanning tree.
#pragma once

#include "app/spine/files/columns.h"
#include "app/spine/question.h"

#include <cstdint>
#include <stop_token>
#include <string>

namespace pairscope::page {

/// Larger sets have no order that looks at all pairs of their vectors: working it out would take seconds.
inline constexpr std::int64_t most_ordered_rows = 4096;
/// So many steps (PageFormula::steps) of a metric of a workload's own at most, for the same reason.
inline constexpr double most_ordered_steps = 2e9;
/// A tree is cut into two clusters, three, and so on up to so many.
inline constexpr std::int64_t most_clusters = 12;

struct PageOrders {
    /// A list of {kind, title, cuts, column_cuts}. A cut is a list of the places at which the next cluster begins.
    app::Json json;
    bool take_too_long = false; ///< there are none for this reason alone
    std::string bytes; ///< for each order the vector at each place, as int32: the rows, then the columns of two sets
};

/// None where a set is too large, where its distances take too long, and where given distances have no tree.
[[nodiscard]] PageOrders orders_of(const app::Question& question, const std::stop_token& stop);

} // namespace pairscope::page
