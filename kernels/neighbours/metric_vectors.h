// SPDX-License-Identifier: MIT
// Vectors in double precision, prepared so that the cheap key of a pair costs little.
#pragma once

#include "kernels/data/dataset.h"
#include "kernels/ladder/metric.h"
#include "kernels/ladder/problem.h"
#include "kernels/neighbours/vectors.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pairscope::neighbours {

/// Is the order of neighbours that of Euclidean distances?
[[nodiscard]] constexpr bool is_euclidean(Metric metric) {
    return metric == Metric::euclidean || metric == Metric::squared;
}

/// A distance from its cheap key (see metric_key()), as right as the key is. The exact one is Measure::distance().
[[nodiscard]] double distance_of_key(Metric metric, double key);
/// The cheap key that a pair at this distance has, apart from rounding.
[[nodiscard]] double key_of_distance(Metric metric, double distance);

/// For each vector: is there a distance from it? All coordinates must be finite, and a place on the Earth must exist.
[[nodiscard]] std::vector<bool> usable_vectors(const Dataset& data, Metric metric);

/// Prepares vectors of a set. Unit vectors stand for directions, and for places on the Earth: the chord between two of
/// them rises with their distance. Other metrics take the coordinates as they are.
class MetricReader {
public:
    /// The dataset must outlive this.
    MetricReader(const Dataset& data, Metric metric, LoadedVectors::Origin origin = LoadedVectors::Origin::left_out);
    MetricReader(const LoadedVectors& vectors, const GlobeAxes& axes, Metric metric);

    [[nodiscard]] std::int64_t rows() const { return vectors_.rows(); }
    [[nodiscard]] std::size_t length() const { return length_; } ///< numbers of each vector
    void read(std::int64_t row, std::span<double> numbers) const;

private:
    void read_place(std::int64_t row, std::span<double> numbers) const;
    void read_coordinates(std::int64_t row, std::span<double> numbers) const;

    LoadedVectors vectors_;
    Metric metric_;
    bool latitude_first_;
    std::size_t length_;
};

/// The sum of the squared differences, with the summands in a fixed order.
[[nodiscard]] double squared_distance(std::span<const float> a, std::span<const float> b);
[[nodiscard]] double squared_distance(std::span<const double> a, std::span<const double> b);

/// The least that squared_distance() can be, from a sum in float32, which costs a third of it; -infinity where float32
/// does not hold the sum.
[[nodiscard]] double least_squared_distance(std::span<const float> a, std::span<const float> b);

/// The cheap key of two vectors as MetricReader prepares them: the squared distance for the Euclidean metrics, the
/// distance itself for Manhattan and Chebyshev, half the squared chord for cosine, and the squared chord of the unit
/// sphere for places on the Earth. NaN if one of the two vectors is not usable.
[[nodiscard]] double metric_key(Metric metric, std::span<const double> a, std::span<const double> b);

/// All vectors of a set, prepared.
class MetricVectors {
public:
    MetricVectors(const LoadedVectors& vectors, const GlobeAxes& axes, Metric metric);
    MetricVectors(const Dataset& data, Metric metric);

    [[nodiscard]] std::int64_t rows() const { return rows_; }
    [[nodiscard]] double key(std::int64_t row, const MetricVectors& across, std::int64_t col) const {
        return metric_key(metric_, vector(row), across.vector(col));
    }
    [[nodiscard]] std::int64_t length() const { return static_cast<std::int64_t>(length_); }
    [[nodiscard]] Metric metric() const { return metric_; }
    [[nodiscard]] std::span<const double> values() const { return values_; } ///< vector by vector
    [[nodiscard]] std::span<const double> vector(std::int64_t row) const {
        return std::span(values_).subspan(static_cast<std::size_t>(row) * length_, length_);
    }

private:
    Metric metric_;
    std::int64_t rows_;
    std::size_t length_;
    std::vector<double> values_;
};

} // namespace pairscope::neighbours
