// SPDX-License-Identifier: MIT
// Reads a table from text: CSV and its relatives.
#pragma once

#include "kernels/core/byte_source.h"
#include "kernels/core/table.h"

namespace pairscope {

/// More columns than this are refused.
inline constexpr std::int64_t max_columns = 1024;
/// The texts of a table may take this much memory [B].
inline constexpr std::int64_t max_text_bytes = std::int64_t{256} << 20;

/// Format, columns, rows and total_rows of the table. A missing cell of a column of numbers is NaN. Throws InputError.
[[nodiscard]] Table read_text_table(ByteSource& source, std::size_t least_columns = 2);

/// Makes the names of columns unique: the second "x" becomes "x (2)"; an empty name becomes "column 3".
void name_columns(std::vector<Column>& columns);

} // namespace pairscope
