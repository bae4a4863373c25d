// SPDX-License-Identifier: MIT
// Distances of two sequences, by the best of all ways to go along both of them. Host code, in double precision or with
// whole numbers.
#pragma once

#include "kernels/data/sequences/sequences.h"
#include "kernels/ladder/problem.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

namespace pairscope::sequence_distances {

/// How many cells of the table of a pair lie in one row: the longest sequence, and the beginning.
constexpr std::size_t most_cells = static_cast<std::size_t>(sequences::longest) + 1;

/// The least number of characters to insert, to delete or to replace until one text is the other.
struct EditDistance {
    static constexpr double operations = 5.0; ///< per cell: a comparison, two sums and two minima
    static constexpr bool are_texts = true;

    /// The table of the definition, of which one row is kept. NaN if a code is NaN.
    template <class Code> static double pair(const Code* a, const Code* b, std::int64_t dims, double) {
        const auto rows = sequences::length_of_text(a, dims), cols = sequences::length_of_text(b, dims);
        if (!rows || !cols) return std::numeric_limits<double>::quiet_NaN();
        std::array<std::int32_t, most_cells> cells;
        for (std::int64_t col = 0; col <= *cols; ++col) cells[std::size_t(col)] = static_cast<std::int32_t>(col);
        for (std::int64_t row = 1; row <= *rows; ++row) {
            std::int32_t diagonal = cells[0];
            cells[0] = static_cast<std::int32_t>(row);
            for (std::int64_t col = 1; col <= *cols; ++col) {
                const std::int32_t replaced = diagonal + (a[row - 1] == b[col - 1] ? 0 : 1);
                diagonal = cells[std::size_t(col)];
                cells[std::size_t(col)] = std::min(replaced, std::min(diagonal, cells[std::size_t(col) - 1]) + 1);
            }
        }
        return cells[std::size_t(*cols)];
    }
};

/// The root of the least sum of squared differences, where each number of one series is compared with at least one of
/// the other, and none of these comparisons cross. The parameter is the band: two numbers are only compared if their
/// places are at most so far apart, or as far as the lengths of both series are.
struct TimeWarping {
    static constexpr double operations = 5.0; ///< per cell: a difference, a product, a sum and two minima
    static constexpr bool are_texts = false;

    /// NaN if a series is empty, or one of its numbers is not finite.
    template <class Number> static double pair(const Number* a, const Number* b, std::int64_t dims, double band) {
        const auto rows = sequences::length_of_series(a, dims), cols = sequences::length_of_series(b, dims);
        if (!rows || !cols || *rows == 0 || *cols == 0) return std::numeric_limits<double>::quiet_NaN();
        const auto apart = std::max(static_cast<std::int64_t>(band), std::abs(*rows - *cols));
        constexpr double never = std::numeric_limits<double>::infinity();
        std::array<double, most_cells> cells;
        std::fill_n(cells.begin(), *cols + 1, never);
        cells[0] = 0.0;
        for (std::int64_t row = 1; row <= *rows; ++row) {
            const std::int64_t first = std::max<std::int64_t>(1, row - apart), last = std::min(*cols, row + apart);
            double diagonal = cells[std::size_t(first) - 1];
            cells[std::size_t(first) - 1] = never; // left of the band, and of the table
            for (std::int64_t col = first; col <= last; ++col) {
                const double difference = double(a[row - 1]) - double(b[col - 1]);
                const double above = cells[std::size_t(col)];
                cells[std::size_t(col)] =
                    difference * difference + std::min(diagonal, std::min(above, cells[std::size_t(col) - 1]));
                diagonal = above;
            }
        }
        return std::sqrt(cells[std::size_t(*cols)]);
    }
};

/// The band of time warping; edit distances have no parameter.
inline double parameter_among(std::span<const double> parameters) {
    return parameters.empty() ? static_cast<double>(sequences::longest) : parameters[0];
}
inline double parameter_of(const Problem& problem) { return parameter_among(problem.parameters); }

} // namespace pairscope::sequence_distances
