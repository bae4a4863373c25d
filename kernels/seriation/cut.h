// SPDX-License-Identifier: MIT
// Clusters of a tree that is cut, and how well each vector lies in its cluster.
#pragma once

#include "kernels/seriation/seriation.h"

#include <cstdint>
#include <vector>

namespace pairscope::seriation {

/// Clusters count from 0, by their first place in the order of the tree.
struct Clusters {
    std::vector<std::int32_t> of_row{}; ///< one for each row of the set; -1: the row is in no tree
    std::vector<std::int64_t> sizes{};  ///< how many rows each cluster has
    bool operator==(const Clusters&) const = default;
    [[nodiscard]] std::int64_t count() const { return static_cast<std::int64_t>(sizes.size()); }
};

/// Undoes the last merges until there are so many clusters, or as many as there are vectors.
[[nodiscard]] Clusters cut_into(const Clustering& tree, std::int64_t number);
/// Undoes the merges above this height, in a tree whose heights never fall.
[[nodiscard]] Clusters cut_at(const Clustering& tree, double height);
/// How many clusters cut_at() gives.
[[nodiscard]] std::int64_t number_at(const std::vector<Merge>& merges, double height);
/// Is a merge lower than one of its parts?
[[nodiscard]] bool has_inversions(const Clustering& tree);

/// The silhouettes of Rousseeuw (1987): (b - a) / max(a, b), where a is the mean distance from the others of the own
/// cluster, and b the least mean distance from another cluster. 0 for a vector that is alone in its cluster.
struct Silhouettes {
    std::vector<double> of_row{};     ///< NaN: the row is in no cluster
    std::vector<double> of_cluster{}; ///< the mean of each cluster
    double mean = 0.0;
};
/// O(n^2 d) time; no distance is stored. Adds the number of rows to control.rows_done. Empty if it was stopped, or
/// where there are fewer than two clusters.
[[nodiscard]] Silhouettes silhouettes(const Dataset& set, const ComparedBy& by, const Clusters& clusters,
                                      const RunControl& control = {});

} // namespace pairscope::seriation
