// SPDX-License-Identifier: MIT
// Vectors as other metrics than the Euclidean one compare them, in double precision.
#pragma once

#include "kernels/core/dataset.h"
#include "kernels/core/metric.h"
#include "kernels/core/problem.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pairscope::neighbours {

/// Is the order of neighbours that of Euclidean distances? Then the searches for these are used.
[[nodiscard]] constexpr bool is_euclidean(Metric metric) {
    return metric == Metric::euclidean || metric == Metric::squared;
}

/// Pairs are ordered by keys, which rise with the distance: the squared distance of a Euclidean metric, else see
/// metric_key().
[[nodiscard]] double distance_of_key(Metric metric, double key);

/// For each vector: is there a distance from it? All coordinates must be finite, and a place on the Earth must exist.
[[nodiscard]] std::vector<bool> usable_vectors(const Dataset& data, Metric metric);

/// Prepares vectors of a set so that the key of a pair costs little. Unit vectors stand for directions, and for places
/// on the Earth: the chord between two of them rises with their distance. Other metrics take the coordinates as they
/// are.
class MetricReader {
public:
    /// The dataset must outlive this.
    MetricReader(const Dataset& data, Metric metric);

    [[nodiscard]] std::int64_t rows() const { return data_->rows; }
    [[nodiscard]] std::size_t length() const { return length_; } ///< numbers of each vector
    void read(std::int64_t row, std::span<double> numbers) const;

private:
    void read_place(std::int64_t row, std::span<double> numbers) const;
    void read_coordinates(std::int64_t row, std::span<double> numbers) const;

    const Dataset* data_;
    Metric metric_;
    GlobeAxes axes_;
    std::size_t length_;
};

/// The key of two vectors as MetricReader prepares them: the distance itself for Manhattan and Chebyshev, half the
/// squared chord for cosine, and the squared chord of the unit sphere for places on the Earth. NaN if one of the two
/// vectors is not usable.
[[nodiscard]] double metric_key(Metric metric, std::span<const double> a, std::span<const double> b);

/// All vectors of a set, prepared.
class MetricVectors {
public:
    MetricVectors(const Dataset& data, Metric metric);

    [[nodiscard]] std::int64_t rows() const { return rows_; }
    [[nodiscard]] double key(std::int64_t row, const MetricVectors& across, std::int64_t col) const {
        return metric_key(metric_, vector(row), across.vector(col));
    }
    [[nodiscard]] const std::vector<double>& values() const { return values_; }
    [[nodiscard]] std::int64_t length() const { return static_cast<std::int64_t>(length_); }
    [[nodiscard]] Metric metric() const { return metric_; }
    [[nodiscard]] std::span<const double> vector(std::int64_t row) const {
        return std::span(values_).subspan(static_cast<std::size_t>(row) * length_, length_);
    }

private:
    Metric metric_;
    std::int64_t rows_;
    std::size_t length_;
    std::vector<double> values_;
};

/// Vectors whose Euclidean distances order pairs as this metric does: directions as unit vectors, and places on the
/// Earth in space [km], whose distances are straight lines. The set itself for Euclidean metrics, and for Manhattan and
/// Chebyshev, which no such vectors stand for.
[[nodiscard]] Dataset placed_by(Metric metric, const Dataset& set);

} // namespace pairscope::neighbours
