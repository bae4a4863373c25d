// SPDX-License-Identifier: MIT
// Orders of the vectors of a set, for looking at their matrix: seriation. Each function is pure. A permutation says
// which vector stands at each place; every order has each vector once, and those with a coordinate that is missing or
// not finite come last, in the order of the set. Where the set holds distances instead of vectors, its entries are the
// distances.
#pragma once

#include "kernels/data/dataset.h"
#include "kernels/data/order_keys.h"
#include "kernels/ladder/workload.h"
#include "kernels/seriation/linkage.h"

#include <array>
#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
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
    float height = 0.0f;                           ///< as Merge::height
    bool operator==(const Branch&) const = default;
};
/// How the clusters of a tree are turned.
enum class LeafOrder : std::uint8_t {
    near_ends, ///< from the lowest clusters up, the nearest ends of two clusters meet
    optimal    ///< the sum of the distances between vectors side by side is least
};
inline constexpr std::array<Name<LeafOrder>, 2> leaf_order_names{
    {{LeafOrder::near_ends, "near_ends", "nearest ends meet"}, {LeafOrder::optimal, "optimal", "optimal leaf order"}}};
static_assert(is_in_order(leaf_order_names));
[[nodiscard]] constexpr std::string_view name_of(LeafOrder leaves) { return name_in(leaf_order_names, leaves); }
[[nodiscard]] constexpr std::string_view title_of(LeafOrder leaves) { return title_in(leaf_order_names, leaves); }

/// Which tree is made.
struct TreeChoice {
    Linkage linkage = Linkage::average;
    LeafOrder leaves = LeafOrder::near_ends;
    bool operator==(const TreeChoice&) const = default;
};

struct Clustering {
    Permutation order;
    std::vector<Branch> branches;     ///< children before parents
    std::vector<std::int32_t> rows{}; ///< the rows of the set that are in the tree, ascending
    std::vector<Merge> merges{};      ///< their vectors count from 0, in the order of `rows`
};

/// So many vectors at most are clustered: the distances of all pairs are stored.
inline constexpr std::int64_t most_clustered = 32768;
/// So many vectors at most get their optimal order, which takes O(n^3) time.
inline constexpr std::int64_t most_optimal = 4096;

/// Why given distances have no tree, in one sentence: some pairs lack a distance, or have two. Empty: they have one.
[[nodiscard]] std::string why_no_tree(const Dataset& set);

/// Hierarchical clustering of the distances in double precision. See join_clusters() for the tree and tree_layout.h for
/// the order. Needs 4 n^2 bytes, and an optimal order 20 n^2 bytes. Adds 2 n to control.rows_done, and an optimal order
/// adds n more. A stopped one is the order of the set, without branches. Throws std::length_error for more vectors than
/// the limits above, std::invalid_argument where the linkage does not suit the distances, and MemoryError.
[[nodiscard]] Clustering clusters(const Dataset& set, const RunControl& control = {}, const ComparedBy& by = {},
                                  const TreeChoice& tree = {});

} // namespace pairscope::seriation
