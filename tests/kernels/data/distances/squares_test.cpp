// SPDX-License-Identifier: MIT
#include "kernels/data/shapes/generators.h"
#include "kernels/data/squares.h"
#include "kernels/data/table.h"
#include "kernels/data/vectors.h"
#include "tests/kernels/hard_points.h"
#include "tests/kernels/loaded_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr SquareLimits none, overflow{.overflow = true}, underflow{.underflow = true};

TEST(Squares, of_ordinary_points_fit) {
    EXPECT_EQ(square_limits(generate(default_settings(Shape::uniform_square, 500))), none);
    EXPECT_EQ(square_limits(points_at({0, 0, 0, 0, 1e-10f, 0})), none);
    EXPECT_EQ(square_limits(points_at({1, 2})), none);
    EXPECT_EQ(square_limits(points_at({1e-30f, 5, 1e-30f, 5})), none) << "coincident points have the distance 0";
    EXPECT_EQ(note_on(none), "");
}

TEST(Squares, that_leave_float32_are_found) {
    EXPECT_EQ(square_limits(points_at({-1e19f, 0, 1e19f, 0})), overflow);
    EXPECT_EQ(square_limits(points_at({1e-30f, 2e-30f, 3e-30f, 4e-30f, 0, 0})), underflow);
    EXPECT_EQ(square_limits(points_at({0, 0, 5, 5, 1e-25f, 0})), underflow) << "two of them are near to each other";
    EXPECT_EQ(square_limits(points_at({7, 1e-25f, 5, 5, 7, 0})), underflow) << "along one axis";
    EXPECT_EQ(square_limits(points_at({0, 0, 3e38f, 0, 1e-25f, 0})), (SquareLimits{true, true}));
    const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
    EXPECT_EQ(square_limits(points_at({0, 0, nan, 3e38f, infinity, -3e38f})), overflow) << "3e38 and -3e38 are there";
}

TEST(Squares, of_two_sets_are_those_of_pairs_of_both) {
    const Dataset low = points_at({0, 0, 1, 1}), high = points_at({1e20f, 0, 1e20f, 1});
    EXPECT_EQ(square_limits(low), none);
    EXPECT_EQ(square_limits(low, &high), overflow);
    const Dataset tiny = points_at({1e-25f, 0, 9, 9}), pair = points_at({0, 0, 1e-25f, 0}), far = points_at({3, 3});
    EXPECT_EQ(square_limits(low, &tiny), underflow);
    EXPECT_EQ(square_limits(far, &pair), none) << "both are of the same set";
}

TEST(Squares, of_longer_vectors_and_of_bytes_are_judged_by_their_extent) {
    Dataset vectors{.rows = 2, .dims = 3};
    vectors.values = std::vector<float>{0, 0, 0, 1e-22f, 1e-22f, 1e-22f};
    EXPECT_EQ(square_limits(vectors), underflow);
    vectors.values = std::vector<float>{0, 0, 0, 1e-22f, 1e-22f, 1.0f};
    EXPECT_EQ(square_limits(vectors), none);
    vectors.values = std::vector<std::uint8_t>(6, 255);
    EXPECT_EQ(square_limits(vectors), none);
}

TEST(Squares, that_do_not_fit_are_told_when_points_are_loaded) {
    const auto note = [](std::string_view text) {
        const Table table = table_of(text);
        return dataset_from(table, likely_columns(table), max_rows, Order::as_loaded).note;
    };
    EXPECT_THAT(note("x,y\n1e-30,2e-30\n3e-30,4e-30\n0,0\n"), HasSubstr("give 0 or inexact distances"));
    EXPECT_THAT(note("x,y\n-3e38,0\n3e38,1\n"), HasSubstr("(such as those of euclidean) give infinite distances, while "
                                                          "neighbours and written matrices keep all digits"));
    EXPECT_THAT(note("x,y\n1,2\n3,4\n"), Not(HasSubstr("square")));
}

} // namespace
} // namespace pairscope
