// SPDX-License-Identifier: MIT
// Two vectors of up to 2^27 coordinates as charts draw them: a few thousand columns of neighbouring coordinates, with
// their squared differences and the running sum of these. Pure functions.
#pragma once

#include "app/chart/axes.h"
#include "kernels/data/dataset.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <stop_token>
#include <vector>

namespace pairscope::app {

/// From `first` up to, but not including, `end`.
struct CoordinateRange {
    std::int64_t first = 0, end = 0;
    [[nodiscard]] std::int64_t count() const { return end - first; }
    [[nodiscard]] bool contains(std::int64_t i) const { return i >= first && i < end; }
    bool operator==(const CoordinateRange&) const = default;
};

/// The least and the greatest of some values.
struct ValueExtent {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
    [[nodiscard]] bool empty() const { return low > high; }
    void include(const ValueExtent& other) {
        low = std::min(low, other.low);
        high = std::max(high, other.high);
    }
    bool operator==(const ValueExtent&) const = default;
};

/// Neighbouring coordinates. A coordinate that is not finite in both vectors is in no extent and in no sum.
struct VectorColumn {
    CoordinateRange range{};
    ValueExtent x{}, y{}, square{}; ///< square: of (x_i - y_i)^2
    double sum = 0.0;               ///< sum of the squares of all coordinates before range.end
};

/// The vectors are summed in this many blocks, which are equally long, give or take one coordinate.
inline constexpr std::int64_t sum_blocks = 32;
/// More columns than pixels, so that each pixel has one.
inline constexpr std::int64_t most_columns = 2'000;

/// What is known of all coordinates, whatever range the columns show.
struct BlockSums {
    std::vector<double> ends;  ///< the running sum at the end of each block; the last one is |x - y|^2
    std::int64_t left_out = 0; ///< coordinates that are not finite in both vectors
};
[[nodiscard]] std::int64_t block_count(std::int64_t coordinates);
[[nodiscard]] CoordinateRange block_range(std::int64_t block, std::int64_t coordinates);
[[nodiscard]] std::int64_t block_of(std::int64_t coordinate, std::int64_t coordinates);

struct ReducedVectors {
    std::weak_ptr<const Dataset> first{}, second{}; ///< what was reduced
    CoordinateRange range{};
    std::vector<VectorColumn> columns; ///< one for each coordinate where the range has no more than `most_columns`
    double sum_before = 0.0;           ///< the running sum at the beginning of the range
    std::shared_ptr<const BlockSums> blocks;

    [[nodiscard]] bool is_exact() const { return std::int64_t(columns.size()) == range.count(); }
};

/// What is to be reduced: one vector of each set, with equally many coordinates of one type.
struct VectorsToReduce {
    std::shared_ptr<const Dataset> first, second;
    CoordinateRange range;                   ///< within the vectors, not empty
    std::shared_ptr<const BlockSums> blocks; ///< for these vectors; null: they are summed, too, which reads all of them
};
/// Uses all threads. Null if it was stopped.
[[nodiscard]] std::shared_ptr<const ReducedVectors> reduce_vectors(const VectorsToReduce& wanted,
                                                                   const std::stop_token& stop = {});

/// Coordinate i of a set's only vector.
[[nodiscard]] double coordinate(const Dataset& data, std::int64_t i);
/// The sum of the squares up to and including coordinate i, which is in the range: what its column lacks is added up.
[[nodiscard]] double running_sum_at(const ReducedVectors& of, const Dataset& x, const Dataset& y, std::int64_t i);

// What a horizontal axis shows: coordinate i reaches from i - 0.5 to i + 0.5.
[[nodiscard]] AxisRange axis_of_all(std::int64_t coordinates);
[[nodiscard]] CoordinateRange coordinates_on(AxisRange axis, std::int64_t coordinates);
/// The nearest range that is neither too narrow nor beyond an end of the vectors.
[[nodiscard]] AxisRange fitting(AxisRange axis, std::int64_t coordinates);
/// `factor` > 1 shows fewer coordinates; that at `about` keeps its place, unless an end of the vectors is reached.
[[nodiscard]] AxisRange zoomed(AxisRange axis, double about, double factor, std::int64_t coordinates);
[[nodiscard]] AxisRange panned(AxisRange axis, double by, std::int64_t coordinates);

} // namespace pairscope::app
