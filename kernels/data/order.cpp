// SPDX-License-Identifier: MIT
#include "kernels/data/coordinates.h"
#include "kernels/data/order_keys.h"
#include "kernels/data/table.h"
#include "kernels/data/vectors.h"

#include <array>
#include <cmath>
#include <limits>
#include <utility>

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

/// The first two coordinates of each vector, 0 where it has no second one.
std::vector<float> first_two(const Dataset& data) {
    std::vector<float> places;
    places.reserve(static_cast<std::size_t>(2 * data.rows));
    for (std::int64_t row = 0; row < data.rows; ++row)
        for (std::int64_t axis = 0; axis < 2; ++axis) {
            const auto at = static_cast<std::size_t>(row * data.dims + axis);
            places.push_back(axis < data.dims ? std::visit([at](const auto& v) { return float(v[at]); }, data.values)
                                              : 0.0f);
        }
    return places;
}

/// A coordinate of each vector in double precision; NaN where one of the first two is NaN, and 0 where there is no
/// second.
std::vector<double> axis_keys(const Dataset& data, std::int64_t axis) {
    constexpr double no_key = std::numeric_limits<double>::quiet_NaN();
    std::vector<double> keys;
    keys.reserve(static_cast<std::size_t>(data.rows));
    for (std::int64_t row = 0; row < data.rows; ++row) {
        const double first = held_coordinate(data, row, 0),
                     second = data.dims > 1 ? held_coordinate(data, row, 1) : 0.0;
        keys.push_back(std::isnan(first) || std::isnan(second) ? no_key : axis == 0 ? first : second);
    }
    return keys;
}

/// Rows are sorted by these.
std::vector<double> keys_of(const Dataset& data, Order order) {
    switch (order) {
    case Order::as_loaded:
        return {data.source_rows.begin(), data.source_rows.end()};
    case Order::by_x:
        return axis_keys(data, 0);
    case Order::by_y:
        return axis_keys(data, 1);
    case Order::hilbert:
        return curve_keys(first_two(data), Curve::hilbert);
    }
    return {};
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
    const Permutation rows = by_keys(keys_of(data, order));
    if (data.source_rows.empty())
        for (std::int64_t row = 0; row < data.rows; ++row) data.source_rows.push_back(row);
    return with_rows(std::move(data), rows);
}

} // namespace pairscope
