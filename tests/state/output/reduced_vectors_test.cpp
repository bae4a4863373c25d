// SPDX-License-Identifier: MIT
// Two vectors as columns: against a plain loop, for lengths that blocks and columns do not divide.
#include "app/subjects/output/reduced_vectors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace pairscope::app {
namespace {

using testing::SizeIs;

std::shared_ptr<const Dataset> vector_of(std::vector<float> values) {
    return std::make_shared<const Dataset>(
        Dataset{.rows = 1, .dims = std::int64_t(values.size()), .values = std::move(values)});
}

std::shared_ptr<const Dataset> waves(std::int64_t n, double step) {
    std::vector<float> values;
    for (std::int64_t i = 0; i < n; ++i) values.push_back(float(std::sin(double(i) * step) + 0.1 * double(i % 7)));
    return vector_of(std::move(values));
}

/// The sum of the squares of the coordinates before `end`, one after the other.
double plain_sum(const Dataset& x, const Dataset& y, std::int64_t end) {
    double sum = 0.0;
    for (std::int64_t i = 0; i < end; ++i) {
        const double difference = coordinate(x, i) - coordinate(y, i);
        if (std::isfinite(difference)) sum += difference * difference;
    }
    return sum;
}

void expect_near(double found, double expected) { EXPECT_NEAR(found, expected, 1e-12 * std::abs(expected)); }

void expect_column(const VectorColumn& column, const Dataset& x, const Dataset& y) {
    ValueExtent of_x, of_square;
    for (std::int64_t i = column.range.first; i < column.range.end; ++i) {
        const double a = coordinate(x, i), square = (a - coordinate(y, i)) * (a - coordinate(y, i));
        of_x = {std::min(of_x.low, a), std::max(of_x.high, a)};
        of_square = {std::min(of_square.low, square), std::max(of_square.high, square)};
    }
    EXPECT_EQ(column.x, of_x);
    EXPECT_EQ(column.square, of_square);
    expect_near(column.sum, plain_sum(x, y, column.range.end));
}

class ReducedLength : public testing::TestWithParam<std::int64_t> {};
INSTANTIATE_TEST_SUITE_P(Lengths, ReducedLength,
                         testing::Values(1, 2, 31, 32, 33, 1999, 2000, 2001, 4099, 65537, 100'003));

TEST_P(ReducedLength, has_the_extents_and_sums_of_a_plain_loop) {
    const std::int64_t n = GetParam();
    const auto x = waves(n, 0.37), y = waves(n, 0.11);
    const auto reduced = reduce_vectors({.first = x, .second = y, .range = {0, n}, .blocks = nullptr});
    ASSERT_TRUE(reduced);
    ASSERT_THAT(reduced->columns, SizeIs(std::min(n, most_columns)));
    std::int64_t next = 0;
    for (const VectorColumn& column : reduced->columns) {
        EXPECT_EQ(std::exchange(next, column.range.end), column.range.first);
        expect_column(column, *x, *y);
    }
    EXPECT_EQ(next, n);
    EXPECT_EQ(reduced->is_exact(), n <= most_columns);
    EXPECT_EQ(reduced->sum_before, 0.0);
    EXPECT_EQ(reduced->blocks->left_out, 0);
    EXPECT_EQ(reduced->columns.back().sum, reduced->blocks->ends.back());
}

TEST_P(ReducedLength, has_a_sum_for_each_block) {
    const std::int64_t n = GetParam();
    const auto x = waves(n, 0.37), y = waves(n, 0.11);
    const auto reduced = reduce_vectors({.first = x, .second = y, .range = {0, n}, .blocks = nullptr});
    ASSERT_THAT(reduced->blocks->ends, SizeIs(std::min<std::int64_t>(n, 32)));
    for (std::int64_t block = 0; block < block_count(n); ++block) {
        const CoordinateRange range = block_range(block, n);
        EXPECT_GT(range.count(), 0);
        for (const std::int64_t i : {range.first, range.end - 1}) EXPECT_EQ(block_of(i, n), block);
        expect_near(reduced->blocks->ends[std::size_t(block)], plain_sum(*x, *y, range.end));
    }
}

TEST_P(ReducedLength, a_range_has_the_same_sums_whether_the_blocks_are_known_or_not) {
    const std::int64_t n = GetParam(), first = n / 3, end = std::max(first + 1, n - n / 5);
    const auto x = waves(n, 0.37), y = waves(n, 0.11);
    const auto all = reduce_vectors({.first = x, .second = y, .range = {0, n}, .blocks = nullptr});
    for (const auto& blocks : {all->blocks, std::shared_ptr<const BlockSums>()}) {
        const auto part = reduce_vectors({.first = x, .second = y, .range = {first, end}, .blocks = blocks});
        expect_near(part->sum_before, plain_sum(*x, *y, first));
        EXPECT_EQ(part->columns.front().range.first, first);
        EXPECT_EQ(part->columns.back().range.end, end);
        expect_near(part->columns.back().sum, plain_sum(*x, *y, end));
        expect_near(part->blocks->ends.back(), plain_sum(*x, *y, n));
        for (const std::int64_t i : {first, (first + end) / 2, end - 1})
            expect_near(running_sum_at(*part, *x, *y, i), plain_sum(*x, *y, i + 1));
    }
}

TEST(ReducedVectors, leave_out_and_count_what_is_not_finite) {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
    const auto x = vector_of({1, nan, 3, infinity, 5}), y = vector_of({0, 0, 1, infinity, -infinity});
    const auto reduced = reduce_vectors({.first = x, .second = y, .range = {0, 5}, .blocks = nullptr});
    EXPECT_EQ(reduced->blocks->left_out, 3);
    EXPECT_EQ(reduced->blocks->ends.back(), 1.0 + 4.0);
    for (const std::size_t gap : {1, 3, 4}) EXPECT_TRUE(reduced->columns[gap].square.empty()) << gap;
    EXPECT_EQ(reduced->columns[2].x, (ValueExtent{3.0, 3.0}));
    EXPECT_EQ(running_sum_at(*reduced, *x, *y, 3), 5.0);
}

TEST(ReducedVectors, may_be_bytes) {
    const auto bytes = [](std::vector<std::uint8_t> values) {
        return std::make_shared<const Dataset>(
            Dataset{.rows = 1, .dims = std::int64_t(values.size()), .values = std::move(values)});
    };
    const auto reduced =
        reduce_vectors({.first = bytes({0, 255, 7}), .second = bytes({255, 0, 7}), .range = {0, 3}, .blocks = nullptr});
    EXPECT_EQ(reduced->blocks->ends.back(), 2.0 * 255.0 * 255.0);
}

TEST(ReducedVectors, are_not_made_when_it_is_stopped) {
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(reduce_vectors({.first = waves(100, 0.1), .second = waves(100, 0.2), .range = {0, 100}, .blocks = {}},
                                stop.get_token()));
}

TEST(CoordinateAxis, zooms_about_a_coordinate_and_stays_within_the_vectors) {
    const AxisRange all = axis_of_all(1000);
    EXPECT_EQ(coordinates_on(all, 1000), (CoordinateRange{0, 1000}));
    const AxisRange near = zoomed(all, 250.0, 4.0, 1000);
    EXPECT_NEAR(near.high - near.low, 250.0, 1e-9);
    EXPECT_NEAR((250.0 - near.low) / 250.0, 250.5 / 1000.0, 1e-9) << "it keeps its place";
    const AxisRange nearest = zoomed(near, 250.0, 1e9, 1000);
    EXPECT_NEAR(nearest.high - nearest.low, 4.0, 1e-9);
    const AxisRange out = zoomed(nearest, 250.0, 1e-9, 1000);
    EXPECT_EQ(out.low, -0.5);
    EXPECT_EQ(out.high, 999.5);
    EXPECT_EQ(panned(near, 1e6, 1000).high, 999.5);
    EXPECT_EQ(panned(near, -1e6, 1000).low, -0.5);
    EXPECT_EQ(coordinates_on({9.6, 10.4}, 1000), (CoordinateRange{10, 11}));
    EXPECT_EQ(coordinates_on(axis_of_all(1), 1), (CoordinateRange{0, 1}));
    EXPECT_EQ(zoomed(axis_of_all(1), 0.0, 2.0, 1).high, 0.5);
}

} // namespace
} // namespace pairscope::app
