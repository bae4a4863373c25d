// SPDX-License-Identifier: MIT
// Which columns of numbers may be no coordinates: identifiers, row numbers, groups, times and places.
#pragma once

#include "kernels/data/columns/column_choice.h"
#include "kernels/data/table.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope {

/// "its name looks like a time", as a part of a sentence.
[[nodiscard]] std::string_view clause_of(Doubt doubt);
/// "Its name looks like a time."
[[nodiscard]] std::string_view sentence_of(Doubt doubt);
/// What is said about this column, which may have no name.
[[nodiscard]] std::string_view clause_about(const Column& column, Doubt doubt);
[[nodiscard]] std::string_view sentence_about(const Column& column, Doubt doubt);

/// Why a column of numbers is left out where nobody has chosen columns and at least two others remain: its name means
/// an identifier; it is nameless in a file whose header names others; it has whole numbers with leading zeros, such as
/// 01234, and other columns have none; or it is the first column of the file, there are at
/// least eight rows, and it counts them from 0 or 1, or is called "sample" or so and has whole numbers that differ. A
/// name that means a time or a place is no such name, and what a series is measured over counts no rows; only "X", as R
/// calls the numbers of rows, is one where no other column is called y or z. Doubt::none: it is a coordinate.
[[nodiscard]] Doubt why_left_out(const Table& table, const Column& column);

/// A column that is left out.
struct LeftOutColumn {
    const Column* column = nullptr;
    Doubt why = Doubt::none;
};
/// Names them, with the option that takes `all` columns. Empty if there are none.
[[nodiscard]] std::string note_on_left_out(std::span<const LeftOutColumn> columns, const std::vector<std::string>& all);

/// What a user should know of the columns that were taken for coordinates although nobody chose them: which of them may
/// be something else, and how to leave those out. Empty if there are none.
[[nodiscard]] std::string note_on_doubts(const Table& table, std::span<const Column* const> coordinates);
/// Says of an array, whose columns have no names, that the first one may count its rows, or that the first or the last
/// one may number classes. It looks at the first rows_looked_at() rows; `number` gives the number of a row and a column.
/// Empty if nothing is doubtful.
[[nodiscard]] std::string note_on_array(std::int64_t rows, std::int64_t columns,
                                        const std::function<double(std::int64_t, std::int64_t)>& number);
/// At most 64 Ki numbers are looked at, however many columns an array has.
[[nodiscard]] std::int64_t rows_looked_at(std::int64_t rows, std::int64_t columns);
/// Why one of them may be something else.
[[nodiscard]] Doubt doubt_about(const Table& table, std::span<const Column* const> coordinates, const Column& column);

} // namespace pairscope
