// SPDX-License-Identifier: MIT
#include "kernels/core/number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace pairscope {

namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

bool equal_ignoring_case(std::string_view text, std::string_view lower_case) {
    return std::equal(text.begin(), text.end(), lower_case.begin(), lower_case.end(),
                      [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; });
}

bool is_missing(std::string_view text) {
    if (text.empty()) return true;
    if (text.size() > 4) return false;
    constexpr std::array words = {std::string_view("na"), std::string_view("n/a"), std::string_view("null"),
                                  std::string_view("none")};
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) { return equal_ignoring_case(text, word); });
}

/// For a number that not even double can hold: is it too small rather than too large?
bool is_tiny(std::string_view text) {
    const std::size_t exponent = text.find_first_of("eE");
    if (exponent != std::string_view::npos) return text.substr(exponent + 1, 1) == "-";
    return text.find_first_not_of("-0") == text.find('.');
}

ParsedCell out_of_float_range(std::string_view text) {
    double wide = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), wide);
    const bool tiny = error == std::errc() ? wide > -1.0 && wide < 1.0 : is_tiny(text);
    if (!tiny) return {CellKind::too_large, 0.0f};
    return {CellKind::number, static_cast<float>(wide)};
}

ParsedCell parsed(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    if (text.starts_with('+') || text.empty()) return {CellKind::text, nan};
    float value = 0.0f;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::invalid_argument || end != text.data() + text.size()) return {CellKind::text, nan};
    if (error == std::errc::result_out_of_range) return out_of_float_range(text);
    return {CellKind::number, value};
}

} // namespace

ParsedCell cell_of(std::string_view text, char decimal_mark) {
    if (is_missing(text)) return {CellKind::missing, nan};
    if (decimal_mark == '.') return parsed(text);
    std::array<char, 64> with_point{}; // no number anybody writes is longer
    if (text.size() > with_point.size() || text.find('.') != std::string_view::npos) return {CellKind::text, nan};
    std::replace_copy(text.begin(), text.end(), with_point.begin(), decimal_mark, '.');
    return parsed(std::string_view(with_point.data(), text.size()));
}

} // namespace pairscope
