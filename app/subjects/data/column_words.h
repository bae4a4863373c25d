// SPDX-License-Identifier: MIT
// The words for the columns that became coordinates.
#pragma once

#include "app/subjects/data/data_source.h"
#include "kernels/data/dataset.h"

#include <cstdint>
#include <string>
#include <vector>

namespace pairscope::app {

/// How many columns of the table hold numbers; 0 if the set is not from a table.
[[nodiscard]] std::int64_t numeric_columns(const Dataset& set);
/// The names of the columns that are coordinates, in the order of the table; empty if the set is not from a table.
[[nodiscard]] std::vector<std::string> used_columns(const Dataset& set);
/// The columns that are coordinates after this one was added or left out. The last one cannot be left out.
[[nodiscard]] std::vector<std::string> with_toggled(const Dataset& set, const std::string& name);
/// The names of all columns of numbers.
[[nodiscard]] std::vector<std::string> all_numeric(const Dataset& set);

/// "3 of 5, standardised: mass, height, age".
[[nodiscard]] std::string column_summary(const Dataset& set);

} // namespace pairscope::app
