// SPDX-License-Identifier: MIT
#include "kernels/data/readers/money.h"
#include "kernels/data/readers/number.h"

#include <algorithm>
#include <array>

namespace pairscope {
namespace {

/// A way to write a currency. Files that are not UTF-8 have some signs as one byte.
struct CurrencySign {
    std::string_view sign;
    std::uint8_t currency;
};
constexpr std::array currency_signs = {
    CurrencySign{"$", 1},        CurrencySign{"\u20ac", 2},  CurrencySign{"EUR", 2},      CurrencySign{"\x80", 2},
    CurrencySign{"\u00a3", 3},   CurrencySign{"GBP", 3},     CurrencySign{"\xa3", 3},     CurrencySign{"\u00a5", 4},
    CurrencySign{"JPY", 4},      CurrencySign{"\xa5", 4},    CurrencySign{"\u20b9", 5},   CurrencySign{"INR", 5},
    CurrencySign{"Rs.", 5},      CurrencySign{"Rs", 5},      CurrencySign{"USD", 6},      CurrencySign{"US$", 6},
    CurrencySign{"CHF", 7},      CurrencySign{"Fr.", 7},     CurrencySign{"R$", 8},       CurrencySign{"A$", 9},
    CurrencySign{"C$", 10},      CurrencySign{"kr", 11},     CurrencySign{"z\u0142", 12}, CurrencySign{"PLN", 12},
    CurrencySign{"K\u010d", 13}, CurrencySign{"\u20bd", 14}, CurrencySign{"\u20a9", 15},  CurrencySign{"\u20ba", 16},
    CurrencySign{"\u20aa", 17},  CurrencySign{"\u20ab", 18}, CurrencySign{"\u20b4", 19},  CurrencySign{"CNY", 20},
    CurrencySign{"\uffe5", 4},   CurrencySign{"\u5186", 4},  CurrencySign{"\u5143", 20},  CurrencySign{"\uff04", 1},
    CurrencySign{"\uffe1", 3},   CurrencySign{"\u20bf", 21}, CurrencySign{"\u0e3f", 22},  CurrencySign{"\u20a6", 23},
    CurrencySign{"\u20b1", 24},
};

/// The currency that a text begins or ends with.
const CurrencySign* sign_at_edge(std::string_view text, bool at_front) {
    const auto found = std::ranges::find_if(currency_signs, [&](const CurrencySign& known) {
        return at_front ? text.starts_with(known.sign) : text.ends_with(known.sign);
    });
    return found == currency_signs.end() ? nullptr : &*found;
}

std::string_view without_spaces(std::string_view text) {
    constexpr std::string_view no_break = "\u00a0";
    for (;;) {
        if (text.starts_with(' '))
            text.remove_prefix(1);
        else if (text.ends_with(' '))
            text.remove_suffix(1);
        else if (text.starts_with(no_break))
            text.remove_prefix(no_break.size());
        else if (text.ends_with(no_break))
            text.remove_suffix(no_break.size());
        else
            return text;
    }
}

/// A minus in front, which it takes away.
bool take_minus(std::string_view& text) {
    if (!text.starts_with('-')) return false;
    text = without_spaces(text.substr(1));
    return true;
}

/// An amount of money in its parts.
struct Amount {
    std::string_view beside;   ///< what stands beside the currency, without a sign
    std::uint8_t currency = 0; ///< 0: it is none
    bool is_negative = false;
};

Amount amount_in(std::string_view text) {
    constexpr std::size_t longest = 40;
    if (text.size() < 2 || text.size() > longest) return {};
    if (is_digit(text.front()) && is_digit(text.back())) return {}; // most texts that are nearly numbers
    const bool is_bracketed = text.front() == '(' && text.back() == ')';
    if (is_bracketed) text = without_spaces(text.substr(1, text.size() - 2));
    bool is_negative = take_minus(text);
    const CurrencySign* sign = sign_at_edge(text, true);
    if (sign != nullptr) {
        text = without_spaces(text.substr(sign->sign.size()));
        is_negative = is_negative || take_minus(text);
    } else {
        sign = sign_at_edge(text, false);
        if (sign == nullptr) return {};
        text = without_spaces(text.substr(0, text.size() - sign->sign.size()));
    }
    return {.beside = text, .currency = sign->currency, .is_negative = is_negative != is_bracketed};
}

} // namespace

bool has_decimal_points(std::uint8_t currency) {
    constexpr auto known = std::to_array<std::string_view>(
        {"$", "\u00a3", "\u00a5", "\u20b9", "USD", "CHF", "A$", "C$", "\u20a9", "\u20aa", "CNY"});
    return std::ranges::find(known, name_of_currency(currency)) != known.end();
}

std::optional<ParsedCell> amount_of_money(std::string_view text, char decimal_mark, const Notation& notation) {
    const Amount amount = amount_in(text);
    if (amount.beside.empty() || !(is_digit(amount.beside.front()) || amount.beside.front() == decimal_mark))
        return std::nullopt;
    const bool is_grouped = has_decimal_points(amount.currency) && may_be_grouped(amount.beside, ',');
    if (is_grouped && decimal_mark == ',') return std::nullopt;
    ParsedCell cell = cell_of(amount.beside, decimal_mark, {.is_grouped = is_grouped || notation.is_grouped});
    if (cell.kind != CellKind::number || cell.currency != 0 || cell.is_percentage) return std::nullopt;
    if (amount.is_negative) cell.value = -cell.value;
    cell.currency = amount.currency;
    return cell;
}

std::optional<ParsedCell> percentage(std::string_view text, char decimal_mark, const Notation& notation) {
    constexpr std::size_t longest = 40;
    if (text.size() < 2 || text.size() > longest || !text.ends_with('%')) return std::nullopt;
    const std::string_view digits = without_spaces(text.substr(0, text.size() - 1));
    if (digits.empty() || !is_digit(digits.back())) return std::nullopt;
    ParsedCell cell = cell_of(digits, decimal_mark, notation);
    if (cell.kind != CellKind::number || cell.currency != 0) return std::nullopt;
    cell.is_percentage = true;
    return cell;
}

std::string_view text_beside_currency(std::string_view text) { return amount_in(text).beside; }

std::string_view name_of_currency(std::uint8_t currency) {
    const auto found = std::ranges::find(currency_signs, currency, &CurrencySign::currency);
    return found == currency_signs.end() ? std::string_view() : found->sign;
}

} // namespace pairscope
