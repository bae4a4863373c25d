// SPDX-License-Identifier: MIT
// Columns of a text whose cells are degrees in other forms than plain numbers, or points.
#pragma once

#include "kernels/data/readers/byte_source.h"
#include "kernels/data/table.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace pairscope {

/// The value of a cell between plain numbers; absent unless the name of the column means longitude or latitude, and the
/// letter of the hemisphere agrees with the name.
[[nodiscard]] std::optional<double> degrees_among_numbers(const Column& column, std::string_view cell);

/// Turns columns of texts into numbers whose cells are all degrees: where the name means longitude or latitude, where
/// each cell is certain by its signs, or where the table has one column of N and S and one of E and W. Adds
/// a note for each. Refuses letters that do not agree with the
/// name of their column or with each other, and a cell without degrees where most cells of a column with such a name
/// are degrees.
void take_degrees(Table& table, char decimal_mark, const ByteSource& source);

/// "column 2 ('lat') was read as degrees: '48.86N' on line 2 is 48.86"; the first column has number 0.
[[nodiscard]] std::string note_on_degrees(std::size_t k, std::string_view name, std::string_view cell,
                                          std::string_view place, double value);
/// why_no_degrees() for a cell of a column whose name means longitude or latitude; empty for other columns.
[[nodiscard]] std::string_view near_degrees(std::string_view name, std::string_view cell);

/// Makes two columns of each column whose cells are points, "NAME x" and "NAME y", with a note.
void divide_points(Table& table);

} // namespace pairscope
