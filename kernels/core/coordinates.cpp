// SPDX-License-Identifier: MIT
#include "kernels/core/coordinates.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace pairscope {

namespace {

double parsed(const char* begin, const char* end) {
    double number = 0.0;
    std::from_chars(begin, end, number);
    return number;
}

} // namespace

ColumnRounding rounding_of(std::span<const double> numbers) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    double low = infinity, high = -infinity, worst = 0.0;
    for (const double number : numbers) {
        if (!std::isfinite(number)) continue;
        low = std::min(low, number);
        high = std::max(high, number);
        worst = std::max(worst, std::abs(static_cast<double>(static_cast<float>(number)) - number));
    }
    return {.worst = worst, .range = high > low ? high - low : 0.0};
}

double origin_of(std::span<const double> numbers) {
    const ColumnRounding rounding = rounding_of(numbers);
    constexpr double what_matters = 1e-6;
    if (!(rounding.worst > what_matters * rounding.range) || rounding.range == 0.0) return 0.0;
    double sum = 0.0;
    std::int64_t finite = 0;
    for (const double number : numbers) {
        if (!std::isfinite(number)) continue;
        sum += number;
        ++finite;
    }
    // Rounded, so that points that were saved and read again, whose mean differs a little, get the same origin.
    const double grid = std::exp2(std::ceil(std::log2(rounding.range))) / 16.0;
    return std::round(sum / static_cast<double>(finite) / grid) * grid;
}

void set_coordinates(Dataset& data, std::span<const std::span<const double>> columns) {
    const std::size_t dims = columns.size(), rows = columns.front().size();
    data.rows = static_cast<std::int64_t>(rows);
    data.dims = static_cast<std::int64_t>(dims);
    data.origin.clear();
    for (const auto& column : columns) data.origin.push_back(origin_of(column));
    std::vector<float> values(rows * dims);
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t k = 0; k < dims; ++k)
            values[i * dims + k] = static_cast<float>(columns[k][i] - data.origin[k]);
    }
    data.values = std::move(values);
    if (std::ranges::all_of(data.origin, [](double origin) { return origin == 0.0; })) data.origin.clear();
}

double coordinate_in_file(const Dataset& data, std::int64_t row, std::int64_t k) {
    if (data.before_scaling) return coordinate_in_file(*data.before_scaling, row, k);
    const auto at = static_cast<std::size_t>(row * data.dims + k);
    if (const auto* bytes = std::get_if<std::vector<std::uint8_t>>(&data.values)) return (*bytes)[at];
    const float value = coordinates(data)[at];
    const double origin = data.origin.empty() ? 0.0 : data.origin[static_cast<std::size_t>(k)];
    const double number = static_cast<double>(value) + origin;
    if (!std::isfinite(number)) return number;
    std::array<char, 64> text{};
    if (origin == 0.0) return parsed(text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr);
    constexpr int least_digits = 6, most_digits = 17;
    for (int digits = least_digits; digits < most_digits; ++digits) {
        const auto [end, error] =
            std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::general, digits);
        const double shorter = parsed(text.data(), end);
        if (static_cast<float>(shorter - origin) == value) return shorter;
    }
    return number;
}

} // namespace pairscope
