// SPDX-License-Identifier: MIT
// Orders where the distances were given (Dataset::holds_distances): the entries are read. spanning_tree(), clusters()
// and distance_keys() do this for such a set.
#pragma once

#include "kernels/seriation/seriation.h"

namespace pairscope::seriation {

/// The first one of rows that are equally near to the tree is joined. A stopped one has joined fewer rows; the rest
/// follow in the order of the set.
[[nodiscard]] Permutation spanning_tree_of_given(const Dataset& given, const std::stop_token& stop);

} // namespace pairscope::seriation
