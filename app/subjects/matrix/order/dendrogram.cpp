// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/order/dendrogram.h"

#include <algorithm>
#include <iterator>

namespace pairscope::app {

std::vector<seriation::Branch> branches_in_sight(const std::vector<seriation::Branch>& branches, bool of_rows,
                                                 const HeatmapView& view, Viewport viewport) {
    const Position first = position_at(view, {0.0, 0.0}, viewport);
    const Position last = position_at(view, {double(viewport.width), double(viewport.height)}, viewport);
    const auto low = float(of_rows ? first.row : first.col), high = float(of_rows ? last.row : last.col);
    const auto least_width = float(1.0 / view.pixels_per_cell);
    std::vector<seriation::Branch> seen;
    std::ranges::copy_if(branches, std::back_inserter(seen), [&](const seriation::Branch& branch) {
        return branch.right >= low && branch.left <= high && branch.right - branch.left >= least_width;
    });
    return seen;
}

float highest_of(const std::vector<seriation::Branch>& branches) {
    float highest = 0.0f;
    for (const seriation::Branch& branch : branches) highest = std::max(highest, branch.height);
    return highest;
}

} // namespace pairscope::app
