// SPDX-License-Identifier: MIT
// Where the vectors of a tree stand from left to right. Each cluster may be turned around, and its two parts stay side
// by side.
#pragma once

#include "kernels/seriation/linkage.h"
#include "kernels/seriation/seriation.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace pairscope::seriation {

/// How far two vectors of the tree are apart.
using Apart = std::function<double(std::int32_t a, std::int32_t b)>;

/// Turns each cluster so that its nearest end lies at the other cluster (Gruvaeus and Wainer 1972). The lowest clusters
/// are turned first. `vectors` is at least 1.
[[nodiscard]] Permutation ends_together(const std::vector<Merge>& merges, std::int64_t vectors, const Apart& apart);

/// The order in which the sum of the distances between vectors side by side is least (Bar-Joseph and others 2001).
/// O(n^3) time at worst, and 8 n^2 bytes. Empty if it was stopped.
[[nodiscard]] Permutation shortest_order(const std::vector<Merge>& merges, const PairDistances& distances,
                                         const RunControl& control = {});

/// The branches over the places of the vectors, children before parents.
[[nodiscard]] std::vector<Branch> branches_of(const std::vector<Merge>& merges, const Permutation& order);

} // namespace pairscope::seriation
