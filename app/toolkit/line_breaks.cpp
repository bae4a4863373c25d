// SPDX-License-Identifier: MIT
#include "app/toolkit/line_breaks.h"

#include <algorithm>
#include <array>

namespace pairscope::toolkit {
namespace {

constexpr std::array<std::string_view, 26> units{"%",        "B",  "GB",      "GB/s",    "GFLOP/s",  "GHz", "Gop/s",
                                                 "Gpairs/s", "MB", "MB/s",    "MFLOP/s", "MHz",      "MiB", "Mop/s",
                                                 "Mpairs/s", "TB", "TFLOP/s", "Top/s",   "Tpairs/s", "kB",  "km",
                                                 "ms",       "ns", "px",      "s",       "us"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool begins_number(std::string_view text) {
    if (text.starts_with('-')) text.remove_prefix(1);
    return !text.empty() && is_digit(text.front());
}

/// Does the text begin with exactly three digits?
bool begins_group(std::string_view text) {
    const auto end = std::ranges::find_if_not(text, is_digit);
    return end - text.begin() == 3;
}

bool begins_unit(std::string_view text) {
    const auto word = text.substr(0, text.find_first_of(" \n,;:)"));
    return std::ranges::find(units, word.ends_with('.') ? word.substr(0, word.size() - 1) : word) != units.end();
}

} // namespace

bool stays_on_line(std::string_view text, std::size_t at) {
    const std::string_view before = text.substr(0, at), after = text.substr(at + 1);
    if (before.empty() || after.empty()) return false;
    if (is_digit(before.back())) return begins_group(after) || begins_unit(after);
    if (before.ends_with("±") || before.ends_with('=') || before.ends_with("≥")) return begins_number(after);
    return after.starts_with("= ") && begins_number(after.substr(2));
}

} // namespace pairscope::toolkit
