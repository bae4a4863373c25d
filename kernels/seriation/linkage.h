// SPDX-License-Identifier: MIT
// Hierarchical clustering of distances: which two clusters join next, and at which height.
#pragma once

#include "kernels/data/names.h"
#include "kernels/ladder/engine.h"
#include "kernels/ladder/metric.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::seriation {

/// How far two clusters are apart.
enum class Linkage : std::uint8_t { average, complete, single, ward, weighted, centroid, median };
inline constexpr std::array<Name<Linkage>, 7> linkage_names{{{Linkage::average, "average", "average linkage"},
                                                             {Linkage::complete, "complete", "complete linkage"},
                                                             {Linkage::single, "single", "single linkage"},
                                                             {Linkage::ward, "ward", "Ward's linkage"},
                                                             {Linkage::weighted, "weighted", "weighted linkage"},
                                                             {Linkage::centroid, "centroid", "centroid linkage"},
                                                             {Linkage::median, "median", "median linkage"}}};
static_assert(is_in_order(linkage_names));
[[nodiscard]] constexpr std::string_view name_of(Linkage linkage) { return name_in(linkage_names, linkage); }
[[nodiscard]] constexpr std::string_view title_of(Linkage linkage) { return title_in(linkage_names, linkage); }

/// What a height of this linkage is, as words that follow "Two branches meet at": "the mean distance ...".
[[nodiscard]] std::string_view meaning_of_height(Linkage linkage);

/// Only these may join two clusters lower than one of the two was joined.
[[nodiscard]] constexpr bool may_invert(Linkage linkage) {
    return linkage == Linkage::centroid || linkage == Linkage::median;
}
/// Why clusters by this metric cannot have this linkage, in one sentence; empty if they can. `given`: the distances
/// were read from a file.
[[nodiscard]] std::string why_no_linkage(Linkage linkage, Metric metric, bool given, std::string_view title = {});

/// Two clusters that become one. Numbers below the number of vectors are vectors; merge i makes the cluster with the
/// number of vectors + i. This is a row of the linkage matrix of SciPy.
struct Merge {
    std::int32_t left = 0, right = 0; ///< left < right
    double height = 0.0;
    std::int32_t size = 0; ///< vectors in the cluster
    bool operator==(const Merge&) const = default;
};

/// The distances of all pairs in double precision: (0, 1), (0, 2), ..., (1, 2), ...
struct PairDistances {
    std::int64_t count = 0; ///< vectors
    std::vector<double> values{};
};
[[nodiscard]] constexpr std::int64_t pairs_of(std::int64_t count) { return count * (count - 1) / 2; }
/// The place of (i, k), i < k, among the pairs of so many vectors.
[[nodiscard]] constexpr std::int64_t place_of_pair(std::int64_t i, std::int64_t k, std::int64_t count) {
    return i * count - i * (i + 1) / 2 + k - i - 1;
}

/// Joins the two nearest clusters until one is left. If distances are equal, the pair with the lowest vectors joins
/// first, where the lowest vector of a cluster stands for it. The distances are used up. O(n^2) time for most data, and
/// O(n^3) at worst. The result does not depend on the threads. Means are kept as sums, so that equal means of distances
/// that are whole numbers are equal. Adds the number of vectors to control.rows_done. Empty if it was stopped.
[[nodiscard]] std::vector<Merge> join_clusters(PairDistances distances, Linkage linkage,
                                               const RunControl& control = {});

} // namespace pairscope::seriation
