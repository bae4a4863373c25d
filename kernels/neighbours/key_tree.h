// SPDX-License-Identifier: MIT
// A tree over vectors of two or three numbers, as metric_vectors.h prepares them, and the searches in it.
//
// A node knows the box around its vectors. The key of a box is computed by the same operations as the key of a vector,
// from differences that are not larger. Rounding is monotone, so it is never above the key of a vector inside, and the
// search finds what looking at every pair finds, without any tolerance.
#pragma once

#include "kernels/neighbours/metric_vectors.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

namespace pairscope::neighbours {

inline constexpr std::size_t most_tree_numbers = 3; ///< per prepared vector; with more numbers, a tree saves little

/// Can a tree find the neighbours by this metric, of vectors with so many coordinates? Keys of directions do not only
/// depend on differences, and Euclidean metrics have their own searches.
[[nodiscard]] bool has_key_tree(Metric metric, std::int64_t dims);

/// A candidate. The lower row comes first where keys are equal.
struct KeyedRow {
    double key = 0.0;
    std::int32_t row = 0;
    auto operator<=>(const KeyedRow&) const = default;
};

class KeyTree {
public:
    /// Over the usable vectors of a set; both arguments must outlive this. A stopped one is of no use.
    KeyTree(const MetricVectors& vectors, const std::vector<bool>& usable, const std::stop_token& stop);

    /// The rows of the vectors, in an order where near vectors often follow each other.
    [[nodiscard]] std::span<const std::int32_t> rows() const { return rows_; }
    /// Puts the `most` least candidates into the empty list, in their order. `own_row` is left out; -1: none.
    void find_nearest(std::span<const double> from, std::int32_t own_row, std::size_t most,
                      std::vector<KeyedRow>& list) const;
    /// The vectors whose distance, rounded to float32, is below the radius; a vector at that place counts, too.
    [[nodiscard]] std::int64_t count_closer(std::span<const double> from, float radius) const;

private:
    using Numbers = std::array<double, most_tree_numbers>;
    struct Node {
        Numbers low{}, high{};
        std::int32_t least_row = 0;
        std::int32_t first = 0, last = 0;   ///< its vectors among rows_
        std::int32_t left = -1, right = -1; ///< nodes; -1: it is a leaf
    };
    struct Search;

    std::int32_t add_node(std::int32_t first, std::int32_t last, const std::stop_token& stop);
    [[nodiscard]] Node bounds_of(std::int32_t first, std::int32_t last) const;
    [[nodiscard]] KeyedRow least_in(const Node& node, std::span<const double> from) const;
    [[nodiscard]] double largest_key_in(const Node& node, std::span<const double> from) const;
    void descend(Search& search, std::int32_t node) const;
    [[nodiscard]] std::int64_t count_in(std::int32_t node, std::span<const double> from, float radius) const;

    const MetricVectors& vectors_;
    std::vector<std::int32_t> rows_;
    std::vector<Node> nodes_; ///< the first one is the root
};

} // namespace pairscope::neighbours
