// SPDX-License-Identifier: MIT
// Where one group of rows ends and the next one begins, in the order that is shown.
#pragma once

#include <cstdint>
#include <vector>

namespace pairscope::app {

struct State;

/// The places at which the next group begins: of an order by a class, by a column of categories, or by clusters whose
/// tree is cut. Empty for other orders. `set` is 0 for the rows and 1 for the columns.
[[nodiscard]] std::vector<std::int64_t> group_gaps(const State& state, int set);

} // namespace pairscope::app
