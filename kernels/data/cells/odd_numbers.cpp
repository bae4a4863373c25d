// SPDX-License-Identifier: MIT
#include "kernels/data/cells/odd_numbers.h"

#include "kernels/data/readers/number.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace pairscope {
namespace {

using Choices = std::span<const std::string_view>;

/// The first of them that the text begins with; empty: none.
std::string_view beginning(std::string_view text, Choices beginnings) {
    for (const std::string_view one : beginnings)
        if (text.starts_with(one)) return one;
    return {};
}
std::string_view ending(std::string_view text, Choices endings) {
    for (const std::string_view one : endings)
        if (text.ends_with(one)) return one;
    return {};
}

constexpr auto blanks = std::to_array<std::string_view>(
    {" ", "\t", "\u00a0", "\u2007", "\u2009", "\u200b", "\u200e", "\u200f", "\u202f", "\u2060", "\u3000", "\ufeff"});
constexpr auto dashes =
    std::to_array<std::string_view>({"\u2010", "\u2011", "\u2012", "\u2013", "\u2014", "\ufe63", "\uff0d", "\x96"});
constexpr auto qualifiers = std::to_array<std::string_view>(
    {"<=", ">=", "<", ">", "~", "\u2264", "\u2265", "\u2248", "\u223c", "\u00b1", "ca. ", "ca ", "c. "});
constexpr auto daggers = std::to_array<std::string_view>({"\u2020", "\u2021", "\u00a7"});
constexpr auto signs = std::to_array<std::string_view>({"-", "+", "\u2212", "\u2013"});
constexpr auto halves = std::to_array<std::string_view>({"\u00bd", "\u00bc", "\u00be"});
constexpr std::string_view minus_sign = "\u2212";

std::string_view without_blanks(std::string_view text) {
    for (;;) {
        const std::string_view front = beginning(text, blanks), back = ending(text, blanks);
        if (front.empty() && back.empty()) return text;
        text.remove_prefix(front.size());
        if (!text.empty()) text.remove_suffix(back.size());
    }
}

/// A digit, point, comma or sign in a script other than Latin, with which a text begins.
struct ForeignCharacter {
    char ascii = '\0'; ///< '\0': it begins with none
    std::size_t bytes = 0;
};

/// Fullwidth characters include digits, signs and marks. Arabic and Persian texts have digits and two marks, and
/// Hindi texts have digits.
ForeignCharacter foreign_character(std::string_view text) {
    constexpr auto digits = std::to_array<std::string_view>({"\uff10", "\u0660", "\u06f0", "\u0966"});
    constexpr std::array signs = {std::pair("\uff0b", '+'), std::pair("\uff0c", ','), std::pair("\uff0e", '.'),
                                  std::pair("\u066b", '.'), std::pair("\u066c", '\'')}; // divides thousands
    for (const std::string_view zero : digits) {
        const std::size_t last = zero.size() - 1;
        if (text.size() < zero.size() || !text.starts_with(zero.substr(0, last))) continue;
        const int digit = static_cast<unsigned char>(text[last]) - static_cast<unsigned char>(zero[last]);
        if (digit >= 0 && digit <= 9) return {static_cast<char>('0' + digit), zero.size()};
    }
    for (const auto& [sign, ascii] : signs)
        if (text.starts_with(sign)) return {ascii, std::string_view(sign).size()};
    return {};
}

bool may_begin_number(std::string_view text) {
    return !text.empty() && (is_digit(text.front()) || text.front() == '.' || text.front() == ',' ||
                             foreign_character(text).ascii != '\0');
}

/// ="5", and =""5"" as it stands between quotes.
std::string_view without_formula(std::string_view text) {
    if (!text.starts_with('=') || text.size() == 1) return text;
    text.remove_prefix(1);
    for (const std::string_view quote : {std::string_view("\"\""), std::string_view("\"")})
        if (text.size() > 2 * quote.size() && text.starts_with(quote) && text.ends_with(quote))
            return text.substr(quote.size(), text.size() - 2 * quote.size());
    return text;
}

bool is_plain_number(std::string_view text, char decimal_mark) {
    const ParsedCell cell = cell_of(without_blanks(text), decimal_mark);
    return cell.kind == CellKind::number;
}

bool has_only(std::string_view text, std::string_view characters) {
    return text.find_first_not_of(characters) == std::string_view::npos;
}

/// "1/2", "1 1/2"
bool is_fraction(std::string_view text) {
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos || slash == 0 || slash + 1 == text.size()) return false;
    const std::string_view above = text.substr(0, slash), below = text.substr(slash + 1);
    return is_digit(above.back()) && has_only(above, "0123456789 -") && has_only(below, "0123456789");
}

/// "True", as Python and R write it, and answers to a question.
bool is_truth_value(std::string_view text) {
    constexpr auto words = std::to_array<std::string_view>({"True", "False", "TRUE", "FALSE", "true", "false", "yes",
                                                            "no",   "Yes",   "No",   "YES",   "NO",   "ja",    "nein",
                                                            "Ja",   "Nein",  "oui",  "non",   "Oui",  "Non"});
    return std::ranges::find(words, text) != words.end();
}

/// A half, or a number in a circle, is one character.
bool is_fraction_alone(std::string_view text) {
    constexpr auto fractions = std::to_array<std::string_view>(
        {"\u00bd", "\u00bc", "\u00be", "\u2153", "\u2154", "\u215b", "\u215c", "\u215d", "\u215e"});
    return std::ranges::find(fractions, text) != fractions.end();
}
bool is_in_circle(std::string_view text) {
    constexpr std::string_view first = "\u2460", last = "\u2473"; // 1 to 20
    return text.size() == first.size() && text >= first && text <= last;
}

/// "=1+1", "=A2*B2": a spreadsheet shows its value.
bool is_formula(std::string_view text) {
    return text.size() > 1 && text.front() == '=' && text.find_first_of("0123456789", 1) != std::string_view::npos;
}

/// "1.5 e3", "1.5x10^3", and "1.5-103" of Fortran.
bool has_odd_exponent(std::string_view text, char decimal_mark) {
    for (const std::string_view power :
         {std::string_view("x10"), std::string_view("\u00d710"), std::string_view("*10"), std::string_view("x 10"),
          std::string_view(" \u00d7 10"), std::string_view(" e"), std::string_view(" E"), std::string_view("\u00b710")})
        if (const std::size_t at = text.find(power); at != std::string_view::npos && at > 0)
            return is_plain_number(text.substr(0, at), decimal_mark) && at + power.size() < text.size();
    const std::size_t sign = text.find_first_of("+-", 1);
    constexpr std::size_t digits_of_exponent = 3; // with fewer, Fortran writes the letter
    if (sign == std::string_view::npos || text.size() - sign != digits_of_exponent + 1) return false;
    return is_plain_number(text.substr(0, sign), decimal_mark) && has_only(text.substr(sign + 1), "0123456789");
}

} // namespace

std::optional<std::string> plainly_written(std::string_view text) {
    const bool is_plain = !text.empty() && text.front() != '=' && text.front() != '\'' &&
                          std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
    if (is_plain) return std::nullopt;
    std::string_view rest = without_formula(without_blanks(text));
    if (rest.size() > 1 && rest[0] == '\'' && rest[1] != '\'') {
        rest.remove_prefix(1);
        if (rest.size() > 1 && rest.ends_with('\'')) rest.remove_suffix(1);
    }
    std::string plain;
    while (!rest.empty()) {
        const bool is_at_sign = plain.empty() || plain.back() == 'e' || plain.back() == 'E';
        const std::string_view dash = beginning(rest, dashes);
        const ForeignCharacter foreign = foreign_character(rest);
        if (rest.starts_with(minus_sign)) {
            plain += '-';
            rest.remove_prefix(minus_sign.size());
        } else if (is_at_sign && !dash.empty() && may_begin_number(rest.substr(dash.size()))) {
            plain += '-';
            rest.remove_prefix(dash.size());
        } else if (foreign.ascii != '\0') {
            plain += foreign.ascii;
            rest.remove_prefix(foreign.bytes);
        } else {
            plain += rest.front();
            rest.remove_prefix(1);
        }
    }
    return plain == text ? std::nullopt : std::optional(plain);
}

std::string_view odd_number(std::string_view text, char decimal_mark) {
    text = without_blanks(text);
    constexpr std::size_t fewest = 2, longest = 40;
    if (text.size() < fewest || text.size() > longest) return {};
    const std::string_view sign = beginning(text, qualifiers);
    if (!sign.empty() && is_plain_number(text.substr(sign.size()), decimal_mark))
        return "a number with a sign such as < before it; write the number alone, or empty the cell where it is not "
               "known";
    if (is_truth_value(text)) return "a truth value; write 1 for true and 0 for false to compare it";
    const std::size_t last = text.find_last_not_of("*#^!?");
    const std::string_view mark = ending(text, daggers);
    const std::size_t marks = mark.empty() ? text.size() - 1 - std::min(last, text.size() - 1) : mark.size();
    if (marks > 0 && is_plain_number(text.substr(0, text.size() - marks), decimal_mark))
        return "a number with a mark behind it; delete the mark";
    for (const std::string_view error : {std::string_view("\u00b1"), std::string_view("+/-"), std::string_view("+-")})
        if (const std::size_t at = text.find(error); at != std::string_view::npos && at > 0)
            if (is_plain_number(text.substr(0, at), decimal_mark))
                return "a number and its error; write them into two columns";
    if (text.starts_with('(') && text.ends_with(')') && is_plain_number(text.substr(1, text.size() - 2), decimal_mark))
        return "a number in brackets, which may be a negative one; write it without them";
    const std::string_view behind = ending(text, signs);
    if (!behind.empty() && is_plain_number(text.substr(0, text.size() - behind.size()), decimal_mark))
        return "a number with its sign behind it; write the sign in front of it";
    if (text.starts_with('%') && is_plain_number(text.substr(1), decimal_mark))
        return "a percentage with its sign in front; write the sign behind the number";
    if (is_formula(text)) return "a formula; save the table with the values of its formulas";
    if (is_in_circle(text)) return "a number in a circle; write it with plain digits";
    if (is_fraction(text) || is_fraction_alone(text) || (is_digit(text.front()) && !ending(text, halves).empty()))
        return "a fraction; write it as a decimal number";
    const std::size_t line = text.find('_');
    if (line != std::string_view::npos && line > 0 && is_digit(text.back()) && has_only(text, "0123456789_.,-"))
        return "a number with _ between its digits; delete these";
    if ((text.starts_with("0x") || text.starts_with("0X")) && has_only(text.substr(2), "0123456789abcdefABCDEF") &&
        text.size() > 2)
        return "a hexadecimal number; write it as a decimal number";
    if (has_odd_exponent(text, decimal_mark)) return "a number with an exponent; write it as in 1.5e3";
    return {};
}

std::string_view begins_like_number(std::string_view text) {
    constexpr std::size_t longest = 24, longest_word = 3; // letters, as in "1st" and "12 AM"
    if (text.empty() || text.size() > longest) return {};
    const std::size_t sign = text.front() == '-' || text.front() == '+' ? 1 : 0;
    if (sign >= text.size() || !is_digit(text[sign])) return {};
    std::size_t letters = 0, most_letters = 0, dividers = 0;
    for (const char c : text) {
        const bool is_letter =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
        letters = is_letter ? letters + 1 : 0;
        most_letters = std::max(most_letters, letters);
        dividers += c == '-' || c == '/' || c == ':' || c == '.' ? 1 : 0;
    }
    if (most_letters > longest_word) return {};
    const bool is_time =
        dividers > 0 && has_only(text, "0123456789-/:. TZ+") && text.find_first_of("-/:", 1) != std::string_view::npos;
    if (is_time) return "which may be a date or a time; write it as a number, such as days or seconds, to compare it";
    return "which begins with a number; if the column holds numbers, write only a number into each cell";
}

} // namespace pairscope
