// SPDX-License-Identifier: MIT
#include "kernels/data/columns/column_choice.h"

#include "kernels/data/readable.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace pairscope {

ColumnScale scale_of(std::span<const double> numbers) {
    double sum = 0.0, low = 0.0, high = 0.0;
    std::int64_t count = 0;
    for (const double x : numbers) {
        if (!std::isfinite(x)) continue;
        low = count == 0 ? x : std::min(low, x);
        high = count == 0 ? x : std::max(high, x);
        sum += x;
        ++count;
    }
    if (count == 0 || low == high) return {.mean = low, .deviation = 0.0}; // a rounded sum would miss the mean
    constexpr double least_width = 0x1p-400;                               // squares of smaller differences become 0
    constexpr int most = 1000;                                             // a double holds no much larger power of two
    const double width = high - low;
    const double factor = width < least_width ? std::exp2(std::min(most, -std::ilogb(width))) : 1.0;
    const double mean = factor * sum / static_cast<double>(count);
    double squares = 0.0;
    for (const double x : numbers)
        if (std::isfinite(x)) squares += (factor * x - mean) * (factor * x - mean);
    return {.mean = mean / factor, .deviation = std::sqrt(squares / static_cast<double>(count)) / factor};
}

double standardised(double x, const ColumnScale& scale) {
    return scale.deviation > 0.0 ? (x - scale.mean) / scale.deviation : x - scale.mean;
}

std::string column_list(const std::vector<std::string>& names) {
    std::string list;
    for (std::size_t k = 0; k < names.size(); ++k) {
        if (k > 0) list += ',';
        for (const char c : names[k]) {
            if (c == ',' || c == '\\') list += '\\';
            list += c;
        }
    }
    return list;
}

std::vector<std::string> columns_in(std::string_view list) {
    std::vector<std::string> names;
    if (list.empty()) return names;
    names.emplace_back();
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (list[i] == ',') {
            names.emplace_back();
            continue;
        }
        if (list[i] == '\\' && i + 1 < list.size()) ++i;
        names.back() += list[i];
    }
    return names;
}

std::string note_of_standardising(std::span<const ColumnScale> scales, std::span<const std::string> names,
                                  const ScaledBy& by) {
    constexpr std::size_t most_names = 5;
    std::vector<std::string> constant;
    for (std::size_t k = 0; k < scales.size(); ++k) {
        if (scales[k].deviation > 0.0) continue;
        constant.push_back(k < names.size() ? excerpt(names[k]) : fmt::format("column {}", k + 1));
    }
    std::string note = fmt::format(
        "each column was standardised to mean 0 and standard deviation 1, so distances are in standard deviations "
        "(SD); mean and deviation are those of {} of {}",
        counted(by.rows, "row"), by.file);
    if (by.incomplete == 1)
        note = fmt::format("{}, where 1 row lacks a number in some columns and still counts in the others", note);
    if (by.incomplete > 1)
        note = fmt::format("{}, where {} rows lack a number in some columns and still count in the others", note,
                           grouped(by.incomplete));
    if (constant.empty()) return note;
    if (constant.size() == 1)
        return fmt::format("{}; 1 column has the same number in every row, and so adds nothing to a distance ({})",
                           note, constant.front());
    return fmt::format("{}; {} columns have the same number in every row, and so add nothing to a distance ({})", note,
                       grouped(std::ssize(constant)), list_of(constant, most_names));
}

} // namespace pairscope
