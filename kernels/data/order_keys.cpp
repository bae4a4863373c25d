// SPDX-License-Identifier: MIT
#include "kernels/data/order_keys.h"

#include "kernels/data/shapes/hilbert.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace pairscope {
namespace {

constexpr double no_key = std::numeric_limits<double>::quiet_NaN();

struct AxisExtent {
    double low = 0.0, high = 0.0; ///< extremes of the finite coordinates; both 0 if there are none
};

AxisExtent axis_extent(std::span<const float> places, std::size_t axis) {
    AxisExtent extent{std::numeric_limits<double>::max(), std::numeric_limits<double>::lowest()};
    for (std::size_t i = axis; i < places.size(); i += 2) {
        if (!std::isfinite(places[i])) continue;
        extent = {std::min(extent.low, double(places[i])), std::max(extent.high, double(places[i]))};
    }
    return extent.low <= extent.high ? extent : AxisExtent{};
}

/// Puts a zero before each bit.
std::uint32_t spread_bits(std::uint32_t value) {
    value = (value | value << 8) & 0x00ff00ffu;
    value = (value | value << 4) & 0x0f0f0f0fu;
    value = (value | value << 2) & 0x33333333u;
    return (value | value << 1) & 0x55555555u;
}

} // namespace

Permutation identity(std::int64_t count) {
    Permutation rows(static_cast<std::size_t>(count));
    std::iota(rows.begin(), rows.end(), 0);
    return rows;
}

Permutation by_keys(std::span<const double> keys) {
    Permutation rows = identity(std::ssize(keys));
    std::ranges::stable_sort(rows, [&](std::int32_t a, std::int32_t b) {
        const double key_a = keys[static_cast<std::size_t>(a)], key_b = keys[static_cast<std::size_t>(b)];
        if (std::isnan(key_a) || std::isnan(key_b)) return !std::isnan(key_a) && std::isnan(key_b);
        return key_a < key_b;
    });
    return rows;
}

std::vector<double> curve_keys(std::span<const float> places, Curve curve) {
    const AxisExtent x = axis_extent(places, 0), y = axis_extent(places, 1);
    const double widest = std::max(x.high - x.low, y.high - y.low);
    constexpr double last_cell = (1 << hilbert_levels) - 1;
    const double scale = widest > 0.0 ? last_cell / widest : 0.0; // one scale, so that cells are square
    const auto cell = [&](double value, const AxisExtent& extent) {
        if (std::isinf(value)) return value > 0.0 ? static_cast<std::uint32_t>(last_cell) : 0u;
        return static_cast<std::uint32_t>(std::clamp((value - extent.low) * scale, 0.0, last_cell));
    };
    std::vector<double> keys;
    for (std::size_t i = 0; i + 1 < places.size(); i += 2) {
        if (std::isnan(places[i]) || std::isnan(places[i + 1])) {
            keys.push_back(no_key);
            continue;
        }
        const std::uint32_t col = cell(places[i], x), row = cell(places[i + 1], y);
        keys.push_back(curve == Curve::hilbert ? hilbert_index(col, row) : spread_bits(col) | spread_bits(row) << 1);
    }
    return keys;
}

std::vector<double> axis_keys(std::span<const float> places, int axis) {
    std::vector<double> keys;
    for (std::size_t i = 0; i + 1 < places.size(); i += 2) {
        const bool has_nan = std::isnan(places[i]) || std::isnan(places[i + 1]);
        keys.push_back(has_nan ? no_key : double(places[i + static_cast<std::size_t>(axis)]));
    }
    return keys;
}

} // namespace pairscope
