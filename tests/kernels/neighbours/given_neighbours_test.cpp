// SPDX-License-Identifier: MIT
// Neighbours and orders where the distances were given: the entries decide, and not the rows as vectors.
#include "kernels/neighbours/closer_pairs.h"
#include "kernels/neighbours/nearest.h"
#include "kernels/neighbours/row_neighbours.h"
#include "kernels/seriation/seriation.h"
#include "tests/kernels/distance_samples.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pairscope {
namespace {

using neighbours::NeighbourQuestion;
using neighbours::NeighbourTable;
using samples::random_distances;

float entry(const Dataset& given, std::int64_t row, std::int64_t col) {
    return coordinates(given)[static_cast<std::size_t>(row * given.dims + col)];
}

/// The other rows, nearest first, by sorting all entries of the row.
std::vector<std::int32_t> sorted_others(const Dataset& given, std::int64_t row) {
    std::vector<std::int32_t> others;
    for (std::int32_t col = 0; col < given.rows; ++col)
        if (col != row) others.push_back(col);
    std::ranges::stable_sort(others, {}, [&](std::int32_t col) { return entry(given, row, col); });
    return others;
}

TEST(GivenNeighbours, of_all_rows_are_those_with_the_least_entries) {
    for (const std::int64_t rows : {3, 17, 64, 203})
        for (const int digits : {1, 4}) { // with one digit most entries have equals
            const Dataset given = random_distances(rows, digits);
            const int k = static_cast<int>(std::min<std::int64_t>(9, rows - 1));
            const NeighbourTable table = neighbours::nearest_neighbours({.first = given, .k = k}, {});
            ASSERT_EQ(table.k, k);
            for (std::int64_t row = 0; row < rows; ++row) {
                std::vector<std::int32_t> expected = sorted_others(given, row);
                expected.resize(static_cast<std::size_t>(k));
                const auto found = table.neighbours_of(row);
                EXPECT_TRUE(std::ranges::equal(found, expected)) << rows << ", row " << row;
                for (std::size_t i = 0; i < found.size(); ++i)
                    EXPECT_EQ(static_cast<float>(table.distances_of(row)[i]), entry(given, row, found[i]));
            }
        }
}

TEST(GivenNeighbours, of_one_row_agree_with_those_of_all) {
    const Dataset given = random_distances(80, 2);
    const NeighbourQuestion question{.first = given, .k = 6};
    const NeighbourTable table = neighbours::nearest_neighbours(question, {});
    const std::vector<bool> mutual = neighbours::mutual_neighbours(table, table);
    for (std::int64_t row = 0; row < given.rows; ++row) {
        const auto found = neighbours::neighbours_of_row(question, row, true);
        ASSERT_EQ(found.nearest.size(), 6u);
        EXPECT_EQ(found.others, 79);
        for (std::size_t i = 0; i < 6; ++i) {
            EXPECT_EQ(found.nearest[i].row, table.neighbours_of(row)[i]);
            EXPECT_EQ(static_cast<float>(found.nearest[i].distance), entry(given, row, found.nearest[i].row));
            EXPECT_EQ(found.nearest[i].mutual, bool(mutual[static_cast<std::size_t>(row) * 6 + i]));
        }
        EXPECT_EQ(static_cast<float>(found.farthest->distance), entry(given, row, sorted_others(given, row).back()));
    }
}

TEST(GivenNeighbours, have_the_distance_and_the_rank_that_were_given) {
    const Dataset given = random_distances(30, 6);
    const NeighbourQuestion question{.first = given, .k = 4};
    EXPECT_EQ(static_cast<float>(*neighbours::distance_between(question, 3, 20)), entry(given, 3, 20));
    const auto found = neighbours::as_neighbour(question, 3, 20);
    ASSERT_TRUE(found);
    const auto others = sorted_others(given, 3);
    EXPECT_EQ(found->rank, std::ranges::find(others, 20) - others.begin() + 1);
    EXPECT_FALSE(neighbours::as_neighbour(question, 3, 3));
}

/// 1.37, and not 1.37000000477.
double decimal_of(float number) { return std::round(100.0 * double{number}) / 100.0; }

TEST(GivenNeighbours, within_a_radius_are_counted_once_as_pairs) {
    const Dataset given = random_distances(120, 2);
    for (const float radius : {0.0f, 1.0f, 1.37f, 1.5f, 3.0f}) {
        std::int64_t expected = 0, at_radius = 0;
        for (std::int64_t row = 0; row < given.rows; ++row)
            for (std::int64_t col = row + 1; col < given.rows; ++col) {
                expected += entry(given, row, col) < radius ? 1 : 0;
                at_radius += entry(given, row, col) == radius ? 1 : 0;
            }
        const auto pairs = neighbours::count_closer_pairs({.first = given, .k = 1}, decimal_of(radius), {});
        ASSERT_TRUE(pairs);
        EXPECT_EQ(pairs->closer, expected) << radius;
        EXPECT_EQ(pairs->at_radius, at_radius) << radius;
        EXPECT_EQ(pairs->all, 120 * 119 / 2);
    }
}

TEST(GivenNeighbours, cost_one_look_for_each_entry) {
    EXPECT_EQ(neighbours::pairwise_cost({.first = random_distances(100), .k = 1}), 1e4);
}

TEST(GivenOrders, are_permutations) {
    for (const std::int64_t rows : {3, 4, 17, 100})
        for (const int digits : {0, 1, 4}) { // without digits all distances are equal
            const Dataset given = random_distances(rows, digits);
            EXPECT_TRUE(seriation::is_permutation(seriation::spanning_tree(given))) << rows;
            const seriation::Clustering clustering = seriation::clusters(given);
            EXPECT_TRUE(seriation::is_permutation(clustering.order)) << rows;
            EXPECT_EQ(std::ssize(clustering.branches), rows - 1);
            EXPECT_EQ(std::ssize(clustering.order), rows);
        }
}

TEST(GivenOrders, along_the_spanning_tree_join_the_nearest_row) {
    const Dataset given = random_distances(60, 5);
    const Permutation order = seriation::spanning_tree(given);
    const float largest = *std::ranges::max_element(coordinates(given));
    EXPECT_EQ(entry(given, order[0], sorted_others(given, order[0]).back()), largest) << "VAT begins there";
    for (std::size_t i = 1; i < order.size(); ++i) {
        const auto from_tree = [&](std::int32_t row) {
            float nearest = 1e9f;
            for (std::size_t j = 0; j < i; ++j) nearest = std::min(nearest, entry(given, order[j], row));
            return nearest;
        };
        for (std::size_t later = i + 1; later < order.size(); ++later)
            EXPECT_LE(from_tree(order[i]), from_tree(order[later]));
    }
}

/// Two groups: 1 within, 9 between.
Dataset two_groups(std::int64_t rows) {
    Dataset given = random_distances(rows);
    auto& values = std::get<std::vector<float>>(given.values);
    for (std::int64_t row = 0; row < rows; ++row)
        for (std::int64_t col = 0; col < rows; ++col)
            values[static_cast<std::size_t>(row * rows + col)] = row == col ? 0.0f : (row - col) % 2 == 0 ? 1.0f : 9.0f;
    return given;
}

TEST(GivenOrders, put_groups_side_by_side_and_know_how_far_they_are_apart) {
    const Dataset given = two_groups(21);
    const seriation::Clustering clustering = seriation::clusters(given);
    for (const Permutation& order : {clustering.order, seriation::spanning_tree(given)}) {
        int changes = 0;
        for (std::size_t i = 1; i < order.size(); ++i) changes += (order[i] - order[i - 1]) % 2 == 0 ? 0 : 1;
        EXPECT_EQ(changes, 1);
    }
    EXPECT_FLOAT_EQ(clustering.branches.back().height, 9.0f) << "the mean distance between the groups";
    EXPECT_FLOAT_EQ(clustering.branches.front().height, 1.0f);
}

TEST(GivenOrders, by_distance_read_the_row) {
    const Dataset given = random_distances(40, 5);
    const std::vector<double> keys = neighbours::keys_of({.first = given}, 7);
    for (std::int64_t col = 0; col < 40; ++col)
        EXPECT_FLOAT_EQ(static_cast<float>(keys[static_cast<std::size_t>(col)]), entry(given, 7, col));
}

TEST(GivenOrders, end_even_where_an_entry_and_its_mirror_image_differ_by_rounding) {
    Dataset given = random_distances(3, 0);
    given.values = std::vector<float>{0, 1.0000001f, 1.0000002f, 1.0000002f, 0, 1.0000001f, 1.0000001f, 1.0000002f, 0};
    EXPECT_TRUE(seriation::is_permutation(seriation::clusters(given).order));
}

} // namespace
} // namespace pairscope
