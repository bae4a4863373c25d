// SPDX-License-Identifier: MIT
// What the first row of a text is: a header, a row of its table, or neither. A part of dialect.h.
#pragma once

#include "kernels/data/readers/dialect.h"
#include "kernels/data/readers/number.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace pairscope {

/// The cells of a row.
using Cells = std::vector<Field>;

/// How the numbers of each column are written.
[[nodiscard]] std::vector<Notation> notations_of(std::span<const Cells> rows, std::size_t width, char decimal_mark);
/// A column is numbers unless most of its cells are text; it is unknown where no cell says.
[[nodiscard]] std::vector<ColumnKind> kinds_of(std::span<const Cells> rows, std::size_t width, char decimal_mark);

/// The columns of a table, and its rows below the first one. R's header has no cell above the first column.
struct Below {
    std::span<const ColumnKind> kinds;
    std::span<const Cells> rows;
    std::size_t width;        ///< cells of a usual row
    std::size_t without_name; ///< columns that have no cell in the first row
};

/// Is the row that `below` describes a header? "0,1,2" and "01,02,03" are one above a symmetric square with a zero
/// diagonal. A row without texts whose cells are missing numbers, or numbers and missing ones, is none.
[[nodiscard]] bool is_header(const Cells& row, const Below& below, char decimal_mark);
/// Is the row a header that has no cell above the first column, which holds texts or counts the rows from 1? R writes
/// tables with names of rows like this.
[[nodiscard]] bool lacks_first_name(const Cells& row, Below below, char decimal_mark);
/// "country,2019,2020": the columns of numbers are named by years that rise by equal steps, and their numbers are not
/// all years. Points have such coordinates, too, so without a text in the row it takes three years.
[[nodiscard]] bool names_years(const Cells& row, const Below& below, char decimal_mark);
/// A whole number that is written as a year.
[[nodiscard]] std::optional<int> year_in(const Field& field);
/// The first row of a symmetric table, such as one of distances, whose names stand in the first column, too.
[[nodiscard]] bool mirrors_first_column(const Cells& row, const Below& below);
/// What speaks for a heading where numbers stand above all columns of numbers, as in "sample,400,403,410".
enum class NumberHeading : std::uint8_t {
    no,     ///< nothing
    unsure, ///< they rise or fall and are far from the numbers below them, or rise by equal steps
    yes,    ///< they are quoted, and the numbers below them are not; or a word for names stands beside them
};
/// A word for names is "sample", "species", "depth [m]", and one that differs from the names below it and stands beside
/// numbers that rise or fall.
[[nodiscard]] NumberHeading number_heading(const Cells& row, const Below& below, char decimal_mark);
/// Are the names above the columns of numbers nearly numbers, such as "12 km"?
[[nodiscard]] bool has_near_numbers(const Cells& row, std::span<const ColumnKind> kinds, char decimal_mark);
/// Do rows begin with "4 3" above a word and three numbers, or above three numbers? This tells how many rows follow, at
/// least as many as these, and how many coordinates.
[[nodiscard]] bool are_counts(std::span<const Cells> rows, char decimal_mark);
/// "# x y" directly above the rows, as NumPy and others write a header, gives the columns their names.
void take_names_of_comment(Dialect& dialect, std::string_view text);

} // namespace pairscope
