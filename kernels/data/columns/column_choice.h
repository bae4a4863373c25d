// SPDX-License-Identifier: MIT
// Which columns of a table become coordinates, whether they are standardised, and what became of each column.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope {

/// What a user chooses.
struct VectorColumns {
    std::vector<std::string> names{}; ///< columns of numbers; empty: those that column_roles() proposes
    bool standardise = false;         ///< scale each column to mean 0 and standard deviation 1
    bool are_places = false;          ///< a user said that the two names are longitude and latitude, in this order
    bool operator==(const VectorColumns&) const = default;
};

/// What standardising does to a column: see standardised().
struct ColumnScale {
    double mean = 0.0;
    double deviation = 0.0; ///< population standard deviation; 0: all numbers of the column are equal
    bool operator==(const ColumnScale&) const = default;
};

/// Mean and standard deviation of the finite numbers.
[[nodiscard]] ColumnScale scale_of(std::span<const double> numbers);
/// (x - mean) / deviation. A column of equal numbers becomes zeros, so that it adds nothing to a distance.
[[nodiscard]] double standardised(double x, const ColumnScale& scale);

/// The unit of standardised coordinates, and of distances between them: standard deviations.
inline constexpr const char* standardised_unit = "SD";

/// The names of columns as --columns takes them: with commas between them, and a backslash before a comma or a
/// backslash in a name.
[[nodiscard]] std::string column_list(const std::vector<std::string>& names);
/// The reverse. An empty text has no names.
[[nodiscard]] std::vector<std::string> columns_in(std::string_view list);

/// Whose numbers gave the scales of standardised columns.
struct ScaledBy {
    std::string file;            ///< the name of the file
    std::int64_t rows = 0;       ///< the rows of it that were taken
    std::int64_t incomplete = 0; ///< how many of them lack a number in one of the columns, but not in all
};
/// "each column was standardised ...", with the names of the columns that have equal numbers only.
[[nodiscard]] std::string note_of_standardising(std::span<const ColumnScale> scales, std::span<const std::string> names,
                                                const ScaledBy& by);

/// Why a column of numbers may be no coordinate: see column_doubts.h.
enum class Doubt : std::uint8_t { none, identifier, nameless, leading_zeros, counts_rows, time, group, place };

/// A column of the table that a dataset came from.
struct ColumnUse {
    std::string name;
    bool is_numeric = false;
    bool is_used = false;        ///< as a coordinate
    bool is_label = false;       ///< its cells are the labels
    std::string why{};           ///< "Its name means longitude or latitude."
    Doubt doubt = Doubt::none;   ///< about a column of numbers that nobody has chosen
    std::string_view currency{}; ///< see Column
    bool holds_categories = false;
    bool operator==(const ColumnUse&) const = default;
};

} // namespace pairscope
