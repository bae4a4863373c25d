// SPDX-License-Identifier: MIT
// Numbers that programs and people write into tables, and that are no measurements: codes of missing numbers, sums
// below the columns, and the parts of numbers with decimal commas. They are read as they stand, and a note names them.
#pragma once

#include "kernels/data/table.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace pairscope {

/// One note for each kind of such numbers in the first `rows` rows of these columns, without full stops; mostly none.
[[nodiscard]] std::vector<std::string> notes_on_odd_values(const Table& table, std::span<const Column* const> columns,
                                                           std::int64_t rows);

} // namespace pairscope
