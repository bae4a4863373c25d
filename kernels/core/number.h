// SPDX-License-Identifier: MIT
// Reads the number in a cell of a text file.
#pragma once

#include <cstdint>
#include <string_view>

namespace pairscope {

enum class CellKind : std::uint8_t {
    number,    ///< also nan, inf and infinity, with or without sign
    missing,   ///< empty, NA, N/A, null or none: the value is NaN
    text,      ///< anything else
    too_large, ///< a number beyond the range of float32
};

struct ParsedCell {
    CellKind kind = CellKind::missing;
    float value = 0.0f;
};

/// The cell's number, rounded once to the nearest float32; a number too small for float32 is 0. `decimal_mark` is '.'
/// or
/// ','. The C locale's rules, whatever the locale of the process.
[[nodiscard]] ParsedCell cell_of(std::string_view text, char decimal_mark);

} // namespace pairscope
