// SPDX-License-Identifier: MIT
// Which branches of a tree of clusters can be seen beside the picture.
#pragma once

#include "kernels/seriation/seriation.h"
#include "render/heatmap_view.h"

#include <vector>

namespace pairscope::app {

/// The branches that are wider than a pixel and partly in sight. `of_rows`: the tree stands beside the rows.
[[nodiscard]] std::vector<seriation::Branch> branches_in_sight(const std::vector<seriation::Branch>& branches,
                                                               bool of_rows, const HeatmapView& view,
                                                               Viewport viewport);

/// The height of the highest branch; 0 without branches.
[[nodiscard]] float highest_of(const std::vector<seriation::Branch>& branches);

} // namespace pairscope::app
