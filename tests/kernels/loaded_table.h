// SPDX-License-Identifier: MIT
// A table from bytes that stand in the test itself.
#pragma once

#include "kernels/data/columns/named_column.h"
#include "kernels/data/table.h"
#include "tests/kernels/temporary_folder.h"

#include <string_view>

namespace pairscope {

/// What is loaded from a file "points.csv" with these bytes, by somebody who needs all columns of numbers.
[[nodiscard]] inline Table table_of(std::string_view bytes) {
    const TemporaryFolder folder;
    Table table = load_table(folder.file("points.csv", bytes));
    require_numbers(table);
    return table;
}

} // namespace pairscope
