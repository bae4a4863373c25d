// SPDX-License-Identifier: MIT
// The farthest pair of one block of pairs. Vectors near the middle of their set need not be looked at.
#pragma once

#include "kernels/neighbours/metric_vectors.h"
#include "kernels/neighbours/nearest.h"
#include "kernels/scale/extreme_pair.h"
#include "kernels/scale/pair_blocks.h"

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

namespace pairscope::scale {

/// May a pair be left out because both of its vectors are near the middle?
[[nodiscard]] bool has_bound(const neighbours::NeighbourQuestion& question);

/// The mean of vectors, as they are added.
class MiddleOf {
public:
    explicit MiddleOf(std::size_t length) : middle_(length) {}
    void add(std::span<const double> vector);
    [[nodiscard]] const std::vector<double>& numbers() const { return middle_; }

private:
    std::vector<double> middle_;
    std::int64_t count_ = 0;
};

/// How far a vector is from the middle, rounded up. A vector of zeros has no direction, so nothing is known of it.
[[nodiscard]] double radius_of(Metric metric, std::span<const double> vector, std::span<const double> middle);
/// The largest key that two vectors at these distances from the middle can have.
[[nodiscard]] double largest_key(Metric metric, double radius, double radius_across);

/// How far a row is from the middle, rounded up.
struct RadiusOfRow {
    double radius = 0.0;
    std::int64_t row = -1; ///< -1: there is none
};

/// The rows of a set that have distances, and for each how far it is from the middle, rounded up.
struct OutermostFirst {
    std::vector<std::int64_t> rows;
    std::vector<double> radius; ///< by the places of the rows; empty: nothing can be left out, and all rows are there
};

/// Rows with their radius, in any order, with the outermost first.
[[nodiscard]] OutermostFirst outermost_first(std::vector<RadiusOfRow> rows);

template <class IsUsable>
[[nodiscard]] OutermostFirst sorted_by_radius(const neighbours::MetricReader& set, Metric metric,
                                              std::span<const double> middle, const IsUsable& is_usable) {
    std::vector<RadiusOfRow> order;
    std::vector<double> vector(set.length());
    for (std::int64_t row = 0; row < set.rows(); ++row) {
        if (!is_usable(row)) continue;
        set.read(row, vector);
        order.push_back({.radius = radius_of(metric, vector, middle), .row = row});
    }
    return outermost_first(std::move(order));
}

/// Offers a pair with a finite distance, unless it is a vector and itself.
void offer_finite(const AllKeys& keys, PairContest<Extreme::farthest>& contest, std::int64_t row, std::int64_t col,
                  double key);

/// Two sorted sets; of one set the same one twice.
struct OutermostPairs {
    const AllKeys& keys;
    const OutermostFirst &first, &across;
};
/// Looks at all pairs in a block of rows.
void look_at_all(const AllKeys& keys, const PairBlock& block, PairContest<Extreme::farthest>& contest,
                 const std::stop_token& stop);
/// Looks at the pairs of places in a block that may be farther apart than the best one. `learn` is called now and then:
/// it may offer what others have found.
void look_at_outermost(const OutermostPairs& pairs, const PairBlock& block, PairContest<Extreme::farthest>& contest,
                       const std::stop_token& stop, const std::function<void()>& learn);

} // namespace pairscope::scale
