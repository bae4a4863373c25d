// SPDX-License-Identifier: MIT
// How two outputs for an entry differ, and what the entries of a row add up to. Host and device share it.
#pragma once

#include "kernels/matrix/both_sides.h"
#include "kernels/matrix/matrix.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace pairscope::matrix {

/// The error of an entry: 0 where both are NaN or the same infinity, NaN where one of them is NaN.
PAIRSCOPE_BOTH_SIDES inline double error_of(float found, double expected) {
    const bool both_nan = found != found && expected != expected;
    return both_nan || static_cast<double>(found) == expected ? 0.0 : fabs(static_cast<double>(found) - expected);
}

/// Neighbouring float32 numbers have neighbouring integers; both zeros have 0. Not for NaN.
PAIRSCOPE_BOTH_SIDES inline std::int64_t place_among_floats(float value) {
    std::int32_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    return bits >= 0 ? bits : -(static_cast<std::int64_t>(bits) + (std::int64_t{1} << 31));
}

/// What the heatmap shows of an entry. Zero where both outputs are NaN or equal.
PAIRSCOPE_BOTH_SIDES inline double shown_of(MatrixContent content, float found, double expected) {
    if (content == MatrixContent::errors) return error_of(found, expected);
    const double value = found;
    if ((value != value && expected != expected) || value == expected) return 0.0;
    switch (content) {
    case MatrixContent::values:
        return value;
    case MatrixContent::errors:
    case MatrixContent::difference:
        return value - expected;
    case MatrixContent::relative:
        return (value - expected) / fabs(expected);
    case MatrixContent::ulps: {
        const float rounded = static_cast<float>(expected);
        if (value != value || rounded != rounded) return value - expected; // NaN
        return static_cast<double>(place_among_floats(found) - place_among_floats(rounded));
    }
    }
    return 0.0;
}

/// What is known of the differences of some entries of a row.
struct RowDifferences {
    double sum = 0.0;    ///< sum of the finite sizes
    double worst = -1.0; ///< the largest size; -1: no entry has one
    std::int64_t worst_col = -1;
    std::int64_t finite = 0, equal = 0, other_nearest = 0;

    PAIRSCOPE_BOTH_SIDES void look(std::int64_t col, float found, double expected, double shown) {
        const double size = fabs(shown);
        const float rounded = static_cast<float>(expected);
        if (found == rounded || (found != found && rounded != rounded)) ++equal;
        if (size != size) return;
        if (size > worst) {
            worst = size;
            worst_col = col;
        }
        if (size > largest_finite) return;
        sum += size;
        ++finite;
    }
    PAIRSCOPE_BOTH_SIDES void add(const RowDifferences& other) {
        sum += other.sum;
        finite += other.finite;
        equal += other.equal;
        if (other.worst > worst || (other.worst == worst && other.worst_col < worst_col)) {
            worst = other.worst;
            worst_col = other.worst_col;
        }
    }

private:
    static constexpr double largest_finite = 1.7976931348623157e308;
};

/// The nearest vector of a row so far: by the entries found, and what is best by those expected.
struct NearestSoFar {
    bool smallest = true;
    std::int64_t col = -1; ///< by the entries found, the first of equals; -1: none yet
    float found = 0.0f;
    double best = 0.0; ///< the best output that is expected
    bool any = false;  ///< is there a best one yet?

    PAIRSCOPE_BOTH_SIDES void look(std::int64_t at, float value, double expected) {
        if (value == value && (col < 0 || is_before(value, at))) {
            col = at;
            found = value;
        }
        if (expected == expected && (!any || (smallest ? expected < best : expected > best))) {
            best = expected;
            any = true;
        }
    }
    /// The row's nearest vector is another one if what is expected there is worse than the best.
    PAIRSCOPE_BOTH_SIDES bool is_other(double expected_there) const {
        return any && (smallest ? expected_there > best : expected_there < best);
    }

    PAIRSCOPE_BOTH_SIDES void add(const NearestSoFar& other) {
        if (other.col >= 0 && (col < 0 || is_before(other.found, other.col))) {
            col = other.col;
            found = other.found;
        }
        if (other.any && (!any || (smallest ? other.best < best : other.best > best))) {
            best = other.best;
            any = true;
        }
    }

private:
    PAIRSCOPE_BOTH_SIDES bool is_before(float value, std::int64_t at) const {
        if (value == found) return at < col;
        return smallest ? value < found : value > found;
    }
};

/// Adds a row to what is known of the rows before.
inline void add_row(MatrixErrors& so_far, std::int64_t row, const RowDifferences& of_row) {
    ++so_far.rows;
    so_far.other_nearest += of_row.other_nearest;
    so_far.finite += of_row.finite;
    so_far.equal += of_row.equal;
    so_far.sum += of_row.sum;
    if (of_row.worst > so_far.worst || (of_row.worst == so_far.worst && row < so_far.worst_row)) {
        so_far.worst = of_row.worst;
        so_far.worst_row = row;
        so_far.worst_col = of_row.worst_col;
    }
}

/// Replaces the entries of a row in host memory by what is to be shown of them. `expected(row, col)` is the other
/// output, as a double.
template <class Expected>
void row_into_differences(const Problem& problem, std::int64_t row, const ErrorRule& rule, MatrixErrors& so_far,
                          const Expected& expected) {
    const std::int64_t cols = problem.b.rows;
    const auto memory = std::get<LinearMemory>(problem.out);
    NearestSoFar near{.smallest = rule.nearest.smallest};
    RowDifferences differences;
    std::vector<float> room;
    const std::span<const float> entries = floats_of(memory, row, 0, cols, room);
    for (std::int64_t col = 0; col < cols; ++col) {
        const float found = entries[static_cast<std::size_t>(col)];
        const double wanted = expected(row, col);
        if (!rule.nearest.one_set || col != row) near.look(col, found, wanted);
        const double shown = shown_of(rule.content, found, wanted);
        differences.look(col, found, wanted, shown);
        const std::int64_t at = row * memory.pitch + col;
        if (memory.entry == Entry::float16)
            memory.halves()[at] = half_of(static_cast<float>(shown));
        else
            memory.data[at] = static_cast<float>(shown);
    }
    differences.other_nearest = near.col >= 0 && near.is_other(expected(row, near.col)) ? 1 : 0;
    add_row(so_far, row, differences);
}

} // namespace pairscope::matrix
