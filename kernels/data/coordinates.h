// SPDX-License-Identifier: MIT
// Coordinates in double, as files have them, and in float32, as kernels take them.
#pragma once

#include "kernels/data/dataset.h"
#include "kernels/data/file_numbers.h"
#include "kernels/data/origin.h"
#include "kernels/data/small_numbers.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace pairscope {

/// One for each coordinate of sets that are compared with each other: they share their origins. See origin_for().
[[nodiscard]] std::vector<ColumnOrigin> origins_for(std::span<const FileNumbers* const> sets);
/// Which columns have an origin and why, without a full stop; empty: none has.
[[nodiscard]] std::string note_on_origin(std::span<const ColumnOrigin> origins, std::span<const std::string> axes);

/// Sets values, low, origin, rows and dims. Without `origins` nothing is subtracted. Gives the numbers that are too
/// near to 0 (or to their origin) to be held with all digits.
SmallNumbers set_coordinates(Dataset& data, FileNumbers numbers, std::span<const ColumnOrigin> origins = {});
/// Sets the same members from columns of equal length, with the origins that the columns need.
SmallNumbers set_coordinates(Dataset& data, std::span<const std::span<const double>> columns);

/// Coordinate k of a row without the origin, value and low part together. No digit of them is lost.
[[nodiscard]] inline double held_coordinate(const Dataset& data, std::int64_t row, std::int64_t k) {
    const auto at = static_cast<std::size_t>(row * data.dims + k);
    if (const auto* bytes = std::get_if<std::vector<std::uint8_t>>(&data.values)) return (*bytes)[at];
    const double value = static_cast<double>((*std::get_if<std::vector<float>>(&data.values))[at]);
    return data.low.empty() ? value : value + static_cast<double>(data.low[at]);
}
/// The coordinate with its origin, rounded to double precision.
[[nodiscard]] double whole_coordinate(const Dataset& data, std::int64_t row, std::int64_t k);
/// Coordinate k of a row as the file says it: the shortest decimal number that set_coordinates() takes for it.
[[nodiscard]] double coordinate_in_file(const Dataset& data, std::int64_t row, std::int64_t k);

/// Copies the set with nothing subtracted: values and low parts of the whole coordinates.
[[nodiscard]] Dataset with_origin_added(Dataset data);

} // namespace pairscope
