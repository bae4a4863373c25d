// SPDX-License-Identifier: MIT
// Finds points by their names.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/state.h"
#include "kernels/data/dataset.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::app {

struct LabelledRows {
    std::vector<std::int64_t> rows;
    std::int64_t all = 0; ///< how many there are, also those beyond the most that were asked for
};

/// Rows whose label holds the text in any (ASCII) case: labels that begin with it first, then the rest, each in the
/// order of the file. None for fewer than two letters. At most `most` are listed.
[[nodiscard]] LabelledRows rows_labelled(const Dataset& data, std::string_view text, std::size_t most);

/// Why a text was found in no label, and what to do.
[[nodiscard]] std::string why_not_found(const DataSnapshot& data);

/// What tells vectors of the same name apart: other texts of the file, the coordinates of a point, and the row.
/// "FR, (2.3488, 48.8534), row 12"
[[nodiscard]] std::string details_of_row(const DataSnapshot& data, const Dataset& set, std::int64_t row,
                                         std::string_view what = "row");

} // namespace pairscope::app
