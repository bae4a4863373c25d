// SPDX-License-Identifier: MIT
// Rows that are sequences.
#include "kernels/data/sequences/sequences.h"

#include "kernels/data/prepared/preparation.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pairscope {
namespace {

constexpr double largest_code = 0x10ffff; // Unicode has no larger one

bool is_text(std::span<const double> row) {
    const auto end = std::ranges::find(row, sequences::end_of_text);
    const auto is_code = [](double x) { return x > 0.0 && x <= largest_code && x == std::floor(x); };
    return std::all_of(row.begin(), end, is_code) &&
           std::all_of(end, row.end(), [](double x) { return x == sequences::end_of_text; });
}

/// Subtracts one whole number from all numbers where these are far from 0. This changes no difference, and float32 then
/// holds more of their digits.
void bring_near_zero(std::span<double> numbers) {
    constexpr double far_from_zero = 4.0; // ranges
    double least = INFINITY, most = -INFINITY;
    for (const double x : numbers)
        if (std::isfinite(x)) {
            least = std::min(least, x);
            most = std::max(most, x);
        }
    const double range = most - least, middle = std::nearbyint(0.5 * least + 0.5 * most);
    if (!(range >= 0.0) || !(std::abs(middle) > far_from_zero * range)) return;
    for (double& x : numbers) x -= middle;
}

} // namespace

Preparation check_codes(std::span<double> numbers, std::int64_t dims) {
    const auto length = static_cast<std::size_t>(dims);
    for (std::size_t at = 0; at < numbers.size(); at += length)
        if (!is_text(numbers.subspan(at, length)))
            return {.why_not =
                        fmt::format("its row {} (counted from 0) is no text; open a file with a column of texts, "
                                    "or take another metric",
                                    grouped(static_cast<std::int64_t>(at / length)))};
    return {};
}

Preparation mark_ends(std::span<double> numbers, std::int64_t dims) {
    bring_near_zero(numbers);
    std::int64_t shorter = 0, empty = 0;
    const auto length = static_cast<std::size_t>(dims);
    for (std::size_t at = 0; at < numbers.size(); at += length) {
        const std::span<double> row = numbers.subspan(at, length);
        std::size_t end = length;
        while (end > 0 && std::isnan(row[end - 1])) --end;
        if (end == 0) ++empty; // its distances are NaN
        if (end == 0 || end == length) continue;
        std::fill(row.begin() + static_cast<std::ptrdiff_t>(end), row.end(), sequences::end_of_series);
        ++shorter;
    }
    std::string note;
    if (shorter == 1) note = "1 series ends before the last column, where its numbers end";
    if (shorter > 1)
        note = fmt::format("{} series end before the last column, where their numbers end", grouped(shorter));
    if (empty > 0)
        note += fmt::format("{}{} series {} no number, so {} distances are NaN", note.empty() ? "" : "; ",
                            grouped(empty), empty == 1 ? "has" : "have", empty == 1 ? "its" : "their");
    return {.note = note};
}

} // namespace pairscope
