// SPDX-License-Identifier: MIT
#include "kernels/engines/cpu/parallel.h"
#include "kernels/seriation/columns.h"
#include "kernels/seriation/seriation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>

namespace pairscope::seriation {
namespace {

constexpr float infinite = std::numeric_limits<float>::infinity();

/// The distances between all clusters, which begin as single vectors.
class ClusterDistances {
public:
    template <class Columns>
    ClusterDistances(const Columns& columns, double scale, const std::stop_token& stop)
        : count_(static_cast<std::size_t>(columns.count())), values_(count_ * count_), closed_(count_, 0.0f),
          candidates_(count_), open_(count_) {
        for (std::size_t i = 0; i < count_; ++i) open_[i] = i;
        cpu::for_rows({.rows = columns.count(), .step = 16, .threads = 0, .stop = stop},
                      [&](std::int64_t first, std::int64_t last) { measure_rows(columns, scale, first, last); });
    }
    /// These distances were given. An entry and its mirror image become equal: where they differ by rounding, a chain
    /// of nearest neighbours could lead back to its beginning.
    ClusterDistances(std::span<const float> given, std::int64_t count)
        : count_(static_cast<std::size_t>(count)), values_(given.begin(), given.end()), closed_(count_, 0.0f),
          candidates_(count_), open_(count_) {
        for (std::size_t i = 0; i < count_; ++i) open_[i] = i;
        for (std::size_t i = 0; i < count_; ++i)
            for (std::size_t k = 0; k < i; ++k) values_[k * count_ + i] = values_[i * count_ + k];
    }
    [[nodiscard]] float at(std::size_t a, std::size_t b) const { return values_[a * count_ + b]; }
    /// The first of the clusters that are left.
    [[nodiscard]] std::size_t first() const { return open_.front(); }
    /// The cluster nearest to `a`: of equals `preferred`, or else the first one.
    [[nodiscard]] std::size_t nearest(std::size_t a, std::size_t preferred) {
        closed_[a] = infinite;
        const float* const row = values_.data() + a * count_;
        for (std::size_t k = 0; k < count_; ++k) candidates_[k] = row[k] + closed_[k];
        closed_[a] = 0.0f;
        const float least = least_of(std::span<const float>(candidates_));
        if (preferred < count_ && candidates_[preferred] == least) return preferred;
        return static_cast<std::size_t>(std::ranges::find(candidates_, least) - candidates_.begin());
    }
    /// `b` becomes a part of `a`: their mean distances are weighted by how many vectors each has.
    void merge(std::size_t a, std::size_t b, double size_a, double size_b) {
        const auto part = static_cast<float>(size_b / (size_a + size_b));
        const std::span<float> into = row_of(a), from = row_of(b);
        for (std::size_t k = 0; k < count_; ++k) into[k] += part * (from[k] - into[k]);
        closed_[b] = infinite;
        std::erase(open_, b);
        for (const std::size_t k : open_) values_[k * count_ + a] = into[k];
    }

private:
    [[nodiscard]] std::span<float> row_of(std::size_t i) { return {values_.data() + i * count_, count_}; }

    /// Few columns at a time, which stay in a cache for all of the rows.
    template <class Columns>
    void measure_rows(const Columns& columns, double scale, std::int64_t first, std::int64_t last) {
        constexpr std::size_t together = 128;
        std::array<typename Columns::Key, together> keys;
        for (std::size_t begin = 0; begin < count_; begin += together)
            for (std::int64_t i = first; i < last; ++i) {
                const std::size_t size = std::min(together, count_ - begin);
                columns.keys_from(i, static_cast<std::int64_t>(begin), std::span(keys).first(size));
                const std::span<float> part = row_of(static_cast<std::size_t>(i)).subspan(begin, size);
                columns.distances_of(std::span<const typename Columns::Key>(keys).first(size), scale, part);
            }
    }

    std::size_t count_;
    std::vector<float> values_;
    std::vector<float> closed_; ///< infinite for clusters that became a part of another one, else 0
    std::vector<float> candidates_;
    std::vector<std::size_t> open_; ///< the clusters that are left, ascending
};

/// A cluster: a vector, or two clusters side by side, each of which may be turned around.
struct ClusterNode {
    std::int32_t left = -1, right = -1; ///< nodes; -1: a single vector
    bool turn_left = false, turn_right = false;
    std::int32_t first = 0, last = 0; ///< the vectors at its ends
    std::int32_t size = 1;
    float height = 0.0f;
};

/// How far two vectors are from each other, in any measure that grows with their distance.
using Apart = std::function<double(std::int32_t a, std::int32_t b)>;

class Dendrogram {
public:
    /// `scale`: what a height is multiplied with to be in the unit of the set.
    Dendrogram(std::int64_t vectors, Apart apart, double scale)
        : apart_(std::move(apart)), scale_(scale), nodes_(static_cast<std::size_t>(vectors)) {
        for (std::size_t i = 0; i < nodes_.size(); ++i) nodes_[i].first = nodes_[i].last = static_cast<std::int32_t>(i);
    }

    /// Takes that one of the four ways to turn two clusters in which the vectors that meet are the nearest.
    std::int32_t join(std::int32_t a, std::int32_t b, float height) {
        const ClusterNode &left = node(a), &right = node(b);
        ClusterNode both{.left = a, .right = b, .size = left.size + right.size};
        both.height = std::max({height, left.height, right.height});
        double nearest = std::numeric_limits<double>::infinity();
        for (const bool turn_left : {false, true})
            for (const bool turn_right : {false, true}) {
                const double distance =
                    apart_(turn_left ? left.first : left.last, turn_right ? right.last : right.first);
                if (!(distance < nearest)) continue;
                nearest = distance;
                both.turn_left = turn_left;
                both.turn_right = turn_right;
            }
        both.first = both.turn_left ? left.last : left.first;
        both.last = both.turn_right ? right.first : right.last;
        nodes_.push_back(both);
        return static_cast<std::int32_t>(nodes_.size()) - 1;
    }

    /// The vectors from left to right, and the branches with their middles in these places.
    [[nodiscard]] Clustering laid_out() const {
        struct Open {
            std::int32_t node;
            bool turned;
        };
        Clustering result;
        std::vector<float> middles(nodes_.size());
        std::vector<Open> open{{static_cast<std::int32_t>(nodes_.size()) - 1, false}};
        while (!open.empty()) {
            const auto [at, turned] = open.back();
            open.pop_back();
            const ClusterNode& here = node(at);
            if (here.left < 0) {
                middles[static_cast<std::size_t>(at)] = static_cast<float>(result.order.size()) + 0.5f;
                result.order.push_back(here.first);
                continue;
            }
            const Open left{here.left, here.turn_left != turned}, right{here.right, here.turn_right != turned};
            open.push_back(turned ? left : right);
            open.push_back(turned ? right : left);
        }
        const auto leaves = result.order.size();
        for (std::size_t i = leaves; i < nodes_.size(); ++i) {
            const auto left = static_cast<std::size_t>(nodes_[i].left),
                       right = static_cast<std::size_t>(nodes_[i].right);
            middles[i] = (middles[left] + middles[right]) / 2.0f;
            const auto scaled = [&](float height) { return static_cast<float>(height * scale_); };
            Branch branch{.left = middles[left],
                          .right = middles[right],
                          .left_height = scaled(nodes_[left].height),
                          .right_height = scaled(nodes_[right].height),
                          .height = scaled(nodes_[i].height)};
            if (branch.left > branch.right) {
                std::swap(branch.left, branch.right);
                std::swap(branch.left_height, branch.right_height);
            }
            result.branches.push_back(branch);
        }
        return result;
    }

    [[nodiscard]] const ClusterNode& node(std::int32_t i) const { return nodes_[static_cast<std::size_t>(i)]; }

private:
    Apart apart_;
    double scale_;
    std::vector<ClusterNode> nodes_;
};

/// Follows nearest neighbours until two clusters are nearest to each other, and merges these. The rest of the chain
/// stays valid: a mean distance never becomes smaller than both of those that it is made of. False if it was stopped.
bool merge_all(ClusterDistances& distances, Dendrogram& tree, std::size_t count, const std::stop_token& stop) {
    std::vector<std::int32_t> node_of(count); // nodes of the clusters that are left
    for (std::size_t i = 0; i < count; ++i) node_of[i] = static_cast<std::int32_t>(i);
    std::vector<std::size_t> chain;
    std::vector<std::int64_t> place_in_chain(count, -1);
    const auto shorten_to = [&](std::size_t length) {
        for (; chain.size() > length; chain.pop_back()) place_in_chain[chain.back()] = -1;
    };
    const auto append = [&](std::size_t cluster) {
        place_in_chain[cluster] = std::ssize(chain);
        chain.push_back(cluster);
    };
    for (std::size_t merged = 1; merged < count;) {
        if (stop.stop_requested()) return false;
        if (chain.empty()) append(distances.first());
        const std::size_t last = chain.back(), before = chain.size() > 1 ? chain[chain.size() - 2] : count;
        const std::size_t next = distances.nearest(last, before);
        if (next != before) {
            // A rounded mean may come out too small, and lead back to an earlier cluster: the chain goes on from there.
            if (place_in_chain[next] >= 0)
                shorten_to(static_cast<std::size_t>(place_in_chain[next]) + 1);
            else
                append(next);
            continue;
        }
        const std::size_t a = std::min(last, next), b = std::max(last, next);
        const double size_a = tree.node(node_of[a]).size, size_b = tree.node(node_of[b]).size;
        node_of[a] = tree.join(node_of[a], node_of[b], distances.at(a, b));
        distances.merge(a, b, size_a, size_b);
        shorten_to(chain.size() - 2);
        ++merged;
    }
    return true;
}

/// In the numbering of the distances; the order of the set if it was stopped.
Clustering clustered(ClusterDistances distances, Dendrogram tree, std::size_t count, const std::stop_token& stop) {
    if (!merge_all(distances, tree, count, stop))
        return {.order = identity(static_cast<std::int64_t>(count)), .branches = {}};
    return tree.laid_out();
}

Clustering clusters_of_given(const Dataset& given, const std::stop_token& stop) {
    const std::span<const float> entries = coordinates(given);
    const auto apart = [&](std::int32_t a, std::int32_t b) -> double {
        return entries[static_cast<std::size_t>(a) * static_cast<std::size_t>(given.dims) +
                       static_cast<std::size_t>(b)];
    };
    return clustered(ClusterDistances(entries, given.rows), Dendrogram(given.rows, apart, 1.0),
                     static_cast<std::size_t>(given.rows), stop);
}

template <class Columns> Clustering clusters_of(const Columns& columns, const std::stop_token& stop) {
    const auto count = static_cast<std::size_t>(columns.count());
    const RowsInOrder& rows = columns.rows();
    if (count == 0) return {.order = rows.left_out, .branches = {}};
    const auto apart = [&](std::int32_t a, std::int32_t b) -> double {
        typename Columns::Key key = 0;
        columns.keys_from(a, b, std::span(&key, 1));
        return key;
    };
    const double scale = scale_for(columns);
    Clustering result =
        clustered(ClusterDistances(columns, scale, stop), Dendrogram(columns.count(), apart, scale), count, stop);
    for (std::int32_t& place : result.order) place = rows.rows[static_cast<std::size_t>(place)];
    result.order.insert(result.order.end(), rows.left_out.begin(), rows.left_out.end());
    return result;
}

} // namespace

Clustering clusters(const Dataset& set, const std::stop_token& stop, const ComparedBy& by) {
    if (set.rows > most_clustered) throw std::length_error("more vectors than can be clustered");
    if (set.holds_distances) return clusters_of_given(set, stop);
    Clustering result = with_columns_of(set, by, [&](const auto& columns) { return clusters_of(columns, stop); });
    if (stop.stop_requested()) return {.order = identity(set.rows), .branches = {}};
    return result;
}

} // namespace pairscope::seriation
