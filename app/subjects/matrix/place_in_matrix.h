// SPDX-License-Identifier: MIT
// What a user types to go to a place of the matrix: "117 000", "117 000, 5", ", 5", "row 7", "column 5".
#pragma once

#include "app/spine/question.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pairscope::app {

struct PlaceInMatrix {
    std::optional<std::int64_t> row, col; ///< absent: it stays where it is
    bool operator==(const PlaceInMatrix&) const = default;
};

/// Absent if the text is no place; it may be a label then.
[[nodiscard]] std::optional<PlaceInMatrix> place_in(std::string_view text);

/// Why the matrix has no such place, in sentences that name the range; empty if it has.
[[nodiscard]] std::string why_not_there(MatrixShape shape, const PlaceInMatrix& place);

/// Why there is no such place, in sentences that name the range; empty if there is. The numbers of both are rows of the
/// files that the vectors came from.
[[nodiscard]] std::string why_not_in_files(const Question& question, const PlaceInMatrix& place);
/// Where the vectors of these rows of the files stand in the matrix as it was loaded. They must be there.
[[nodiscard]] PlaceInMatrix place_from_file(const Question& question, const PlaceInMatrix& place);

} // namespace pairscope::app
