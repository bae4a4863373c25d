// SPDX-License-Identifier: MIT
// Which branches of a tree of clusters can be seen beside the picture.
#pragma once

#include "kernels/seriation/cut.h"
#include "kernels/seriation/seriation.h"
#include "render/heatmap_view.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace pairscope::app {

/// The places in `branches` of those that are wider than a pixel and partly in sight. `of_rows`: the tree stands beside
/// the rows.
[[nodiscard]] std::vector<std::size_t> branches_in_sight(const std::vector<seriation::Branch>& branches, bool of_rows,
                                                         const HeatmapView& view, Viewport viewport);

/// The first place of the vectors below a merge and the place behind the last one.
struct PlacesBelow {
    std::int64_t begin = 0, end = 0;
    bool operator==(const PlacesBelow&) const = default;
};
[[nodiscard]] PlacesBelow places_below(const seriation::Clustering& tree, std::size_t merge);

struct CutTree {
    const seriation::Clustering& tree;
    const seriation::Clusters& clusters;
};
/// The cluster in which the branch of this merge lies; absent: the cut goes through it or lies below it.
[[nodiscard]] std::optional<std::size_t> cluster_of_branch(const CutTree& tree, std::size_t merge,
                                                           const seriation::Branch& branch);

/// Where a cut into so many clusters goes through the tree: half way between two heights.
[[nodiscard]] double height_of_cut(const seriation::Clustering& tree, std::int64_t number);

/// The lowest branch around a point of the tree: `middle` counts places. Absent: there is none.
[[nodiscard]] std::optional<std::size_t> branch_around(const std::vector<seriation::Branch>& branches, float middle,
                                                       float height);

/// The height of the highest branch; 0 without branches.
[[nodiscard]] float highest_of(const std::vector<seriation::Branch>& branches);

} // namespace pairscope::app
