// SPDX-License-Identifier: MIT
// Columns of a text whose cells are degrees in other forms than plain numbers, or points.
#pragma once

#include "kernels/core/byte_source.h"
#include "kernels/core/table.h"

#include <optional>
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

/// Makes two columns of each column whose cells are points, "NAME x" and "NAME y", with a note.
void divide_points(Table& table);

} // namespace pairscope
