// SPDX-License-Identifier: MIT
// Searches and counts against looking at every pair, on points that are hard for a tree.
#include "kernels/data/shapes/generators.h"
#include "kernels/data/shapes/pcg32.h"
#include "kernels/neighbours/closer_pairs.h"
#include "kernels/neighbours/exact/exact_distance.h"
#include "kernels/neighbours/nearest.h"
#include "kernels/neighbours/row_neighbours.h"
#include "kernels/neighbours/search.h"
#include "tests/kernels/hard_points.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace pairscope::neighbours {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

__extension__ using Wide = __float128; ///< 113 bits: enough for the squares of all of these points

Wide square_between(const Dataset& first, std::int64_t row, const Dataset& second, std::int64_t col) {
    const auto at = [](const Dataset& set, std::int64_t i) {
        return double{coordinates(set)[static_cast<std::size_t>(i)]};
    };
    const Wide dx = Wide{at(first, 2 * row)} - at(second, 2 * col);
    const Wide dy = Wide{at(first, 2 * row + 1)} - at(second, 2 * col + 1);
    return dx * dx + dy * dy;
}
bool is_finite_point(const Dataset& set, std::int64_t row) {
    const auto i = static_cast<std::size_t>(2 * row);
    return std::isfinite(coordinates(set)[i]) && std::isfinite(coordinates(set)[i + 1]);
}

/// By looking at every pair: written anew, with other code than the searches.
NeighbourTable by_looking(const Dataset& first, const Dataset& second, bool one_set, int k) {
    NeighbourTable table{.rows = first.rows, .k = k, .neighbours = {}, .distances = {}};
    for (std::int64_t row = 0; row < first.rows; ++row) {
        std::vector<std::pair<Wide, std::int32_t>> all;
        for (std::int64_t col = 0; col < second.rows; ++col) {
            if ((one_set && row == col) || !is_finite_point(first, row) || !is_finite_point(second, col)) continue;
            all.emplace_back(square_between(first, row, second, col), static_cast<std::int32_t>(col));
        }
        std::ranges::sort(all, [](const auto& a, const auto& b) {
            return a.first != b.first ? a.first < b.first : a.second < b.second;
        });
        for (int i = 0; i < k; ++i) {
            const bool found = static_cast<std::size_t>(i) < all.size();
            table.neighbours.push_back(found ? all[static_cast<std::size_t>(i)].second : -1);
            table.distances.push_back(found ? std::sqrt(static_cast<double>(all[static_cast<std::size_t>(i)].first))
                                            : double{nan});
        }
    }
    return table;
}

void expect_same(const NeighbourTable& found, const NeighbourTable& expected) {
    ASSERT_EQ(found.k, expected.k);
    EXPECT_EQ(found.neighbours, expected.neighbours);
    ASSERT_EQ(found.distances.size(), expected.distances.size());
    for (std::size_t i = 0; i < found.distances.size(); ++i)
        EXPECT_TRUE(found.distances[i] == expected.distances[i] ||
                    (std::isnan(found.distances[i]) && std::isnan(expected.distances[i])))
            << i << ": " << found.distances[i] << ", " << expected.distances[i];
}

std::int64_t closer_by_looking(const Dataset& first, const Dataset& second, bool one_set, double radius) {
    std::int64_t closer = 0;
    for (std::int64_t i = 0; i < first.rows; ++i)
        for (std::int64_t j = one_set ? i + 1 : 0; j < second.rows; ++j)
            closer += square_between(first, i, second, j) < Wide{radius} * radius ? 1 : 0;
    return closer;
}

class Hard : public testing::TestWithParam<HardPoints> {};

TEST_P(Hard, neighbours_are_those_that_looking_at_every_pair_finds) {
    const Dataset points = GetParam().make();
    for (const int k : {1, 2, 3, 8, 11, 16, 17, 64}) {
        SCOPED_TRACE(testing::Message() << "k = " << k);
        const NeighbourQuestion question{.first = points, .k = k};
        const NeighbourTable found = nearest_neighbours(question, {});
        EXPECT_EQ(found.k, std::min({k, most_neighbours, possible_neighbours(question)}));
        expect_same(found, by_looking(points, points, true, found.k));
    }
}

TEST_P(Hard, neighbours_in_another_set_are_those_that_looking_finds) {
    const Dataset points = GetParam().make();
    const Dataset others = generate(default_settings(Shape::two_moons, 333, 7));
    for (const int k : {1, 5, 16, 40}) {
        const NeighbourQuestion question{.first = points, .second = &others, .k = k};
        const NeighbourTable found = nearest_neighbours(question, {});
        expect_same(found, by_looking(points, others, false, found.k));
        const NeighbourQuestion reverse{.first = others, .second = &points, .k = k};
        const NeighbourTable back = nearest_neighbours(reverse, {});
        expect_same(back, by_looking(others, points, false, back.k));
    }
}

TEST_P(Hard, pairs_closer_than_a_radius_are_counted_exactly) {
    const Dataset points = GetParam().make();
    const Dataset others = generate(default_settings(Shape::uniform_square, 101, 3));
    for (const double radius : {0.0, 1e-7, 0.01, 0.25, 0.5, 1.0, 3.0, 1e9}) {
        SCOPED_TRACE(testing::Message() << "radius = " << radius);
        const auto one = count_closer_pairs({.first = points}, radius, {});
        ASSERT_TRUE(one);
        EXPECT_EQ(one->closer, closer_by_looking(points, points, true, radius));
        const auto two = count_closer_pairs({.first = points, .second = &others}, radius, {});
        ASSERT_TRUE(two);
        EXPECT_EQ(two->closer, closer_by_looking(points, others, false, radius));
    }
}

TEST_P(Hard, a_row_alone_has_the_neighbours_of_the_table) {
    const Dataset points = GetParam().make();
    const NeighbourQuestion question{.first = points, .k = 6};
    const NeighbourTable table = nearest_neighbours(question, {});
    const std::vector<bool> mutual = mutual_neighbours(table, table);
    for (std::int64_t row = 0; row < points.rows; row += 17) {
        const RowNeighbours found = neighbours_of_row(question, row, true);
        ASSERT_EQ(std::ssize(found.nearest), found.finite ? table.k : 0);
        for (std::size_t i = 0; i < found.nearest.size(); ++i) {
            const auto at = static_cast<std::size_t>(row * table.k) + i;
            EXPECT_EQ(found.nearest[i].row, table.neighbours[at]);
            EXPECT_EQ(found.nearest[i].distance, table.distances[at]);
            EXPECT_EQ(found.nearest[i].rank, static_cast<std::int64_t>(i) + 1);
            EXPECT_EQ(found.nearest[i].mutual, mutual[at]) << "row " << row << ", rank " << i + 1;
        }
        if (!found.nearest.empty()) {
            EXPECT_EQ(as_neighbour(question, row, found.nearest.back().row)->rank, std::ssize(found.nearest));
            EXPECT_GE(found.farthest->distance, found.nearest.back().distance);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Points, Hard, testing::ValuesIn(hard_points()),
                         [](const auto& points) { return points.param.name; });

TEST(Neighbours, of_equally_near_points_the_lower_row_comes_first) {
    const Dataset square = points_at({0, 0, 1, 0, 0, 1, 1, 1});
    const NeighbourTable table = nearest_neighbours({.first = square, .k = 3}, {});
    EXPECT_THAT(table.neighbours, ElementsAre(1, 2, 3, 0, 3, 2, 0, 3, 1, 1, 2, 0));
}

TEST(Neighbours, more_than_there_are_other_points_become_as_many_as_there_are) {
    EXPECT_EQ(nearest_neighbours({.first = points_at({0, 0, 3, 4}), .k = 8}, {}).k, 1);
    EXPECT_THAT(nearest_neighbours({.first = points_at({0, 0, 3, 4}), .k = 8}, {}).distances, ElementsAre(5.0f, 5.0f));
    EXPECT_EQ(nearest_neighbours({.first = points_at({0, 0}), .k = 8}, {}).k, 0);
    EXPECT_THAT(nearest_neighbours({.first = points_at({0, 0}), .k = 8}, {}).neighbours, IsEmpty());
    EXPECT_EQ(nearest_neighbours({.first = points_at({nan, nan, nan, 1}), .k = 8}, {}).k, 0);
}

TEST(Neighbours, points_that_are_not_finite_are_left_out_and_counted) {
    const Dataset points = points_at({0, 0, nan, 0, 1, 0, 5, std::numeric_limits<float>::infinity(), 3, 0});
    const NeighbourTable table = nearest_neighbours({.first = points, .k = 2}, {});
    EXPECT_EQ(table.left_out, 2);
    EXPECT_THAT(table.neighbours, ElementsAre(2, 4, -1, -1, 0, 4, -1, -1, 2, 0));
    EXPECT_TRUE(std::isnan(table.distances[2]));
    const RowNeighbours row = neighbours_of_row({.first = points, .k = 2}, 1, true);
    EXPECT_FALSE(row.finite);
    EXPECT_EQ(row.left_out, 2);
    EXPECT_TRUE(row.nearest.empty() && !row.farthest);
    EXPECT_FALSE(as_neighbour({.first = points}, 0, 1));
    EXPECT_FALSE(as_neighbour({.first = points}, 0, 0)) << "a point is no neighbour of itself";
}

Dataset scaled_uniform(std::int64_t rows, double scale) {
    Pcg32 random(23);
    std::vector<float> values(static_cast<std::size_t>(2 * rows));
    for (float& value : values) value = static_cast<float>(scale * (random.uniform() - 0.5));
    return points_at(std::move(values));
}

/// Most points in a square of side 1; some, with coincident ones, so near to the origin that their squares underflow.
Dataset with_a_tiny_cluster() {
    Dataset points = scaled_uniform(400, 1.0);
    auto& values = std::get<std::vector<float>>(points.values);
    for (std::size_t i = 0; i < values.size(); ++i)
        if (i / 2 % 10 == 3) values[i] *= 1e-24f;
    for (const std::size_t i : {26u, 27u, 66u, 67u}) values[i] = 0.0f; // rows 13 and 33
    return points;
}

std::vector<HardPoints> points_beyond_squares() {
    return {{"tiny",
             [] {
                 return points_at({1e-30f, 2e-30f, 3e-30f, 4e-30f, 0, 0});
             }},
            {"small", [] { return scaled_uniform(300, 1e-22); }},
            {"very_small", [] { return scaled_uniform(300, 1e-34); }},
            {"large", [] { return scaled_uniform(300, 1e20); }},
            {"very_large", [] { return scaled_uniform(300, 3e38); }},
            {"tiny_cluster", [] { return with_a_tiny_cluster(); }}};
}

class BeyondSquares : public testing::TestWithParam<HardPoints> {
protected:
    static double distance(const Dataset& a, std::int64_t row, const Dataset& b, std::int64_t col) {
        const auto i = 2 * static_cast<std::size_t>(row), j = 2 * static_cast<std::size_t>(col);
        return std::hypot(double(coordinates(a)[i]) - double(coordinates(b)[j]),
                          double(coordinates(a)[i + 1]) - double(coordinates(b)[j + 1]));
    }
    /// The distances of a row from all others, ascending.
    static std::vector<double> ascending(const Dataset& a, std::int64_t row, const Dataset& b, bool one_set) {
        std::vector<double> all;
        for (std::int64_t col = 0; col < b.rows; ++col)
            if (!one_set || col != row) all.push_back(distance(a, row, b, col));
        std::ranges::sort(all);
        return all;
    }
};

TEST_P(BeyondSquares, neighbours_are_decided_as_if_squares_had_no_limits) {
    const Dataset points = GetParam().make();
    for (const bool one_set : {true, false}) {
        const NeighbourQuestion question{.first = points, .second = one_set ? nullptr : &points, .k = 7};
        const NeighbourTable table = nearest_neighbours(question, {});
        for (std::int64_t row = 0; row < points.rows; ++row) {
            const std::vector<double> expected = ascending(points, row, points, one_set);
            for (std::size_t i = 0; i < static_cast<std::size_t>(table.k); ++i) {
                const double rounding = 1e-6 * expected[i];
                const std::int32_t found = table.neighbours_of(row)[i];
                ASSERT_NEAR(distance(points, row, points, found), expected[i], rounding) << row << ", " << i;
                ASSERT_DOUBLE_EQ(table.distances_of(row)[i], distance(points, row, points, found)) << row << ", " << i;
            }
        }
    }
}

TEST_P(BeyondSquares, a_row_alone_has_the_neighbours_of_the_table) {
    const Dataset points = GetParam().make();
    const NeighbourQuestion question{.first = points, .k = 6};
    const NeighbourTable table = nearest_neighbours(question, {});
    for (std::int64_t row = 0; row < points.rows; ++row) {
        const RowNeighbours alone = neighbours_of_row(question, row, false);
        ASSERT_EQ(std::ssize(alone.nearest), table.k);
        for (std::size_t i = 0; i < alone.nearest.size(); ++i) {
            ASSERT_EQ(alone.nearest[i].row, table.neighbours_of(row)[i]) << row << ", " << i;
            ASSERT_EQ(alone.nearest[i].distance, table.distances_of(row)[i]) << row << ", " << i;
        }
    }
}

TEST_P(BeyondSquares, pairs_within_a_radius_are_counted_as_if_squares_had_no_limits) {
    const Dataset points = GetParam().make();
    std::vector<double> all;
    for (std::int64_t row = 0; row < points.rows; ++row)
        for (std::int64_t col = 0; col < row; ++col) all.push_back(distance(points, row, points, col));
    std::ranges::sort(all);
    for (const std::size_t place : {std::size_t{0}, all.size() / 200, all.size() / 3, all.size() - 2}) {
        // between two distances, so that rounding does not matter
        const double radius = place + 1 < all.size() ? 0.5 * (all[place] + all[place + 1]) : 2.0 * all[place];
        const auto expected = std::ranges::lower_bound(all, radius) - all.begin();
        EXPECT_EQ(count_closer_pairs({.first = points}, radius, {})->closer, expected) << radius;
    }
}

INSTANTIATE_TEST_SUITE_P(Points, BeyondSquares, testing::ValuesIn(points_beyond_squares()),
                         [](const auto& points) { return points.param.name; });

TEST(Neighbours, of_vectors_are_found_by_their_exact_distances) {
    Dataset first{.rows = 40, .dims = 11}, second{.rows = 57, .dims = 11};
    Pcg32 random(5);
    for (Dataset* set : {&first, &second}) {
        std::vector<float> values(static_cast<std::size_t>(set->rows * set->dims));
        for (float& value : values) value = std::round(3.0f * static_cast<float>(random.uniform())); // many ties
        set->values = std::move(values);
    }
    const NeighbourTable table = nearest_neighbours({.first = first, .second = &second, .k = 9}, {});
    const NeighbourTable backward = nearest_neighbours({.first = second, .second = &first, .k = 9}, {});
    const std::vector<bool> mutual = mutual_neighbours(table, backward);
    for (std::int64_t row = 0; row < first.rows; ++row) {
        std::vector<std::pair<double, std::int32_t>> all;
        for (std::int64_t col = 0; col < second.rows; ++col) {
            double squared = 0.0;
            for (std::int64_t k = 0; k < 11; ++k)
                squared += std::pow(double(coordinates(first)[static_cast<std::size_t>(row * 11 + k)]) -
                                        double(coordinates(second)[static_cast<std::size_t>(col * 11 + k)]),
                                    2.0);
            all.emplace_back(squared, static_cast<std::int32_t>(col));
        }
        std::ranges::sort(all);
        const RowNeighbours alone = neighbours_of_row({.first = first, .second = &second, .k = 9}, row, true);
        for (std::size_t i = 0; i < 9; ++i) {
            EXPECT_EQ(table.neighbours_of(row)[i], all[i].second);
            EXPECT_DOUBLE_EQ(table.distances_of(row)[i], std::sqrt(all[i].first));
            EXPECT_EQ(alone.nearest[i].row, all[i].second);
            EXPECT_EQ(alone.nearest[i].mutual, mutual[static_cast<std::size_t>(row * 9) + i]);
        }
        EXPECT_DOUBLE_EQ(alone.farthest->distance, std::sqrt(all.back().first));
    }
}

TEST(Neighbours, of_bytes_are_exact_beyond_what_a_float_counts) {
    Dataset bytes{.rows = 3, .dims = 784};
    std::vector<std::uint8_t> values(3 * 784, 255);
    std::fill(values.begin(), values.begin() + 784, 0);
    values[784] = 253;
    values[2 * 784] = values[2 * 784 + 1] = 254;
    bytes.values = values;
    const NeighbourTable table = nearest_neighbours({.first = bytes, .k = 2}, {});
    EXPECT_THAT(table.neighbours_of(0), ElementsAre(2, 1)) << "50 978 582 and 50 978 584 are one float";
}

TEST(Neighbours, a_radius_counts_no_pair_at_exactly_that_distance) {
    const Dataset line = points_at({0, 0, 1, 0, 2, 0, 3, 0});
    EXPECT_EQ(count_closer_pairs({.first = line}, 1.0, {}), (CloserPairs{.closer = 0, .at_radius = 3, .all = 6}));
    EXPECT_EQ(count_closer_pairs({.first = line}, std::nextafter(1.0, 2.0), {})->closer, 3);
    EXPECT_EQ(count_closer_pairs({.first = line}, 10.0, {}), (CloserPairs{.closer = 6, .all = 6}));
}

TEST(Neighbours, a_stopped_search_ends_and_a_stopped_count_is_no_count) {
    std::stop_source stop;
    stop.request_stop();
    const Dataset points = generate(default_settings(Shape::uniform_square, 20000));
    const NeighbourTable table = nearest_neighbours({.first = points, .k = 4}, {.stop = stop.get_token()});
    EXPECT_TRUE(std::ranges::all_of(table.neighbours, [](std::int32_t row) { return row == -1; }));
    EXPECT_FALSE(count_closer_pairs({.first = points}, 0.1f, {.stop = stop.get_token()}));
}

TEST(Neighbours, on_the_cpu_are_the_same_whichever_way_they_are_asked_for) {
    const Dataset points = generate(default_settings(Shape::two_moons, 5000));
    const NeighbourQuestion question{.first = points, .k = 8};
    expect_same(nearest_neighbours_on(Device{}, question, {}), nearest_neighbours(question, {.threads = 1}));
}

} // namespace
} // namespace pairscope::neighbours
