// SPDX-License-Identifier: MIT
// A tree over vectors of two or three numbers, as metric_vectors.h prepares them, and the searches in it.
#pragma once

#include "kernels/neighbours/candidates.h"
#include "kernels/neighbours/metric_vectors.h"
#include "kernels/neighbours/radius_limit.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

namespace pairscope::neighbours {

inline constexpr std::size_t most_tree_numbers = 3; ///< per prepared vector; with more numbers, a tree saves little

/// Can a tree find the neighbours by this metric, of vectors with so many coordinates? Keys of directions do not only
/// depend on differences, and Euclidean metrics have their own searches.
[[nodiscard]] bool has_key_tree(Metric metric, std::int64_t dims);

class KeyTree {
public:
    /// Over the usable vectors of a set; both arguments must outlive this. A stopped one is of no use.
    KeyTree(const MetricVectors& vectors, const std::vector<bool>& usable, const std::stop_token& stop);

    /// The rows of the vectors, in an order where near vectors often follow each other.
    [[nodiscard]] std::span<const std::int32_t> rows() const { return rows_; }
    /// The numbers of the vector with this place in that order.
    [[nodiscard]] std::span<const double> vector(std::size_t place) const {
        return std::span(numbers_[place]).first(static_cast<std::size_t>(vectors_.length()));
    }
    /// Adds the candidates for the neighbours of `from` to the list, which has begun. `own_row` is left out; -1: none.
    void find_nearest(std::span<const double> from, std::int32_t own_row, CandidateList<>& list) const;
    /// Pairs of vector `row` of the first set, whose numbers are `from`, with all vectors of the tree.
    [[nodiscard]] CountedPairs count_within(std::int64_t row, std::span<const double> from,
                                            const RadiusLimit& limit) const;
    /// Calls take(row, comparison with the radius) for the vectors of the tree that are not farther from vector `row`
    /// of the first set than the radius, in any order.
    void list_within(std::int64_t row, std::span<const double> from, const RadiusLimit& limit,
                     const std::function<void(std::int64_t row, int comparison)>& take) const;

private:
    using Numbers = std::array<double, most_tree_numbers>; ///< a vector; the numbers that it lacks are 0
    struct Node {
        Numbers low{}, high{};
        std::int32_t least_row = 0;
        std::int32_t first = 0, last = 0;   ///< its vectors among rows_
        std::int32_t left = -1, right = -1; ///< nodes; -1: it is a leaf
    };
    struct Search;

    std::int32_t add_node(std::int32_t first, std::int32_t last, const std::stop_token& stop);
    [[nodiscard]] Node bounds_of(std::int32_t first, std::int32_t last) const;
    /// Calls `use` with a key function of two `Numbers`: metric_key() of this metric, without its choice per pair.
    template <class Use> void with_key(Use use) const;
    template <class KeyOf> void descend(Search& search, std::int32_t node, KeyOf key_of) const;
    struct Counting;
    template <class KeyOf> void count_in(std::int32_t node, Counting& counting, KeyOf key_of) const;
    struct Listing;
    template <class KeyOf> void list_in(std::int32_t node, const Listing& listing, KeyOf key_of) const;

    const MetricVectors& vectors_;
    std::vector<std::int32_t> rows_;
    std::vector<Numbers> numbers_; ///< the vectors, in the order of rows_
    std::vector<Node> nodes_;      ///< the first one is the root
};

} // namespace pairscope::neighbours
