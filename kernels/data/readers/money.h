// SPDX-License-Identifier: MIT
// Amounts of money and percentages in the cells of a text.
#pragma once

#include "kernels/data/readers/number.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace pairscope {

/// "$5", "-$1,234.50", "12 \u20ac", "($5)" for a negative one. Absent for everything else.
[[nodiscard]] std::optional<ParsedCell> amount_of_money(std::string_view text, char decimal_mark,
                                                        const Notation& notation = {});

/// "12%", "-0.5 %": the number before the sign. Absent for everything else.
[[nodiscard]] std::optional<ParsedCell> percentage(std::string_view text, char decimal_mark,
                                                   const Notation& notation = {});

/// Column::currency has this value for a column of percentages.
inline constexpr std::string_view percent_sign = "%";

/// What a text has beside a currency, without a sign, whether it is a number or not; empty if it has no currency.
[[nodiscard]] std::string_view text_beside_currency(std::string_view text);

/// Do people write decimal points where this currency is paid? Then the comma of "$658,788" divides thousands, and the
/// point of "7.782 \u20ac" may.
[[nodiscard]] bool has_decimal_points(std::uint8_t currency);

/// "$", or the first of several ways to write the same currency; empty for 0, which is none.
[[nodiscard]] std::string_view name_of_currency(std::uint8_t currency);

} // namespace pairscope
