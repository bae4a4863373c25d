// SPDX-License-Identifier: MIT
// Reads the number in a cell of a text file.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace pairscope {

[[nodiscard]] constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

enum class CellKind : std::uint8_t {
    number,    ///< also nan, inf and infinity, with or without sign
    missing,   ///< empty, NA, null, none, or an error of a spreadsheet such as #N/A and #DIV/0!: the value is NaN
    text,      ///< anything else
    too_large, ///< a number beyond the range of float32, in which the points are kept
};

struct ParsedCell {
    CellKind kind = CellKind::missing;
    double value = 0.0;
    bool grouped = false;       ///< its thousands were divided, as in "1.234,5" or "1 234,5"
    std::uint8_t currency = 0;  ///< an amount of money has one: see kernels/data/readers/money.h; 0: none
    bool is_percentage = false; ///< "12 %", which is 12
};

/// The cell's number; one too small for double is the smallest double beside 0. `decimal_mark` is '.' or ','. The C
/// locale's rules, whatever the locale of the process. Groups of three digits may be divided by blanks or apostrophes,
/// and by the other mark where that cannot be a decimal mark: "1.234,5" and "1.234.567", but not "1.234", are numbers
/// with decimal commas. Lakhs are divided as "12,34,567". Minus signs and dashes of typesetters, fullwidth digits,
/// blanks beyond ASCII around a number, an apostrophe before it, ="5" as Excel writes it, exponents of Fortran
/// ("1.5D+03"), amounts of money ("-$5", "12,50 \u20ac", "($5)" for a negative one) and percentages are numbers, too.
[[nodiscard]] ParsedCell cell_of(std::string_view text, char decimal_mark);

/// The number of a text of up to 15 digits that is written like that, such as "0" or "255"; absent for all others.
[[nodiscard]] inline std::optional<double> digits_alone(std::string_view text) {
    constexpr std::size_t most = 15; // a double holds them all
    if (text.empty() || text.size() > most || (text.front() == '0' && text.size() > 1)) return std::nullopt;
    std::int64_t number = 0;
    for (const char c : text) {
        if (!is_digit(c)) return std::nullopt;
        number = 10 * number + (c - '0');
    }
    return static_cast<double>(number);
}

/// Is this a whole number as programs write it, such as "0" or "-12"? A double of it gives the same digits again.
[[nodiscard]] bool is_plain(std::string_view text);
/// Is the text of a cell without grouped digits and currency a plain whole number? Its length tells.
[[nodiscard]] inline bool has_plain_text(double number, std::string_view text) {
    constexpr double most = 1e15;
    if (!(number > -most && number < most)) return false;
    const auto whole = static_cast<std::int64_t>(number);
    if (static_cast<double>(whole) != number || (whole == 0 && text != "0")) return false;
    std::size_t length = number < 0.0 ? 2 : 1;
    for (std::int64_t rest = whole < 0 ? -whole : whole; rest >= 10; rest /= 10) ++length;
    const bool may_have_exponent = whole % 10 == 0; // "1E2" is as long as "100"
    return text.size() == length && (!may_have_exponent || text.find_first_of("eEdD") == std::string_view::npos);
}

/// What the cells of a column tell about each other. Alone, "5,000" may be a decimal number and "1D1" a code.
struct Notation {
    /// Marks between thousands are certain elsewhere, as in "1,00,000.50", or by the decimal mark of the file, as in
    /// "$658,788": amounts of money have no three decimals.
    bool is_grouped = false;
    bool has_short_exponents = false; ///< every cell is a number, or one such as "1D1"
};
/// cell_of(), for a cell of a column with this notation.
[[nodiscard]] ParsedCell cell_of(std::string_view text, char decimal_mark, const Notation& notation);
/// "1D1", "-2d0": a number with an exponent of Fortran that has neither a point nor a sign.
[[nodiscard]] bool is_short_exponent(std::string_view text);

/// "1,234" for the decimal mark ',': it may mean 1.234 or 1234. The currency of an amount of money does not matter.
[[nodiscard]] bool may_be_grouped(std::string_view text, char decimal_mark);

/// What a text that is no number is nearly, and what to do: "a number with a unit; ...". Empty for other texts.
[[nodiscard]] std::string_view near_number(std::string_view text, char decimal_mark);

} // namespace pairscope
