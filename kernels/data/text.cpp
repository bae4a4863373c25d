// SPDX-License-Identifier: MIT
#include "kernels/data/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace pairscope {

std::string grouped(std::int64_t number) {
    std::string digits = fmt::format("{}", number);
    const std::size_t first_digit = number < 0 ? 1 : 0;
    for (std::size_t at = digits.size(); at > first_digit + 3;) {
        at -= 3;
        digits.insert(at, 1, ' ');
    }
    return digits;
}

std::string counted(std::int64_t number, std::string_view noun) {
    return fmt::format("{} {}{}", grouped(number), noun, number == 1 ? "" : "s");
}

std::string list_of(std::span<const std::string> texts, std::size_t most) {
    const std::size_t named = std::min(most, texts.size());
    const std::string list = fmt::format("{}", fmt::join(texts.first(named), ", "));
    if (named == texts.size()) return list;
    return fmt::format("{} and {} more", list, grouped(static_cast<std::int64_t>(texts.size() - named)));
}

std::string place_in_words(std::int64_t row, std::int64_t col) {
    return fmt::format("row {}, column {} (counted from 0)", grouped(row), grouped(col));
}

std::string bytes_in_words(double bytes) {
    constexpr std::array units{"bytes", "kB", "MB", "GB", "TB"};
    std::size_t unit = 0;
    while (bytes >= 999.5 && unit + 1 < units.size()) {
        bytes /= 1000.0;
        ++unit;
    }
    return fmt::format("{:.3g} {}", bytes, units[unit]);
}

} // namespace pairscope
