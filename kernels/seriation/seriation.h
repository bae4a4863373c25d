// SPDX-License-Identifier: MIT
// Orders of the vectors of a set, for looking at their matrix: seriation. Each function is pure. A permutation says
// which vector stands at each place; every order has each vector once, and those with a coordinate that is missing or
// not finite come last, in the order of the set. Where the set holds distances instead of vectors, its entries are the
// distances.
#pragma once

#include "kernels/data/dataset.h"
#include "kernels/data/order_keys.h"
#include "kernels/ladder/workload.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace pairscope::seriation {

/// The place of each vector.
[[nodiscard]] Permutation inverse(const Permutation& permutation);
[[nodiscard]] bool is_permutation(const Permutation& permutation);

/// A step on the way from one order to another: each vector's place moves in a straight line. `share` is 0 at `from`
/// and 1 at `to`; both have the same length.
[[nodiscard]] Permutation between(const Permutation& from, const Permutation& to, double share);

/// How the vectors of a set are compared. Given distances are read instead.
struct ComparedBy {
    Metric metric = Metric::euclidean;
    OwnDistance own{}; ///< where the metric is a workload's own
    bool operator==(const ComparedBy&) const = default;
};

/// The order in which Prim's algorithm joins the vectors to the minimum spanning tree of their distances (VAT: Bezdek
/// and Hathaway 2002). It starts at the vector farthest from the mean (or from the first vector, by a metric of a
/// workload's own), where VAT starts at one of the two that are farthest apart: finding those takes as long again.
/// Given distances start as VAT does. O(n^2 d) time, O(n d) memory: no distance is stored. A stopped one has joined
/// fewer vectors; the rest follow in the order of the set.
[[nodiscard]] Permutation spanning_tree(const Dataset& set, const std::stop_token& stop = {},
                                        const ComparedBy& by = {});

/// Two clusters that become one, for a dendrogram. `left` and `right` are the middles of the two, in places from 0;
/// the first vector has the middle 0.5.
struct Branch {
    float left = 0.0f, right = 0.0f;
    float left_height = 0.0f, right_height = 0.0f; ///< at which they became clusters; 0: of a single vector
    float height = 0.0f;                           ///< the mean distance between their vectors
    bool operator==(const Branch&) const = default;
};
struct Clustering {
    Permutation order;
    std::vector<Branch> branches; ///< children before parents
};

/// So many vectors at most are clustered: their distances are stored.
inline constexpr std::int64_t most_clustered = 8192;

/// Hierarchical clustering by average linkage, with the nearest-neighbour chain (Murtagh 1983) in O(n^2) after the
/// distances. Each cluster is turned so that its nearest end lies at the other cluster (Gruvaeus and Wainer 1972).
/// Needs 4 n^2 bytes. A stopped one is the order of the set, without branches. Throws std::length_error for more than
/// most_clustered vectors.
[[nodiscard]] Clustering clusters(const Dataset& set, const std::stop_token& stop = {}, const ComparedBy& by = {});

} // namespace pairscope::seriation
