// SPDX-License-Identifier: MIT
#include "kernels/seriation/cut.h"

#include "kernels/seriation/pair_distances.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

namespace pairscope::seriation {
namespace {

/// The clusters after the first merges.
Clusters after_merges(const Clustering& tree, std::size_t merges) {
    const std::size_t vectors = tree.rows.size();
    std::vector<std::int32_t> parent(vectors + merges, -1);
    for (std::size_t i = 0; i < merges; ++i) {
        parent[static_cast<std::size_t>(tree.merges[i].left)] = static_cast<std::int32_t>(vectors + i);
        parent[static_cast<std::size_t>(tree.merges[i].right)] = static_cast<std::int32_t>(vectors + i);
    }
    std::vector<std::int32_t> root(parent.size()); // parents have higher numbers
    for (std::size_t node = parent.size(); node-- > 0;)
        root[node] = parent[node] < 0 ? static_cast<std::int32_t>(node) : root[static_cast<std::size_t>(parent[node])];
    Clusters clusters{.of_row = std::vector<std::int32_t>(tree.order.size(), -1), .sizes = {}};
    std::vector<std::int32_t> vector_of(tree.order.size(), -1), number_of(parent.size(), -1);
    for (std::size_t i = 0; i < vectors; ++i)
        vector_of[static_cast<std::size_t>(tree.rows[i])] = static_cast<std::int32_t>(i);
    for (const std::int32_t row : tree.order) {
        const std::int32_t vector = vector_of[static_cast<std::size_t>(row)];
        if (vector < 0) continue;
        std::int32_t& number = number_of[static_cast<std::size_t>(root[static_cast<std::size_t>(vector)])];
        if (number < 0) {
            number = static_cast<std::int32_t>(clusters.sizes.size());
            clusters.sizes.push_back(0);
        }
        clusters.of_row[static_cast<std::size_t>(row)] = number;
        ++clusters.sizes[static_cast<std::size_t>(number)];
    }
    return clusters;
}

/// What a row's distances say about its cluster.
double silhouette_of(std::size_t own, std::span<const double> sums, const Clusters& clusters) {
    if (clusters.sizes[own] < 2) return 0.0;
    double other = std::numeric_limits<double>::infinity();
    for (std::size_t cluster = 0; cluster < sums.size(); ++cluster)
        if (cluster != own) other = std::min(other, sums[cluster] / static_cast<double>(clusters.sizes[cluster]));
    const double within = sums[own] / static_cast<double>(clusters.sizes[own] - 1), most = std::max(within, other);
    return most > 0.0 ? (other - within) / most : 0.0; // all of these vectors coincide
}

} // namespace

Clusters cut_into(const Clustering& tree, std::int64_t number) {
    const auto wanted = static_cast<std::size_t>(std::max<std::int64_t>(number, 1));
    const std::size_t all = tree.merges.size();
    return after_merges(tree, all + 1 - std::min(wanted, all + 1));
}

Clusters cut_at(const Clustering& tree, double height) {
    const std::int64_t number = number_at(tree.merges, height);
    return cut_into(tree, number);
}

std::int64_t number_at(const std::vector<Merge>& merges, double height) {
    return 1 + std::ranges::count_if(merges, [&](const Merge& merge) { return merge.height > height; });
}

bool has_inversions(const Clustering& tree) {
    const std::size_t vectors = tree.rows.size();
    const auto height_of = [&](std::int32_t node) {
        const auto at = static_cast<std::size_t>(node);
        return at < vectors ? 0.0 : tree.merges[at - vectors].height;
    };
    return std::ranges::any_of(tree.merges, [&](const Merge& merge) {
        return merge.height < std::max(height_of(merge.left), height_of(merge.right));
    });
}

Silhouettes silhouettes(const Dataset& set, const ComparedBy& by, const Clusters& clusters, const RunControl& control) {
    const auto count = static_cast<std::size_t>(clusters.count());
    if (count < 2) return {};
    std::vector<std::int32_t> cluster_of; // one for each row that has distances
    for (const std::int32_t cluster : clusters.of_row)
        if (cluster >= 0) cluster_of.push_back(cluster);
    std::vector<double> found(cluster_of.size());
    const std::vector<std::int32_t> rows =
        measure_rows(set, by, control, [&](std::int64_t place, std::span<const double> distances) {
            std::vector<double> sums(count, 0.0);
            const auto at = static_cast<std::size_t>(place);
            for (std::size_t k = 0; k < distances.size(); ++k)
                if (k != at) sums[static_cast<std::size_t>(cluster_of[k])] += distances[k];
            found[at] = silhouette_of(static_cast<std::size_t>(cluster_of[at]), sums, clusters);
        });
    if (control.stop.stop_requested()) return {};
    Silhouettes result{.of_row = std::vector<double>(clusters.of_row.size(), std::numeric_limits<double>::quiet_NaN()),
                       .of_cluster = std::vector<double>(count, 0.0)};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        result.of_row[static_cast<std::size_t>(rows[i])] = found[i];
        const auto cluster = static_cast<std::size_t>(cluster_of[i]);
        result.of_cluster[cluster] += found[i] / static_cast<double>(clusters.sizes[cluster]);
        result.mean += found[i] / static_cast<double>(rows.size());
    }
    return result;
}

} // namespace pairscope::seriation
