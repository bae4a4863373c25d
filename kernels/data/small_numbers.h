// SPDX-License-Identifier: MIT
// Numbers of a file that are too near to 0 for float32: they become 0 or lose digits, and a user must know.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace pairscope {

/// Numbers of this size and larger lose nothing by being near to 0: a float32 number holds their first 24 digits of
/// base 2, and a second one the next 24.
inline constexpr double least_whole = 0x1p-100; // 7.9e-31

/// Does the number lose digits because it is near to 0? `lost` is the part of it that is not held, and `precision` the
/// part of it that may be lost as for any other number.
[[nodiscard]] inline bool loses_by_size(double number, double lost, double precision) {
    return std::abs(number) < least_whole && std::abs(lost) > precision * std::abs(number);
}
inline constexpr double precision_of_one_float = 0x1p-24, precision_of_two_floats = 0x1p-46;

/// The numbers of a set that lose digits because they are too near to 0.
struct SmallNumbers {
    std::int64_t count = 0;
    std::int64_t row = 0, col = 0; ///< where the first one was found
    double first = 0.0;            ///< as it stands in the file
    bool do_vary = false;          ///< a column of the set has two different numbers
    void add(std::int64_t at_row, std::int64_t at_col, double number) {
        if (count++ > 0) return;
        row = at_row;
        col = at_col;
        first = number;
    }
};

/// "1e-40", the first one.
[[nodiscard]] std::string number_text(const SmallNumbers& small);
/// "3 numbers are too near to 0 for float32 ...", without a full stop; empty if there are none. `place` tells where the
/// first is: "column 'p', line 2".
[[nodiscard]] std::string note_on(const SmallNumbers& small, std::string_view place);
/// Why a set cannot be used in which nothing is larger, without a full stop.
[[nodiscard]] std::string why_all_small(const SmallNumbers& small, std::string_view place);
/// Where the first is.
[[nodiscard]] std::string place_of(const SmallNumbers& small, std::span<const std::string> axes, std::string_view row);

} // namespace pairscope
