// SPDX-License-Identifier: MIT
// Coordinates in double, as files have them, and in float32, as kernels take them.
#pragma once

#include "kernels/core/dataset.h"

#include <span>

namespace pairscope {

/// What float32 does to these numbers, as far as they are finite.
struct ColumnRounding {
    double worst = 0.0; ///< the farthest that rounding moves one of them
    double range = 0.0; ///< the largest of them minus the smallest
};
[[nodiscard]] ColumnRounding rounding_of(std::span<const double> numbers);

/// What to subtract from these numbers before float32 rounds them: their mean to a sixteenth of their extent, if
/// rounding would otherwise move one by more than a millionth of it, as it does with UTM coordinates that are
/// millimetres apart; else 0.
[[nodiscard]] double origin_of(std::span<const double> numbers);

/// Sets values, origin, rows and dims from columns of equal length. Distances are those of the columns.
void set_coordinates(Dataset& data, std::span<const std::span<const double>> columns);

/// Coordinate k of a row as the file says it: the shortest decimal number that set_coordinates() rounds to the value.
[[nodiscard]] double coordinate_in_file(const Dataset& data, std::int64_t row, std::int64_t k);

} // namespace pairscope
