// SPDX-License-Identifier: MIT
#include "app/features/neighbours/marked_pair.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace pairscope::app {
namespace {

std::vector<std::int64_t> rows_of(const MarkedPair& marked) {
    std::vector<std::int64_t> rows;
    for (const Neighbour& neighbour : marked.neighbours) rows.push_back(neighbour.row);
    return rows;
}

TEST(MarkedPair, the_nearest_come_first_and_the_point_itself_is_left_out) {
    const std::vector<float> row{0.5f, 0.0f, 0.25f, 4.0f, 0.125f};
    const MarkedPair marked = marked_pair_in(row, {1, 3}, 3);
    EXPECT_EQ(marked.value, 4.0f);
    EXPECT_EQ(rows_of(marked), (std::vector<std::int64_t>{4, 2, 0}));
}

TEST(MarkedPair, distances_that_are_no_numbers_are_nobodys_neighbours) {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN(), infinite = std::numeric_limits<float>::infinity();
    const MarkedPair marked = marked_pair_in(std::vector<float>{0.0f, nan, 3.0f, infinite}, {0, 1}, 10);
    EXPECT_EQ(rows_of(marked), (std::vector<std::int64_t>{2}));
}

TEST(MarkedPair, coincident_points_are_neighbours_at_distance_zero) {
    const MarkedPair marked = marked_pair_in(std::vector<float>{0.0f, 0.0f, 0.0f}, {1, 1}, 10);
    EXPECT_EQ(rows_of(marked), (std::vector<std::int64_t>{0, 2}));
}

TEST(MarkedPair, a_matrix_of_one_has_no_neighbours) {
    EXPECT_TRUE(marked_pair_in(std::vector<float>{0.0f}, {0, 0}, 10).neighbours.empty());
}

} // namespace
} // namespace pairscope::app
