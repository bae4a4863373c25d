// SPDX-License-Identifier: MIT
#include "kernels/neighbours/rows/distance_rows.h"

#include "kernels/neighbours/metric_vectors.h"

#include <algorithm>
#include <limits>

namespace pairscope::neighbours {

DistanceRows::DistanceRows(const NeighbourQuestion& question)
    : metric_(question.metric), is_measured_(question.first.holds_distances || question.metric == Metric::own ||
                                             question.metric == Metric::great_circle),
      measure_(question), usable_(usable_vectors(question.first, question.metric)),
      usable_across_(usable_vectors(question.across(), question.metric)) {
    measure_.prepare_places();
    if (is_measured_) return;
    if (is_euclidean(metric_)) {
        floats_.emplace(measure_.first(), measure_.across());
        if (floats_->exist()) return;
        floats_.reset();
    }
    sets_.emplace(question, measure_);
}

template <class DistanceOf>
void DistanceRows::fill(std::int64_t row, std::int64_t first, std::span<double> distances,
                        DistanceOf distance_of) const {
    std::int64_t col = first;
    for (double& distance : distances) {
        const bool is_usable = usable_across_[static_cast<std::size_t>(col)];
        distance = is_usable ? distance_of(row, col) : std::numeric_limits<double>::quiet_NaN();
        ++col;
    }
}

void DistanceRows::read(std::int64_t row, std::int64_t first, std::span<double> distances) const {
    if (!usable_[static_cast<std::size_t>(row)]) {
        std::ranges::fill(distances, std::numeric_limits<double>::quiet_NaN());
        return;
    }
    if (is_measured_)
        fill(row, first, distances, [&](std::int64_t i, std::int64_t j) { return measure_.distance(i, j); });
    else if (floats_)
        fill(row, first, distances,
             [&](std::int64_t i, std::int64_t j) { return distance_of_key(metric_, (*floats_)(i, j)); });
    else
        fill(row, first, distances, [&](std::int64_t i, std::int64_t j) {
            return distance_of_key(metric_, sets_->first().key(i, sets_->across(), j));
        });
}

} // namespace pairscope::neighbours
