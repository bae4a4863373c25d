// SPDX-License-Identifier: MIT
// Numbers in a readable form, for messages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace pairscope {

/// "1 048 576": digits in groups of three.
[[nodiscard]] std::string grouped(std::int64_t number);

/// "1 point", "2 048 points": with the noun's regular plural.
[[nodiscard]] std::string counted(std::int64_t number, std::string_view noun);

/// "a, b and 7 more": the first `most` of these texts, and how many others there are.
[[nodiscard]] std::string list_of(std::span<const std::string> texts, std::size_t most);

/// "row 3, column 0 (counted from 0)": a place in an array or in a matrix. Only lines of files count from 1.
[[nodiscard]] std::string place_in_words(std::int64_t row, std::int64_t col);

/// "4.29 GB": decimal units, three digits.
[[nodiscard]] std::string bytes_in_words(double bytes);

} // namespace pairscope
