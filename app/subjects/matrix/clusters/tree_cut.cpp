// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/clusters/tree_cut.h"

#include "kernels/data/text.h"

#include <fmt/format.h>

namespace pairscope::app {

std::string why_not_cut(const seriation::Clustering& tree, const TreeCut& cut) {
    switch (cut.by) {
    case TreeCut::By::nothing:
        return {};
    case TreeCut::By::number:
        if (cut.number < 1) return "A tree is cut into 1 cluster or more.";
        if (tree.rows.empty()) return "No vector has distances, so there is no tree to cut.";
        if (cut.number > std::ssize(tree.rows))
            return fmt::format("The tree has {}, so it cannot be cut into {} clusters.",
                               counted(std::ssize(tree.rows), "vector"), grouped(cut.number));
        return {};
    case TreeCut::By::height:
        if (!(cut.height >= 0.0)) return "A tree is cut at the height 0 or higher.";
        if (seriation::has_inversions(tree))
            return "This tree cannot be cut by height, because some clusters join at a lower height than their parts "
                   "did; a number of clusters can be chosen.";
        return {};
    }
    return {};
}

std::optional<seriation::Clusters> clusters_of(const seriation::Clustering& tree, const TreeCut& cut) {
    if (cut.by == TreeCut::By::nothing || !why_not_cut(tree, cut).empty()) return {};
    return cut.by == TreeCut::By::number ? seriation::cut_into(tree, cut.number) : seriation::cut_at(tree, cut.height);
}

} // namespace pairscope::app
