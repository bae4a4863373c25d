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
        : across_(measure.across(), globe_axes(question.across()), question.metric), own_(question.own) {
        if (question.second != nullptr) first_.emplace(measure.first(), globe_axes(question.first), question.metric);
    }
    [[nodiscard]] const MetricVectors& first() const { return first_ ? *first_ : across_; }
    [[nodiscard]] const MetricVectors& across() const { return across_; }
    [[nodiscard]] double key(std::int64_t row, std::int64_t col) const {
        if (own_.nearly != nullptr) return own_.nearly(first().vector(row), across_.vector(col), own_.parameters);
        return first().key(row, across_, col);
    }

private:
    MetricVectors across_;
    std::optional<MetricVectors> first_;
    OwnDistance own_;
};

/// Cheap keys of Euclidean distances between vectors that float32 holds.
class KeysOfFloats {
public:
    KeysOfFloats(const LoadedVectors& first, const LoadedVectors& across)
        : dims_(first.dims()), first_(floats_of(first, room_)), across_(floats_of(across, room_across_)) {}
    KeysOfFloats(const KeysOfFloats&) = delete; // the spans refer to the rooms
    KeysOfFloats& operator=(const KeysOfFloats&) = delete;

    [[nodiscard]] bool exist() const { return !first_.empty() && !across_.empty(); }
    [[nodiscard]] std::size_t dims() const { return dims_; }
    /// All coordinates of a set, vector by vector.
    [[nodiscard]] std::span<const float> first() const { return first_; }
    [[nodiscard]] std::span<const float> across() const { return across_; }
    [[nodiscard]] double operator()(std::int64_t row, std::int64_t col) const {
        return squared_distance(vector(first_, row), vector(across_, col));
    }
    /// Is the key surely above this one? It costs less than the key.
    [[nodiscard]] bool is_above(double key, std::int64_t row, std::int64_t col) const {
        constexpr std::size_t many = 16; // coordinates, from which on this is worth the time
        return dims_ >= many && least_squared_distance(vector(first_, row), vector(across_, col)) > key;
    }

private:
    [[nodiscard]] std::span<const float> vector(std::span<const float> all, std::int64_t row) const {
        return all.subspan(static_cast<std::size_t>(row) * dims_, dims_);
    }

    std::size_t dims_;
    std::vector<float> room_, room_across_;
    std::span<const float> first_, across_;
};
/// Cheap keys that have no cheaper limit.
template <class KeyOf> class OtherKeys {
public:
    explicit OtherKeys(KeyOf key_of) : key_of_(key_of) {}
    [[nodiscard]] double operator()(std::int64_t row, std::int64_t col) const { return key_of_(row, col); }
    [[nodiscard]] static bool is_above(double, std::int64_t, std::int64_t) { return false; }

private:
    KeyOf key_of_;
};

/// Are there no cheap keys, so that the exact ones decide at once?
[[nodiscard]] inline bool has_only_exact_keys(const NeighbourQuestion& question) {
    return (question.metric == Metric::own && question.own.nearly == nullptr) || question.first.holds_distances;
}

/// Calls `use` with a function of (row, col) that gives the cheap key of a pair, as one of the two classes above.
template <class Use> void with_keys_of_pairs(const NeighbourQuestion& question, const Measure& measure, Use use) {
    if (has_only_exact_keys(question))
        return use(OtherKeys([&](std::int64_t row, std::int64_t col) { return measure.exact_key(row, col); }));
    if (is_euclidean(question.metric))
        if (const KeysOfFloats keys(measure.first(), measure.across()); keys.exist()) return use(keys);
    const PreparedSets sets(question, measure);
    use(OtherKeys([&](std::int64_t row, std::int64_t col) { return sets.key(row, col); }));
}

} // namespace pairscope::neighbours
