// SPDX-License-Identifier: MIT
// The finite vectors of a set, coordinate by coordinate, for loops over all vectors that compilers turn into SIMD.
#pragma once

#include "kernels/core/dataset.h"

#include <cstdint>
#include <span>
#include <vector>

namespace pairscope::seriation {

/// Coordinates are relative to the mean, and divided by the largest deviation from it: their squares neither overflow
/// nor lose their digits far from zero.
struct Columns {
    std::int64_t dims = 0;
    std::vector<std::int32_t> rows;     ///< rows of the set whose coordinates are all finite, ascending
    std::vector<std::int32_t> left_out; ///< the others, ascending
    std::vector<float> values;          ///< coordinate k of vector i: values[k * rows.size() + i]
    double scale = 1.0;                 ///< what a distance is multiplied with to be in the set's unit

    [[nodiscard]] std::int64_t count() const { return std::ssize(rows); }
    [[nodiscard]] float* column(std::int64_t k) { return values.data() + k * count(); }
    [[nodiscard]] const float* column(std::int64_t k) const { return values.data() + k * count(); }
};

[[nodiscard]] Columns columns_of(const Dataset& set);

/// The squared distances of the vectors [first, last) from the vector `from`; out[0] is that of `first`.
void squares_from(const Columns& columns, std::span<const float> from, std::int64_t first, std::span<float> out);
/// The coordinates of one vector.
[[nodiscard]] std::vector<float> vector_of(const Columns& columns, std::int64_t i);

/// The smallest of the numbers; infinity if there are none.
[[nodiscard]] float least_of(std::span<const float> numbers);

} // namespace pairscope::seriation
