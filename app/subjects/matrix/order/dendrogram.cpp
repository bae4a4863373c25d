// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/order/dendrogram.h"

#include <algorithm>

namespace pairscope::app {

std::vector<std::size_t> branches_in_sight(const std::vector<seriation::Branch>& branches, bool of_rows,
                                           const HeatmapView& view, Viewport viewport) {
    const Position first = position_at(view, {0.0, 0.0}, viewport);
    const Position last = position_at(view, {double(viewport.width), double(viewport.height)}, viewport);
    const auto low = float(of_rows ? first.row : first.col), high = float(of_rows ? last.row : last.col);
    const auto least_width = float(1.0 / view.pixels_per_cell);
    std::vector<std::size_t> seen;
    for (std::size_t i = 0; i < branches.size(); ++i) {
        const seriation::Branch& branch = branches[i];
        if (branch.right >= low && branch.left <= high && branch.right - branch.left >= least_width) seen.push_back(i);
    }
    return seen;
}

PlacesBelow places_below(const seriation::Clustering& tree, std::size_t merge) {
    const std::size_t vectors = tree.rows.size();
    std::vector<bool> below(tree.order.size(), false); // for each row of the set
    std::vector<std::int32_t> open{std::int32_t(vectors + merge)};
    while (!open.empty()) {
        const auto node = std::size_t(open.back());
        open.pop_back();
        if (node < vectors) {
            below[std::size_t(tree.rows[node])] = true;
            continue;
        }
        open.push_back(tree.merges[node - vectors].left);
        open.push_back(tree.merges[node - vectors].right);
    }
    const auto first = std::ranges::find_if(tree.order, [&](std::int32_t row) { return below[std::size_t(row)]; }) -
                       tree.order.begin();
    return {first, first + tree.merges[merge].size}; // they stand side by side
}

std::optional<std::size_t> cluster_of_branch(const CutTree& tree, std::size_t merge, const seriation::Branch& branch) {
    if (merge + tree.clusters.sizes.size() >= tree.tree.rows.size()) return {}; // the last merges are undone
    const auto place = std::size_t(branch.left); // the middle of a cluster lies inside of it
    return std::size_t(tree.clusters.of_row[std::size_t(tree.tree.order[place])]);
}

double height_of_cut(const seriation::Clustering& tree, std::int64_t number) {
    const std::int64_t merges = std::ssize(tree.merges), joined = merges + 1 - number; // so many merges are kept
    if (merges == 0) return 0.0;
    const auto height = [&](std::int64_t i) { return tree.merges[std::size_t(i)].height; };
    if (joined <= 0) return 0.5 * height(0);
    if (joined >= merges) return 1.05 * height(merges - 1);
    return 0.5 * (height(joined - 1) + height(joined));
}

std::optional<std::size_t> branch_around(const std::vector<seriation::Branch>& branches, float middle, float height) {
    constexpr float beside = 0.5f; // the two vectors of the lowest branches are as wide
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < branches.size(); ++i) {
        const seriation::Branch& branch = branches[i];
        if (middle < branch.left - beside || middle > branch.right + beside || branch.height < height) continue;
        if (!found || branch.height < branches[*found].height) found = i;
    }
    return found;
}

float highest_of(const std::vector<seriation::Branch>& branches) {
    float highest = 0.0f;
    for (const seriation::Branch& branch : branches) highest = std::max(highest, branch.height);
    return highest;
}

} // namespace pairscope::app
