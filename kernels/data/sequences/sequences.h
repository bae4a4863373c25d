// SPDX-License-Identifier: MIT
// Sequences as vectors: a text has the code of each character, and a series has its numbers. Shorter ones end with a
// mark, so that all vectors of a set have equally many coordinates.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

namespace pairscope::sequences {

/// So many characters or numbers at most.
inline constexpr std::int64_t longest = 4096;

/// What stands behind a text. No character has this code.
inline constexpr double end_of_text = 0.0;
/// What stands behind a series: the least number of float32.
inline constexpr double end_of_series = -3.4028234663852886e38;

/// The number of characters of a text; absent if a code is NaN.
template <class Code> std::optional<std::int64_t> length_of_text(const Code* text, std::int64_t dims) {
    std::int64_t length = 0;
    while (length < dims && double(text[length]) != end_of_text) {
        if (std::isnan(text[length])) return {};
        ++length;
    }
    return length;
}

/// The number of numbers of a series; absent if one of them is not finite.
template <class Number> std::optional<std::int64_t> length_of_series(const Number* series, std::int64_t dims) {
    std::int64_t length = 0;
    while (length < dims && double(series[length]) != end_of_series) {
        if (!std::isfinite(series[length])) return {};
        ++length;
    }
    return length;
}

} // namespace pairscope::sequences
