// SPDX-License-Identifier: MIT
// Cheap keys of all pairs of a question that no tree answers.
#pragma once

#include "kernels/data/globe.h"
#include "kernels/neighbours/measure.h"
#include "kernels/neighbours/metric_vectors.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace pairscope::neighbours {

/// Both sets as MetricVectors; one set once.
class PreparedSets {
public:
    PreparedSets(const NeighbourQuestion& question, const Measure& measure)
        : across_(measure.across(), globe_axes(question.across()), question.metric) {
        if (question.second != nullptr) first_.emplace(measure.first(), globe_axes(question.first), question.metric);
    }
    [[nodiscard]] const MetricVectors& first() const { return first_ ? *first_ : across_; }
    [[nodiscard]] const MetricVectors& across() const { return across_; }

private:
    MetricVectors across_;
    std::optional<MetricVectors> first_;
};

/// Calls `use` with a function of (row, col) that gives the cheap key of a pair.
template <class Use> void with_keys_of_pairs(const NeighbourQuestion& question, const Measure& measure, Use use) {
    if (question.metric == Metric::own || question.first.holds_distances)
        return use([&](std::int64_t row, std::int64_t col) { return measure.exact_key(row, col); });
    std::vector<float> room, room_across;
    const std::span<const float> values = floats_of(measure.first(), room);
    const std::span<const float> across = floats_of(measure.across(), room_across);
    if (is_euclidean(question.metric) && !values.empty() && !across.empty()) {
        const auto dims = static_cast<std::size_t>(question.first.dims);
        const auto vector = [dims](std::span<const float> all, std::int64_t row) {
            return all.subspan(static_cast<std::size_t>(row) * dims, dims);
        };
        return use([&](std::int64_t row, std::int64_t col) {
            return squared_distance(vector(values, row), vector(across, col));
        });
    }
    const PreparedSets sets(question, measure);
    use([&](std::int64_t row, std::int64_t col) { return sets.first().key(row, sets.across(), col); });
}

} // namespace pairscope::neighbours
