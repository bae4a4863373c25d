// SPDX-License-Identifier: MIT
// Where a table is square: its numbers, and how its rows and columns are called.
#pragma once

#include "kernels/data/table.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope {

/// How the names of the rows go together with those of the columns.
enum class SquareNames : std::uint8_t {
    none,      ///< there are none
    one_side,  ///< only the rows or only the columns have names
    equal,     ///< the same ones in the same order
    reordered, ///< the same ones in another order
    different
};

/// The square part of a table, whose numbers must outlive it. To be moved, and not copied.
struct Square {
    std::vector<std::span<const double>> columns{}; ///< empty: no part of the table is square
    std::vector<std::string> names{};               ///< names of the rows; if they have none, of the columns
    std::vector<std::string> header{};              ///< names of the columns
    SquareNames relation = SquareNames::none;
    std::string_view left_out{}; ///< which names are not used, and why, as a part of a sentence; empty: all agree
    std::span<const std::int64_t> lines{}; ///< for a text: the line of each row
    std::vector<double> gaps{};            ///< what `columns` has for a column without any number
};

/// A column of texts, or a first column beside a square of numbers, holds the names of the rows. A first row and a
/// first column of the same numbers are names, too. Beside other names, plain numbers that count, repeated names of
/// rows and made-up names of columns, such as V1, V2 and V3, are left out. "New.York" and "X7" in a header are the "New
/// York" and "7" of R.
[[nodiscard]] Square square_in(const Table& table);

/// The column of texts in a table with as many other columns as rows, and with the same names of rows and columns, if
/// its other columns are not all numbers; null: it is no such table.
[[nodiscard]] const Column* text_in_square(const Table& table);

} // namespace pairscope
