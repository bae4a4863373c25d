// SPDX-License-Identifier: MIT
// The Hilbert curve: a path through all cells of a square that keeps neighbours together.
#pragma once

#include <cstdint>

namespace pairscope {

/// Cells a side: 2^16.
inline constexpr int hilbert_levels = 16;

/// How far along the curve the cell (x, y) lies, for a square of 2^levels cells a side, levels <= 16. From the lower
/// left corner to the lower right one (Hilbert 1891).
[[nodiscard]] constexpr std::uint32_t hilbert_index(std::uint32_t x, std::uint32_t y, int levels = hilbert_levels) {
    std::uint32_t index = 0;
    for (std::uint32_t side = 1u << (levels - 1); side > 0; side >>= 1) {
        const bool right = (x & side) != 0, upper = (y & side) != 0;
        index += side * side * ((right ? 3u : 0u) ^ (upper ? 1u : 0u));
        if (upper) continue;
        const std::uint32_t last = side - 1; // the lower quarters are turned
        const std::uint32_t old_x = x & last, old_y = y & last;
        x = right ? last - old_y : old_y;
        y = right ? last - old_x : old_x;
    }
    return index;
}

} // namespace pairscope
