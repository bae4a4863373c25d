// SPDX-License-Identifier: MIT
// Reads a table from text: CSV and its relatives.
#pragma once

#include "kernels/data/readers/byte_source.h"
#include "kernels/data/table.h"

namespace pairscope {

/// The texts of a table may take this much memory [B].
inline constexpr std::int64_t max_text_bytes = std::int64_t{256} << 20;

/// Format, columns, rows and total_rows of the table. A missing cell of a column of numbers is NaN. `header` is what a
/// user says of the first row. Throws InputError.
[[nodiscard]] Table read_text_table(ByteSource& source, const ColumnRange& range = {},
                                    std::optional<Header> header = {});

/// Passes over what may stand before the first row: a byte order mark, and the line "sep=;" for Excel. Returns the
/// separator that this line names; '\0' without one.
[[nodiscard]] char begin_text(ByteSource& source);
/// The number of the line that follows begin_text().
[[nodiscard]] std::int64_t first_line_after(char separator);

/// Makes the names of columns unique: the second "x" becomes "x (2)"; an empty name becomes "column 3".
/// Gives a note for the user where a name stood there twice.
std::string name_columns(std::vector<Column>& columns);

} // namespace pairscope
