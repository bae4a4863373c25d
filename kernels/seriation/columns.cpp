// SPDX-License-Identifier: MIT
#include "kernels/seriation/columns.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace pairscope::seriation {
namespace {

double coordinate_of(const Dataset& set, std::int64_t row, std::int64_t k) {
    const auto at = static_cast<std::size_t>(row * set.dims + k);
    return std::visit([at](const auto& values) { return static_cast<double>(values[at]); }, set.values);
}

bool has_only_finite_coordinates(const Dataset& set, std::int64_t row) {
    for (std::int64_t k = 0; k < set.dims; ++k)
        if (!std::isfinite(coordinate_of(set, row, k))) return false;
    return true;
}

double mean_of_column(const Dataset& set, const std::vector<std::int32_t>& rows, std::int64_t k) {
    double sum = 0.0;
    for (const std::int32_t row : rows) sum += coordinate_of(set, row, k);
    return rows.empty() ? 0.0 : sum / static_cast<double>(rows.size());
}

} // namespace

Columns columns_of(const Dataset& set) {
    Columns columns{.dims = set.dims, .rows = {}, .left_out = {}, .values = {}, .scale = 1.0};
    for (std::int64_t row = 0; row < set.rows; ++row)
        (has_only_finite_coordinates(set, row) ? columns.rows : columns.left_out)
            .push_back(static_cast<std::int32_t>(row));
    columns.values.resize(columns.rows.size() * static_cast<std::size_t>(set.dims));
    std::vector<double> means;
    double largest = 0.0;
    for (std::int64_t k = 0; k < set.dims; ++k) {
        means.push_back(mean_of_column(set, columns.rows, k));
        for (const std::int32_t row : columns.rows)
            largest = std::max(largest, std::abs(coordinate_of(set, row, k) - means.back()));
    }
    if (largest > 0.0) columns.scale = largest;
    for (std::int64_t k = 0; k < set.dims; ++k)
        for (std::int64_t i = 0; i < columns.count(); ++i) {
            const double value = coordinate_of(set, columns.rows[static_cast<std::size_t>(i)], k);
            columns.column(k)[i] = static_cast<float>((value - means[static_cast<std::size_t>(k)]) / columns.scale);
        }
    return columns;
}

void squares_from(const Columns& columns, std::span<const float> from, std::int64_t first, std::span<float> out) {
    constexpr std::int64_t together = 1024; // sums that stay in the first cache
    const std::int64_t count = std::ssize(out);
    for (std::int64_t begin = 0; begin < count; begin += together) {
        const std::int64_t end = std::min(begin + together, count);
        std::fill(out.begin() + begin, out.begin() + end, 0.0f);
        for (std::int64_t k = 0; k < columns.dims; ++k) {
            const float* const column = columns.column(k) + first;
            const float there = from[static_cast<std::size_t>(k)];
            float* const sums = out.data();
            for (std::int64_t i = begin; i < end; ++i) {
                const float difference = column[i] - there;
                sums[i] += difference * difference;
            }
        }
    }
}

std::vector<float> vector_of(const Columns& columns, std::int64_t i) {
    std::vector<float> vector;
    for (std::int64_t k = 0; k < columns.dims; ++k) vector.push_back(columns.column(k)[i]);
    return vector;
}

float least_of(std::span<const float> numbers) {
    constexpr std::size_t lanes = 16; // independent minima: a single one cannot become SIMD
    std::array<float, lanes> least;
    least.fill(std::numeric_limits<float>::infinity());
    const std::size_t whole = numbers.size() / lanes * lanes;
    for (std::size_t i = 0; i < whole; i += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const float number = numbers[i + lane];
            least[lane] = number < least[lane] ? number : least[lane];
        }
    float smallest = *std::ranges::min_element(least);
    for (std::size_t i = whole; i < numbers.size(); ++i) smallest = std::min(smallest, numbers[i]);
    return smallest;
}

} // namespace pairscope::seriation
