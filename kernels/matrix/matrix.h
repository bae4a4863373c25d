// SPDX-License-Identifier: MIT
// What is only true of outputs that are a matrix: regions, overviews and summaries, as values.
#pragma once

#include "kernels/data/names.h"
#include "kernels/ladder/workload.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
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

/// Which blocks of a matrix: block (i, j) covers the rows from first_row + i * side and the columns from first_col +
/// j * side, `side` of each, and fewer where the matrix ends. A block that begins behind the end has no entries.
struct BlockGrid {
    std::int64_t first_row = 0, first_col = 0; ///< not negative
    std::int64_t side = 1;                     ///< 1 for single entries
    MatrixShape shape;                         ///< [blocks]
    bool operator==(const BlockGrid&) const = default;
};

/// The blocks that cover a whole matrix, from its first entry on.
[[nodiscard]] BlockGrid blocks_of(MatrixShape matrix, std::int64_t side);

/// Where an overview goes: host memory, or an RGBA32F surface (minimum, mean, maximum, 1) of the overview's shape.
using OverviewTarget = std::variant<Overview*, Surface>;

/// What a look at every entry found.
struct MatrixSummary {
    float min = 0.0f; ///< least finite entry; NaN if there are none
    float max = 0.0f;
    std::int64_t nan_count = 0;
    std::int64_t infinite_count = 0;
    std::vector<float> sample; ///< finite entries taken at equal steps, ascending, at most 65536: for percentiles
};

/// Which entry of a row belongs to the nearest vector.
struct NearestRule {
    bool smallest = true; ///< else the largest: of similarities
    bool one_set = false; ///< the vector of the row itself does not count
};
[[nodiscard]] NearestRule nearest_rule(const WorkloadType& type);

/// What a matrix can be asked for beside the values of its entries: how these differ from the double-precision output,
/// or from another variant's.
enum class MatrixContent : std::uint8_t {
    values,
    errors,     ///< the size of the difference
    difference, ///< found minus expected
    relative,   ///< the difference over the size of what is expected; infinite where that is 0
    ulps,       ///< by how many float32 numbers the one comes after the other
};
inline constexpr std::array<Name<MatrixContent>, 5> content_names{
    {{MatrixContent::values, "values"},
     {MatrixContent::errors, "errors", "absolute error"},
     {MatrixContent::difference, "difference", "signed difference"},
     {MatrixContent::relative, "relative", "relative difference"},
     {MatrixContent::ulps, "ulps", "float32 steps (ULPs)"}}};
static_assert(is_in_order(content_names));
[[nodiscard]] constexpr std::string_view name_of(MatrixContent content) { return name_in(content_names, content); }
[[nodiscard]] constexpr std::string_view title_of(MatrixContent content) { return title_in(content_names, content); }
/// Is zero in the middle of what it can be?
[[nodiscard]] constexpr bool is_signed(MatrixContent content) {
    return content != MatrixContent::values && content != MatrixContent::errors;
}

/// How entries are replaced by their errors.
struct ErrorRule {
    NearestRule nearest;
    MatrixContent content = MatrixContent::errors;
};

/// What became known while the entries of a matrix were replaced by their errors.
struct MatrixErrors {
    std::int64_t rows = 0;          ///< looked at
    std::int64_t other_nearest = 0; ///< rows whose nearest vector, by the entries found, is not a nearest one by the
                                    ///< outputs expected
    std::int64_t finite = 0;        ///< entries whose error is a finite number
    std::int64_t equal = 0;         ///< entries that are what is expected, rounded to float32
    double sum = 0.0;               ///< sum of the sizes of the finite errors
    double worst = -1.0;            ///< the largest size, perhaps infinite; -1: no entry has one
    std::int64_t worst_row = -1, worst_col = -1; ///< the first entry that has it
};
/// Adds what was found in other rows of the same matrix.
void add(MatrixErrors& total, const MatrixErrors& part);

/// One sentence: "In 37 of 2 048 rows the errors change which vector is the nearest."
[[nodiscard]] std::string describe(const MatrixErrors& errors);

/// The step between a summary's samples of a matrix in row-major order: at most 65536 samples, and prime to the number
/// of columns, so that they are not all taken from a few columns.
[[nodiscard]] std::int64_t sample_step(MatrixShape shape);

} // namespace pairscope
