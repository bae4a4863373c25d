// SPDX-License-Identifier: MIT
#include "kernels/data/readers/number.h"

#include "kernels/data/cells/odd_numbers.h"
#include "kernels/data/readers/degrees.h"
#include "kernels/data/readers/money.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>

namespace pairscope {

namespace {

bool equal_ignoring_case(std::string_view text, std::string_view lower_case) {
    return std::equal(text.begin(), text.end(), lower_case.begin(), lower_case.end(),
                      [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; });
}

bool is_missing(std::string_view text) {
    if (text.empty()) return true;
    constexpr std::string_view first_letters = "nN#<1-";
    constexpr std::size_t longest = 8;
    if (text.size() > longest || first_letters.find(text.front()) == std::string_view::npos) return false;
    constexpr std::array<std::string_view, 21> words = {
        "na",    "n/a",     "null",   "none",  "<na>",   "#n/a",   "#na",    "#nv",     "#div/0!", "#value!", "#wert!",
        "#ref!", "#bezug!", "#name?", "#num!", "#zahl!", "#null!", "1.#ind", "-1.#ind", "1.#qnan", "-1.#qnan"};
    return std::ranges::any_of(words, [&](std::string_view word) { return equal_ignoring_case(text, word); });
}

/// For a number that not even double can hold: is it too small rather than too large?
bool is_tiny(std::string_view text) {
    const std::size_t exponent = text.find_first_of("eE");
    if (exponent != std::string_view::npos) return text.substr(exponent + 1, 1) == "-";
    return text.find_first_not_of("-0") == text.find('.');
}

constexpr std::array powers = {1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};

/// Digits with at most one mark among them, as nearly all cells are: a whole number below 2^53 divided by an exact
/// power of ten is rounded once, as from_chars rounds. Absent for everything else.
std::optional<double> simple_number(std::string_view text, char decimal_mark) {
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    if (text.empty() || text.size() > powers.size()) return std::nullopt;
    std::int64_t digits = 0;
    std::size_t decimals = 0;
    bool has_mark = false;
    for (const char c : text) {
        if (c >= '0' && c <= '9') {
            digits = 10 * digits + (c - '0');
            decimals += has_mark ? 1 : 0;
        } else if (c == decimal_mark && !has_mark) {
            has_mark = true;
        } else {
            return std::nullopt;
        }
    }
    if (has_mark && text.size() == 1) return std::nullopt;
    double value = static_cast<double>(digits);
    if (decimals > 0) value /= powers[decimals];
    return negative ? -value : value;
}

bool is_beyond_float(double value) { return std::isfinite(value) && std::isinf(static_cast<float>(value)); }

/// Longer texts are looked at as plain numbers only: with the wrong separator, a whole line is a cell.
constexpr std::size_t longest_odd_number = 64;

/// "1.5D+03", as Fortran writes double precision, with 'e' for 'D'; empty for other texts. Codes such as "7D2" have
/// neither a point nor a sign.
std::string with_e(std::string_view text) {
    if (text.size() > longest_odd_number) return {};
    const std::size_t at = text.find_first_of("dD");
    if (at == std::string_view::npos || at == 0 || at + 1 == text.size()) return {};
    const bool has_sign = text[at + 1] == '+' || text[at + 1] == '-';
    if (!has_sign && text.find('.') == std::string_view::npos) return {};
    if (text.find_first_not_of("0123456789.+-dD") != std::string_view::npos) return {};
    std::string number(text);
    number[at] = 'e';
    if (has_sign && number[at + 1] == '+') number.erase(at + 1, 1);
    return number;
}

ParsedCell parsed(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    if (text.starts_with('+') || text.empty()) return {CellKind::text, not_a_number};
    if (const std::string number = with_e(text); !number.empty()) return parsed(number);
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::invalid_argument || end != text.data() + text.size()) return {CellKind::text, not_a_number};
    if (error == std::errc::result_out_of_range && is_tiny(text))
        return {CellKind::number,
                std::copysign(std::numeric_limits<double>::denorm_min(), text.front() == '-' ? -1 : 1)};
    if (error == std::errc::result_out_of_range || is_beyond_float(value)) return {CellKind::too_large, 0.0};
    return {CellKind::number, value};
}

/// The number without marks between thousands.
ParsedCell plainly_parsed(std::string_view text, char decimal_mark) {
    if (decimal_mark == '.') return parsed(text);
    std::array<char, 64> with_point{}; // no number anybody writes is longer
    if (text.size() > with_point.size() || text.find('.') != std::string_view::npos)
        return {CellKind::text, not_a_number};
    std::replace_copy(text.begin(), text.end(), with_point.begin(), decimal_mark, '.');
    return parsed(std::string_view(with_point.data(), text.size()));
}

/// How long the mark between groups of three digits is that the text begins with; 0 for none. Typesetters take no-break
/// spaces, the Swiss apostrophes.
std::size_t group_mark(std::string_view text, char decimal_mark) {
    const char other = decimal_mark == ',' ? '.' : ',';
    for (const std::string_view mark :
         {std::string_view(&other, 1), std::string_view(" "), std::string_view("'"), std::string_view("\xc2\xa0"),
          std::string_view("\xa0"), std::string_view("\xe2\x80\xaf"), std::string_view("\u2009"),
          std::string_view("\xe2\x80\x99")}) {
        if (text.starts_with(mark)) return mark.size();
    }
    return 0;
}

std::size_t count_digits(std::string_view text) { return std::min(text.find_first_not_of("0123456789"), text.size()); }

/// The number without the marks between its thousands; absent if it is anything else, or may mean something else.
std::optional<std::string> ungrouped(std::string_view text, char decimal_mark) {
    const std::string_view sign = text.substr(0, text.starts_with('-') || text.starts_with('+') ? 1 : 0);
    text.remove_prefix(sign.size());
    std::size_t digits = count_digits(text);
    const std::size_t first_digits = digits;
    const bool is_code = digits > 1 && text.starts_with('0'); // it may be a telephone number
    if (digits < 1 || digits > 3 || is_code) return std::nullopt;
    const std::size_t mark = group_mark(text.substr(digits), decimal_mark);
    if (mark == 0) return std::nullopt;
    const std::string_view divider = text.substr(digits, mark);
    std::string number(sign == "-" ? "-" : "");
    number += text.substr(0, digits);
    text.remove_prefix(digits);
    std::size_t groups = 0, pairs = 0; // groups of two digits, as lakhs have
    for (; text.starts_with(divider); ++groups) {
        digits = count_digits(text.substr(mark));
        const bool ends_here = !text.substr(mark + digits).starts_with(divider);
        const bool is_pair = digits == 2 && pairs == groups && divider == "," && !ends_here;
        if (digits != 3 && !is_pair) return std::nullopt;
        if (digits == 3 && pairs > 0 && !ends_here) return std::nullopt;
        pairs += is_pair ? 1 : 0;
        number += text.substr(mark, digits);
        text.remove_prefix(mark + digits);
    }
    if (pairs > 0 && first_digits > 2) return std::nullopt;
    const bool has_decimals = text.starts_with(decimal_mark);
    if (has_decimals) text.remove_prefix(1);
    if (count_digits(text) != text.size()) return std::nullopt;
    const bool may_be_decimals = (divider == "." || divider == ",") && groups == 1 && !has_decimals;
    if (may_be_decimals) return std::nullopt;
    return number + "." + std::string(text);
}

bool is_letter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '%' || static_cast<unsigned char>(c) >= 0x80;
}

/// "12 km", "-0.5%", "12.5 \u00b0C".
bool has_unit(std::string_view text, char decimal_mark) {
    std::size_t end = text.size();
    while (end > 0 && is_letter(text[end - 1])) --end;
    const std::size_t letters = text.size() - end;
    while (end > 0 && text[end - 1] == ' ') --end;
    constexpr std::size_t longest = 6; // letters of the units that people write behind numbers; "5 Boulevard" has none
    if (letters < 1 || letters > longest || end == 0) return false;
    return cell_of(text.substr(0, end), decimal_mark).kind == CellKind::number;
}

} // namespace

bool is_plain(std::string_view text) {
    const ParsedCell cell = cell_of(text, '.');
    return cell.kind == CellKind::number && has_plain_text(cell.value, text);
}

bool may_be_grouped(std::string_view text, char decimal_mark) {
    if (const std::string_view beside = text_beside_currency(text); !beside.empty()) text = beside;
    const std::size_t sign = text.starts_with('-') ? 1 : 0, mark = text.find(decimal_mark);
    if (mark == std::string_view::npos || mark <= sign || mark > sign + 3 || text[sign] == '0') return false;
    return text.size() == mark + 4 && count_digits(text.substr(mark + 1)) == 3;
}

std::string_view near_number(std::string_view text, char decimal_mark) {
    constexpr std::size_t longest = 64;
    if (text.size() > longest) return {};
    if (const auto degrees = written_degrees(text); degrees && degrees->is_certain())
        return "degrees; let the name of the column be latitude or longitude, or write a number with a sign";
    if (text.ends_with('O') && written_degrees(std::string(text.substr(0, text.size() - 1)) + 'E'))
        return "degrees with O, which is east in German and west in French, Italian, Portuguese and Spanish; write E "
               "or W";
    if (has_unit(text, decimal_mark))
        return "a number with a unit; write the unit into the column's name, as in 'x [km]', and only the number into "
               "the cell";
    const char other = decimal_mark == ',' ? '.' : ',';
    if (may_be_grouped(text, other) && other == ',')
        return "which may have a decimal comma or a thousands separator; write it with a decimal point, or without the "
               "comma";
    if (may_be_grouped(text, other))
        return "which may have a decimal point or a thousands separator; write it as the other numbers are written, or "
               "without the point";
    if (cell_of(text, other).kind != CellKind::number) return odd_number(text, decimal_mark);
    if (text.find(other) == std::string_view::npos && text.find(decimal_mark) != std::string_view::npos)
        return decimal_mark == '.' ? "a number with points between its thousands; write it without them"
                                   : "a number with commas between its thousands; write it without them";
    if (other == ',')
        return "a number with a decimal comma; write it with a point, or all numbers with commas and ';' between the "
               "columns";
    return "a number with a decimal point, where others have commas; write them all in one way";
}

ParsedCell cell_of(std::string_view text, char decimal_mark) {
    if (const auto number = simple_number(text, decimal_mark)) return {CellKind::number, *number};
    if (is_missing(text)) return {CellKind::missing, not_a_number};
    if (const auto number = ungrouped(text, decimal_mark)) {
        const ParsedCell cell = parsed(*number);
        return {cell.kind, cell.value, true};
    }
    const ParsedCell cell = plainly_parsed(text, decimal_mark);
    if (cell.kind != CellKind::text || text.size() > longest_odd_number) return cell;
    if (const auto plain = plainly_written(text)) return cell_of(*plain, decimal_mark);
    if (const auto amount = amount_of_money(text, decimal_mark)) return *amount;
    return percentage(text, decimal_mark).value_or(cell);
}

bool is_short_exponent(std::string_view text) {
    constexpr std::size_t most_digits = 2; // an exponent has no more
    const std::size_t sign = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
    const std::size_t digits = count_digits(text.substr(sign)), at = sign + digits;
    if (digits == 0 || at >= text.size() || (text[at] != 'd' && text[at] != 'D')) return false;
    const std::string_view exponent = text.substr(at + 1);
    return !exponent.empty() && exponent.size() <= most_digits && count_digits(exponent) == exponent.size();
}

ParsedCell cell_of(std::string_view text, char decimal_mark, const Notation& notation) {
    const ParsedCell cell = cell_of(text, decimal_mark);
    if (cell.kind != CellKind::text) return cell;
    const char other = decimal_mark == ',' ? '.' : ',';
    if (notation.is_grouped && may_be_grouped(text, other)) {
        if (const auto amount = amount_of_money(text, decimal_mark, notation)) return *amount;
        std::string number(text);
        std::erase(number, other);
        const ParsedCell whole = parsed(number);
        return {.kind = whole.kind, .value = whole.value, .grouped = true};
    }
    if (notation.is_grouped)
        if (const auto percent = percentage(text, decimal_mark, notation)) return *percent;
    if (!notation.has_short_exponents || !is_short_exponent(text)) return cell;
    std::string number(text);
    number[number.find_first_of("dD")] = 'e';
    return parsed(number);
}

} // namespace pairscope
