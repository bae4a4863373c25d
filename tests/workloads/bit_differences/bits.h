// SPDX-License-Identifier: MIT
// The Hamming distance of two vectors of bytes.
#pragma once

#include "kernels/ladder/problem.h"

#include <bit>
#include <cstdint>
#include <cstring>

namespace pairscope::bit_differences {

/// In how many bits vector i differs from vector j, eight bytes at a time.
inline std::int64_t differing_bits(const Input& set, std::int64_t i, std::int64_t j) {
    const std::uint8_t *const a = set.bytes() + i * set.pitch, *const b = set.bytes() + j * set.pitch;
    std::int64_t count = 0;
    for (std::int64_t first = 0; first < set.dims; first += 8) {
        std::uint64_t x = 0, y = 0;
        const auto bytes = static_cast<std::size_t>(set.dims - first < 8 ? set.dims - first : 8);
        std::memcpy(&x, a + first, bytes);
        std::memcpy(&y, b + first, bytes);
        count += std::popcount(x ^ y);
    }
    return count;
}

} // namespace pairscope::bit_differences
