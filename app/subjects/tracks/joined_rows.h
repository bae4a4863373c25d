// SPDX-License-Identifier: MIT
// Rows of a second table, joined to the rows of the data by their names.
#pragma once

#include "kernels/data/dataset.h"
#include "kernels/data/table.h"

#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace pairscope::app {

struct JoinedRows {
    const Column* names = nullptr;    ///< the column of the table with the names
    std::vector<std::int64_t> rows{}; ///< for each row of the data the row of the table; -1: none has its name
    std::int64_t unmatched = 0;       ///< rows of the data without one
    std::int64_t unused = 0;          ///< rows of the table whose names no row of the data has
    std::string example_unmatched{}, example_unused{};
};

/// The names are in the column that has most of them. Throws InputError if the data has no names, if none matches, and
/// where a name stands twice in the table with different values in `asked`.
[[nodiscard]] JoinedRows joined_rows(const Dataset& data, const Table& table, std::span<const std::string> asked,
                                     const std::stop_token& stop);

/// What did not match, in whole sentences; empty: everything did.
[[nodiscard]] std::vector<std::string> remarks_on(const JoinedRows& joined, const Dataset& data, const Table& table);

} // namespace pairscope::app
