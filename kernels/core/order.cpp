// SPDX-License-Identifier: MIT
#include "kernels/core/hilbert.h"
#include "kernels/core/table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace pairscope {

namespace {

struct OrderNames {
    Order order;
    std::string_view name;
    std::string_view title;
};
constexpr std::array order_names = {
    OrderNames{Order::as_loaded, "as_loaded", "as loaded"},
    OrderNames{Order::by_x, "by_x", "by x"},
    OrderNames{Order::by_y, "by_y", "by y"},
    OrderNames{Order::hilbert, "hilbert", "along a Hilbert curve"},
};

constexpr double missing_key = std::numeric_limits<double>::quiet_NaN();

double coordinate(const Dataset& data, std::int64_t row, std::int64_t axis) {
    if (axis >= data.dims) return 0.0;
    const auto at = static_cast<std::size_t>(row * data.dims + axis);
    return std::visit([&](const auto& values) { return static_cast<double>(values[at]); }, data.values);
}

/// The finite coordinates of an axis lie in [low, high]; both 0 if there are none.
struct Extent {
    double low = 0.0, high = 0.0;
};

Extent extent_of(const Dataset& data, std::int64_t axis) {
    Extent extent{std::numeric_limits<double>::max(), std::numeric_limits<double>::lowest()};
    for (std::int64_t row = 0; row < data.rows; ++row) {
        const double value = coordinate(data, row, axis);
        if (!std::isfinite(value)) continue;
        extent = {std::min(extent.low, value), std::max(extent.high, value)};
    }
    return extent.low <= extent.high ? extent : Extent{};
}

std::vector<double> hilbert_keys(const Dataset& data) {
    const Extent x = extent_of(data, 0), y = extent_of(data, 1);
    const double widest = std::max(x.high - x.low, y.high - y.low);
    constexpr double last_cell = (1 << hilbert_levels) - 1;
    const double scale = widest > 0.0 ? last_cell / widest : 0.0; // one scale, so that cells are square
    const auto cell = [&](double value, const Extent& extent) {
        if (std::isinf(value)) return value > 0.0 ? static_cast<std::uint32_t>(last_cell) : 0u;
        return static_cast<std::uint32_t>(std::clamp((value - extent.low) * scale, 0.0, last_cell));
    };
    std::vector<double> keys;
    for (std::int64_t row = 0; row < data.rows; ++row) {
        const double px = coordinate(data, row, 0), py = coordinate(data, row, 1);
        keys.push_back(std::isnan(px) || std::isnan(py) ? missing_key
                                                        : static_cast<double>(hilbert_index(cell(px, x), cell(py, y))));
    }
    return keys;
}

std::vector<double> axis_keys(const Dataset& data, std::int64_t axis) {
    std::vector<double> keys;
    for (std::int64_t row = 0; row < data.rows; ++row) {
        const bool has_nan = std::isnan(coordinate(data, row, 0)) || std::isnan(coordinate(data, row, 1));
        keys.push_back(has_nan ? missing_key : coordinate(data, row, axis));
    }
    return keys;
}

/// Rows are sorted by these; NaN comes last.
std::vector<double> keys_of(const Dataset& data, Order order) {
    switch (order) {
    case Order::as_loaded:
        return {data.source_rows.begin(), data.source_rows.end()};
    case Order::by_x:
        return axis_keys(data, 0);
    case Order::by_y:
        return axis_keys(data, 1);
    case Order::hilbert:
        return hilbert_keys(data);
    }
    return {};
}

template <class T>
void reorder(std::vector<T>& items, const std::vector<std::int64_t>& rows, std::int64_t items_per_row) {
    std::vector<T> moved;
    moved.reserve(items.size());
    for (const std::int64_t row : rows) {
        const auto first = items.begin() + row * items_per_row;
        moved.insert(moved.end(), std::make_move_iterator(first), std::make_move_iterator(first + items_per_row));
    }
    items = std::move(moved);
}

} // namespace

std::string_view name_of(Order order) { return order_names[static_cast<std::size_t>(order)].name; }
std::string_view title_of(Order order) { return order_names[static_cast<std::size_t>(order)].title; }

std::optional<Order> order_named(std::string_view name) {
    for (const OrderNames& names : order_names) {
        if (names.name == name) return names.order;
    }
    return std::nullopt;
}

Dataset ordered(Dataset data, Order order) {
    if (order == Order::as_loaded && data.source_rows.empty()) return data;
    const std::vector<double> keys = keys_of(data, order);
    std::vector<std::int64_t> rows(static_cast<std::size_t>(data.rows));
    std::iota(rows.begin(), rows.end(), 0);
    if (data.source_rows.empty()) data.source_rows = rows;
    std::stable_sort(rows.begin(), rows.end(), [&](std::int64_t a, std::int64_t b) {
        const double key_a = keys[static_cast<std::size_t>(a)], key_b = keys[static_cast<std::size_t>(b)];
        if (std::isnan(key_a) || std::isnan(key_b)) return !std::isnan(key_a) && std::isnan(key_b);
        return key_a < key_b;
    });
    std::visit([&](auto& values) { reorder(values, rows, data.dims); }, data.values);
    reorder(data.source_rows, rows, 1);
    if (!data.labels.empty()) reorder(data.labels, rows, 1);
    return data;
}

} // namespace pairscope
