// SPDX-License-Identifier: MIT
// The cells of a column as a file has them, also where they are numbers: names of rows such as "007" or "1E3".
#pragma once

#include "kernels/data/table.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace pairscope {

/// The texts of the first `rows` rows of a column of the table. A table keeps numbers only, because few of their texts
/// are ever asked for: here they are read again from its file, unless the numbers tell them. A number that is missing
/// has the text of its cell, such as "NA", or none. Throws InputError if the file cannot be read, or was changed since
/// the table was read; and when it was cancelled.
[[nodiscard]] std::vector<std::string> column_texts(const Table& table, const Column& column, std::int64_t rows,
                                                    const std::stop_token& stop = {});

} // namespace pairscope
