// SPDX-License-Identifier: MIT
#include "tests/kernels/hard_points.h"

#include "kernels/data/shapes/generators.h"
#include "kernels/data/shapes/pcg32.h"

#include <cmath>
#include <limits>
#include <utility>

namespace pairscope {
namespace {

/// Points by a function of their number and of random numbers.
template <class Place> Dataset placed(std::int64_t rows, Place place) {
    Pcg32 random(11);
    std::vector<float> values;
    for (std::int64_t row = 0; row < rows; ++row) {
        const auto [x, y] = place(row, random);
        values.push_back(static_cast<float>(x));
        values.push_back(static_cast<float>(y));
    }
    return points_at(std::move(values));
}

using Xy = std::pair<double, double>;

Dataset with_missing() {
    return placed(300, [](std::int64_t row, Pcg32& random) {
        const double x = row % 7 == 3 ? std::numeric_limits<double>::quiet_NaN() : random.uniform();
        const double y = row % 50 == 9 ? std::numeric_limits<double>::infinity() : random.uniform();
        return Xy{x, y};
    });
}

} // namespace

Dataset points_at(std::vector<float> coordinates) {
    Dataset points{.name = "points", .rows = std::ssize(coordinates) / 2, .dims = 2};
    points.values = std::move(coordinates);
    return points;
}

std::vector<HardPoints> hard_points() {
    const auto grid = [](std::int64_t row, Pcg32&) { return Xy{double(row % 23), double(row / 23)}; };
    const auto far_grid = [](std::int64_t row, Pcg32&) {
        return Xy{50000.0 + double(row % 23) / 16.0, 50000.0 + double(row / 23) / 16.0};
    };
    const auto line = [](std::int64_t row, Pcg32& random) { return Xy{random.uniform() * double(row), 1.0}; };
    const auto diagonal = [](std::int64_t row, Pcg32&) { return Xy{double(row * 7 % 501), double(row * 7 % 501)}; };
    const auto few_places = [](std::int64_t, Pcg32& random) {
        return Xy{std::floor(4 * random.uniform()), std::floor(3 * random.uniform())};
    };
    const auto clusters = [](std::int64_t row, Pcg32& random) {
        const double width = row % 3 == 0 ? 1.0 : row % 3 == 1 ? 1e-5 : 1e-9;
        return Xy{double(row % 5) / 5.0 + width * random.uniform(), double(row % 4) / 4.0 + width * random.uniform()};
    };
    const auto sizes = [](std::int64_t row, Pcg32& random) {
        return Xy{std::pow(10.0, 36.0 * random.uniform() - 18.0) * (row % 2 == 0 ? 1.0 : -1.0), random.uniform()};
    };
    return {{"uniform", [] { return generate(default_settings(Shape::uniform_square, 1000)); }},
            {"two_points",
             [] {
                 return points_at({1, 1, 2, 2});
             }},
            {"three_coincident",
             [] {
                 return points_at({1, 1, 1, 1, 1, 1});
             }},
            {"all_equal", [=] { return placed(700, [](std::int64_t, Pcg32&) {
                                    return Xy{3.5, -2.0};
                                }); }},
            {"few_places", [=] { return placed(600, few_places); }},
            {"grid", [=] { return placed(529, grid); }},
            {"far_grid", [=] { return placed(529, far_grid); }},
            {"line", [=] { return placed(500, line); }},
            {"diagonal", [=] { return placed(501, diagonal); }},
            {"clusters", [=] { return placed(900, clusters); }},
            {"many_sizes", [=] { return placed(400, sizes); }},
            {"missing", [] { return with_missing(); }},
            {"one_leaf_and_one", [] { return generate(default_settings(Shape::uniform_square, 9)); }},
            {"one_node_and_one", [] { return generate(default_settings(Shape::uniform_square, 33)); }}};
}

} // namespace pairscope
