// SPDX-License-Identifier: MIT
#include "app/subjects/data/map/principal_plane.h"

#include "app/subjects/data/map/leading_axes.h"
#include "kernels/data/shapes/pcg32.h"
#include "tests/state/sample_state.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace pairscope::app {
namespace {

constexpr float infinite = std::numeric_limits<float>::infinity();

Dataset set_of(std::int64_t dims, std::vector<float> values) {
    Dataset data{.name = "set", .rows = std::ssize(values) / dims, .dims = dims};
    data.values = std::move(values);
    return data;
}

/// Steps -10 to 10 along a direction of length 1 in five dimensions.
Dataset line_of_five_dimensions() {
    const std::vector<float> direction{0.5f, -0.5f, 0.1f, 0.7f, 0.0f};
    std::vector<float> values;
    for (int step = -10; step <= 10; ++step)
        for (const float d : direction) values.push_back(100.0f + float(step) * d);
    return set_of(5, std::move(values));
}

/// Coordinate 2 reaches 3, coordinate 0 reaches 1, coordinate 1 is constant.
Dataset ellipse(int points = 360) {
    std::vector<float> values;
    for (int i = 0; i < points; ++i) {
        const double angle = 2.0 * std::numbers::pi * i / points;
        values.insert(values.end(), {float(std::sin(angle)), 7.0f, float(3.0 * std::cos(angle))});
    }
    return set_of(3, std::move(values));
}

/// Many normal numbers, of which coordinates 5 and 700 vary most.
Dataset two_of_1024() {
    Pcg32 random(3);
    Dataset data = set_of(1024, std::vector<float>(1024 * 300));
    auto& values = std::get<std::vector<float>>(data.values);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double width = i % 1024 == 5 ? 300.0 : i % 1024 == 700 ? 200.0 : 1.0;
        values[i] = float(width * normal_point(random).x);
    }
    return data;
}

TEST(PrincipalPlane, points_on_a_line_in_five_dimensions_lie_on_the_first_axis) {
    const auto plane = principal_plane(line_of_five_dimensions(), nullptr);
    ASSERT_TRUE(plane);
    EXPECT_NEAR(plane->variance[0], 1.0, 1e-9);
    EXPECT_NEAR(plane->variance[1], 0.0, 1e-9);
    ASSERT_EQ(plane->first.size(), 42u);
    for (int i = 0; i < 21; ++i) {
        EXPECT_NEAR(plane->first[std::size_t(2 * i)], float(i - 10), 1e-4) << "the largest coordinate is positive";
        EXPECT_NEAR(plane->first[std::size_t(2 * i + 1)], 0.0f, 1e-4);
    }
    EXPECT_TRUE(plane->second.empty());
}

TEST(PrincipalPlane, the_axes_of_an_ellipse_are_found_with_their_variance) {
    const Dataset data = ellipse();
    const auto plane = principal_plane(data, nullptr);
    EXPECT_NEAR(plane->variance[0], 0.9, 1e-6);
    EXPECT_NEAR(plane->variance[1], 0.1, 1e-6);
    for (std::size_t i = 0; i < 360; ++i) {
        EXPECT_NEAR(plane->first[2 * i], coordinates(data)[3 * i + 2], 1e-5);
        EXPECT_NEAR(plane->first[2 * i + 1], coordinates(data)[3 * i], 1e-5);
    }
}

TEST(PrincipalPlane, two_of_1024_coordinates_are_found) {
    const Dataset data = two_of_1024();
    const auto plane = principal_plane(data, nullptr);
    EXPECT_GT(plane->variance[0] + plane->variance[1], 0.98);
    for (std::size_t i = 0; i < 300; ++i) EXPECT_NEAR(plane->first[2 * i], coordinates(data)[1024 * i + 5], 90.0f);
}

TEST(PrincipalPlane, equal_sets_have_equal_planes_and_a_sample_hardly_differs_from_all) {
    const Dataset data = two_of_1024();
    EXPECT_EQ(principal_plane(data, nullptr)->first, principal_plane(data, nullptr)->first);
    const auto sampled = principal_plane(ellipse(10'000), nullptr);
    EXPECT_NEAR(sampled->variance[0], 0.9, 1e-3);
    EXPECT_NEAR(sampled->first[0], 3.0f, 1e-2);
}

TEST(PrincipalPlane, both_sets_have_one_plane) {
    const Dataset first = set_of(3, {0, 0, 0, 1, 0, 0}), second = set_of(3, {10, 0, 0, 11, 0, 0, 12, 0, 0});
    const auto plane = principal_plane(first, &second);
    ASSERT_EQ(plane->first.size(), 4u);
    ASSERT_EQ(plane->second.size(), 6u);
    EXPECT_NEAR(plane->second[0] - plane->first[0], 10.0f, 1e-5);
}

TEST(PrincipalPlane, a_vector_that_is_not_finite_has_no_place_and_moves_no_other) {
    Dataset data = ellipse(), with_odd = data;
    auto& values = std::get<std::vector<float>>(with_odd.values);
    for (const float odd : {nan, infinite, -infinite}) values.insert(values.end(), {1.0f, odd, 1.0f});
    with_odd.rows += 3;
    const auto plane = principal_plane(data, nullptr), other = principal_plane(with_odd, nullptr);
    for (std::size_t i = 0; i < 720; ++i) EXPECT_EQ(plane->first[i], other->first[i]);
    for (std::size_t i = 720; i < 726; i += 2)
        EXPECT_FALSE(std::isfinite(other->first[i]) && std::isfinite(other->first[i + 1])) << i;
    EXPECT_EQ(principal_plane(set_of(3, {nan, 1, 2, 3, infinite, 4}), nullptr), nullptr);
}

TEST(PrincipalPlane, equal_vectors_lie_in_one_place) {
    for (const Dataset& data : {set_of(3, {0.1f, 0.2f, 0.3f}), set_of(3, {1e30f, 2, 3, 1e30f, 2, 3, 1e30f, 2, 3})}) {
        const auto plane = principal_plane(data, nullptr);
        ASSERT_TRUE(plane);
        EXPECT_EQ(plane->variance, (std::array<double, 2>{0.0, 0.0}));
        for (const float place : plane->first) EXPECT_EQ(place, 0.0f);
    }
}

TEST(PrincipalPlane, bytes_one_coordinate_and_the_largest_floats_are_taken) {
    Dataset bytes{.name = "bytes", .rows = 2, .dims = 3};
    bytes.values = std::vector<std::uint8_t>{0, 0, 0, 0, 255, 0};
    EXPECT_NEAR(principal_plane(bytes, nullptr)->first[2], 127.5f, 1e-4);
    EXPECT_NEAR(principal_plane(set_of(1, {1, 3}), nullptr)->first[2], 1.0f, 1e-6);
    const float largest = std::numeric_limits<float>::max();
    const auto plane = principal_plane(set_of(3, {largest, 0, 0, -largest, 0, 0}), nullptr);
    EXPECT_NEAR(plane->variance[0], 1.0, 1e-9);
    EXPECT_EQ(plane->first[0], largest);
}

TEST(PrincipalPlane, is_not_made_when_it_was_stopped) {
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(principal_plane(ellipse(), nullptr, stop.get_token()), nullptr);
}

TEST(LeadingAxes, diagonalise_with_descending_values_and_a_positive_largest_coordinate) {
    const Eigen::Matrix3d m{{2, -1, 0}, {-1, 2, -1}, {0, -1, 2}};
    const auto times = [&](const Eigen::MatrixXd& x) -> Eigen::MatrixXd { return m * x; };
    const LeadingAxes found = leading_axes(3, {}, times);
    const std::vector<double> expected{2.0 + std::numbers::sqrt2, 2.0, 2.0 - std::numbers::sqrt2};
    for (Eigen::Index k = 0; k < 3; ++k) {
        const double value = expected[std::size_t(k)];
        EXPECT_NEAR(found.values[k], value, 1e-12);
        for (Eigen::Index row = 0; row < 3; ++row)
            EXPECT_NEAR((m * found.axes.col(k))[row], value * found.axes(row, k), 1e-12);
        EXPECT_GT(found.axes.col(k).maxCoeff(), 0.5);
    }
}

TEST(LeadingAxes, of_equal_values_are_orthogonal_and_the_same_each_time) {
    const auto twice = [](const Eigen::MatrixXd& x) -> Eigen::MatrixXd { return 2.0 * x; };
    const LeadingAxes found = leading_axes(3, {}, twice);
    EXPECT_TRUE((found.axes.transpose() * found.axes).isIdentity(1e-12));
    EXPECT_EQ(found.axes, leading_axes(3, {}, twice).axes);
}

} // namespace
} // namespace pairscope::app
