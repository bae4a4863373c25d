// SPDX-License-Identifier: MIT
// Cells that are numbers in another notation, or nearly numbers. A part of kernels/data/readers/number.h.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pairscope {

/// The text without blanks beyond ASCII around it, without an apostrophe or ="..." of spreadsheets, and with plain
/// digits and signs; absent if it is written plainly.
[[nodiscard]] std::optional<std::string> plainly_written(std::string_view text);

/// What a text with a number in it is, and what to do: "<0.1", "1*", "1.5\u00b10.1", "(1.5)", "5-", "1/2", "1_000",
/// "1.5 e3" and "0x1F". Empty for other texts.
[[nodiscard]] std::string_view odd_number(std::string_view text, char decimal_mark);

/// "12:30", "1st": what begins with a number and may be one; empty for other texts, such as "5 Boulevard".
[[nodiscard]] std::string_view begins_like_number(std::string_view text);

} // namespace pairscope
