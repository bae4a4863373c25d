// SPDX-License-Identifier: MIT
// What becomes of the rows of a set before some metrics compare them. Each function changes the numbers of all rows,
// which stand one after the other, those of a second set behind those of the first one. A row that has no distances
// becomes NaN, so it is shown, counted and left out like a row with a missing number.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace pairscope {

/// What a user should know of it.
struct Preparation {
    std::string why_not{}; ///< why these rows cannot be compared, without a full stop; empty: they can
    std::string note{};    ///< what was done beside what the metric says, without a full stop; empty: nothing
};

/// The correlation is the cosine of rows from which their mean was subtracted: they get the length 1. A row whose
/// numbers are all equal has no correlation.
[[nodiscard]] Preparation subtract_row_means(std::span<double> numbers, std::int64_t dims);
/// Each row is divided by its sum. A row with a negative number, or without a positive one, is no distribution.
[[nodiscard]] Preparation divide_by_row_sums(std::span<double> numbers, std::int64_t dims);
/// The roots of the halved shares of a row: their Euclidean distance is the Hellinger distance.
[[nodiscard]] Preparation take_roots_of_shares(std::span<double> numbers, std::int64_t dims);
/// The mean of a column that is far from 0 is subtracted, as a whole number. This changes no difference, and float32
/// then holds more of their digits. A column stays as it is where a number would lose some.
[[nodiscard]] Preparation bring_near_zero(std::span<double> numbers, std::int64_t dims);
/// Each column is divided by its standard deviation (of a sample, with n - 1). A column whose numbers are all equal
/// adds nothing to a distance.
[[nodiscard]] Preparation divide_by_deviations(std::span<double> numbers, std::int64_t dims);
/// Coordinates whose Euclidean distance is the Mahalanobis distance, by the covariance of the rows without a missing
/// number. Refuses columns that depend on each other: above this condition of their correlations.
inline constexpr double most_condition = 1e12;
[[nodiscard]] Preparation whiten(std::span<double> numbers, std::int64_t dims);
/// Numbers stand for categories, and get small whole numbers, which float32 holds: equal ones for equal numbers of a
/// column. 0 stays 0.
[[nodiscard]] Preparation number_categories(std::span<double> numbers, std::int64_t dims);
/// Like number_categories(), for rows that are sets. Says so where there are other numbers than 0 and 1: they may be
/// counts.
[[nodiscard]] Preparation number_categories_of_sets(std::span<double> numbers, std::int64_t dims);
/// Looks whether the rows are texts: codes of characters, and behind the last one 0 (sequences/sequences.h). Changes
/// nothing.
[[nodiscard]] Preparation check_codes(std::span<double> numbers, std::int64_t dims);
/// A row is a series of numbers, which ends before the last columns where these have no number. A number that is
/// missing before others stays so. Where all numbers are far from 0, one whole number is subtracted from each.
[[nodiscard]] Preparation mark_ends(std::span<double> numbers, std::int64_t dims);

} // namespace pairscope
