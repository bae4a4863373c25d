// SPDX-License-Identifier: MIT
// Finds points by their names.
#pragma once

#include "kernels/core/dataset.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace pairscope::app {

/// Rows whose label holds the text in any (ASCII) case: labels that begin with it first, then the rest, each in row
/// order. None for fewer than two letters. At most `most`.
[[nodiscard]] std::vector<std::int64_t> rows_labelled(const Dataset& data, std::string_view text, std::size_t most);

} // namespace pairscope::app
