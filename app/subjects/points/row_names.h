// SPDX-License-Identifier: MIT
// What a vector is called where people read of it: by its row in the file, counted from 0, because the order in which
// the vectors were loaded is usually another one. Everything else in the state counts by the order of loading.
#pragma once

#include "kernels/data/dataset.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::app {

/// The row of the file, or of what was generated, that this vector came from; absent: it was added by hand.
[[nodiscard]] std::optional<std::int64_t> row_in_file(const Dataset& set, std::int64_t row);

/// The vector that came from that row of the file; absent: there is none.
[[nodiscard]] std::optional<std::int64_t> row_from_file(const Dataset& set, std::int64_t in_file);

/// "row 35", "column 35"; of a vector that was added by hand "added row 2 048".
[[nodiscard]] std::string numbered_row(const Dataset& set, std::int64_t row, std::string_view what = "row");

/// "Lyon", or as numbered_row() without a label.
[[nodiscard]] std::string label_or_row(const Dataset& set, std::int64_t row, std::string_view what = "row");

/// "Lyon", or without a label "35", where a title says what is counted.
[[nodiscard]] std::string short_row_name(const Dataset& set, std::int64_t row);

/// What a saved matrix calls these vectors: by their labels, or else by their rows in the file that they came from.
/// Empty: they have no labels, and are all rows of their file in its order.
[[nodiscard]] std::vector<std::string> names_to_save(const Dataset& set);

/// The smallest and the largest row of the file that the set holds.
struct FileRows {
    std::int64_t first = 0, last = 0;
};
[[nodiscard]] FileRows rows_in_file(const Dataset& set);

} // namespace pairscope::app
