// SPDX-License-Identifier: MIT
// What is only true of answers that are a matrix: regions, overviews and summaries, as values.
#pragma once

#include "kernels/core/answer.h"

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

namespace pairscope {

/// A rectangle of entries.
struct Region {
    std::int64_t row = 0;
    std::int64_t col = 0;
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    auto operator<=>(const Region&) const = default;
};

/// Entries of one row of a matrix in host memory as floats: where they are, or converted in `room`.
[[nodiscard]] std::span<const float> floats_of(const LinearMemory& memory, std::int64_t row, std::int64_t col,
                                               std::int64_t count, std::vector<float>& room);

/// A matrix reduced by a whole factor: each cell is the minimum, mean and maximum of factor x factor entries (fewer at
/// the far edges; NaN entries are left out, a cell of nothing but NaN is NaN). Row-major, rows x cols cells.
struct Overview {
    std::int64_t factor = 1;
    MatrixShape shape;
    std::vector<float> min, mean, max;
};

/// Where an overview goes: host memory, or an RGBA32F surface (minimum, mean, maximum, 1) of the overview's shape.
using OverviewTarget = std::variant<Overview*, Surface>;

/// What a look at every entry found.
struct MatrixSummary {
    float min = 0.0f; ///< of the finite entries; NaN if there are none
    float max = 0.0f;
    std::int64_t nan_count = 0;
    std::int64_t infinite_count = 0;
    std::vector<float> sample; ///< finite entries taken at equal steps, ascending, at most 65536: for percentiles
};

/// The step between a summary's samples of a matrix in row-major order: at most 65536 samples, and prime to the number
/// of columns, so that they are not all taken from a few columns.
[[nodiscard]] std::int64_t sample_step(MatrixShape shape);

} // namespace pairscope
