// SPDX-License-Identifier: MIT
#include "kernels/core/compare.h"

#include "kernels/core/distance_matrix.h"
#include "kernels/core/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <limits>

namespace pairscope {
namespace {

using ::testing::ElementsAre;

constexpr float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();

TEST(RightDistance, allows_the_tolerance_and_no_more) {
    EXPECT_TRUE(right_distance(1.0f, 1.0, 1e-6));
    EXPECT_TRUE(right_distance(1.0f, 1.0000009, 1e-6));
    EXPECT_FALSE(right_distance(1.0f, 1.000002, 1e-6));
    EXPECT_FALSE(right_distance(-1.0f, 1.0, 1e-6));
}

TEST(RightDistance, wants_nan_and_infinity_where_they_belong) {
    EXPECT_TRUE(right_distance(nan, nan, 1e-6));
    EXPECT_FALSE(right_distance(nan, 1.0, 1e-6));
    EXPECT_FALSE(right_distance(1.0f, nan, 1e-6));
    EXPECT_TRUE(right_distance(infinity, infinity, 1e-6));
    EXPECT_FALSE(right_distance(1.0f, infinity, 1e-6));
    EXPECT_FALSE(right_distance(infinity, 1.0, 1e-6));
}

TEST(RightDistance, allows_overflow_and_underflow_of_the_square) {
    EXPECT_TRUE(right_distance(infinity, 1e30, 1e-6));
    EXPECT_TRUE(right_distance(1e30f, 1e30, 1e-6));
    EXPECT_FALSE(right_distance(infinity, 1e19, 1e-6));
    EXPECT_TRUE(right_distance(0.0f, 1e-30, 1e-6));
    EXPECT_FALSE(right_distance(0.0f, 1e-18, 1e-6));
}

TEST(CompareRow, tells_wrong_entries_from_unwritten_ones) {
    const std::vector<float> points{0.0f, 0.0f, 3.0f, 4.0f, 0.0f, 1.0f};
    std::vector<float> row{0.0f, 5.1f, std::bit_cast<float>(poison_bits)};
    Comparison found;
    compare_row({points.data(), 3, LinearMemory{row.data(), 3}}, 0, 1e-6, found);
    EXPECT_EQ(found.wrong_entries, 1);
    EXPECT_EQ(found.unwritten_entries, 1);
    EXPECT_EQ(found.row, 0);
    EXPECT_EQ(found.col, 1);
    EXPECT_EQ(found.found, 5.1f);
    EXPECT_EQ(found.expected, 5.0);
    EXPECT_FALSE(found.right());
}

TEST(Comparison, keeps_the_first_wrong_entry_when_parts_are_added) {
    Comparison total, late, early;
    late.wrong_entries = early.wrong_entries = 1;
    late.row = 9;
    early.row = 2;
    early.worst_error = 0.5;
    add(total, late);
    add(total, early);
    EXPECT_EQ(total.row, 2);
    EXPECT_EQ(total.wrong_entries, 2);
    EXPECT_EQ(total.worst_error, 0.5);
}

TEST(Comparison, describes_what_it_found) {
    Comparison right;
    right.entries_checked = 1048576;
    right.worst_error = 1.2e-7;
    EXPECT_EQ(describe(right),
              "1 048 576 entries agree with the double-precision reference, worst relative error 1.2e-07");
    Comparison wrong = right;
    wrong.wrong_entries = 2;
    wrong.row = 3;
    wrong.col = 17;
    wrong.found = 0.25f;
    wrong.expected = 0.125;
    EXPECT_EQ(describe(wrong), "row 3, column 17 is 0.25, should be 0.125 (2 of 1 048 576 entries are wrong)");
    Comparison unwritten = right;
    unwritten.unwritten_entries = 1;
    unwritten.guard_damage = 5;
    EXPECT_EQ(describe(unwritten),
              "1 of 1 048 576 entries was never written; 5 entries outside the matrix were overwritten");
}

TEST(RowsToCheck, are_all_rows_where_they_are_few) {
    EXPECT_THAT(rows_to_check(3, 8), ElementsAre(0, 1, 2));
    EXPECT_TRUE(rows_to_check(0, 8).empty());
    EXPECT_EQ(rows_to_check(100, 100).size(), 100u);
}

TEST(RowsToCheck, are_a_sorted_sample_with_both_ends_and_tile_edges) {
    for (const std::int64_t rows : {129, 4096, 30336, 32768})
        for (const std::int64_t limit : {1, 2, 3, 10, 100, 2048}) {
            if (limit >= rows) continue;
            const auto chosen = rows_to_check(rows, limit);
            EXPECT_LE(static_cast<std::int64_t>(chosen.size()), limit) << rows;
            EXPECT_TRUE(std::adjacent_find(chosen.begin(), chosen.end(), std::greater_equal<>()) == chosen.end());
            EXPECT_EQ(chosen.front(), 0);
            EXPECT_EQ(chosen.back(), limit == 1 ? 0 : rows - 1);
        }
    const auto chosen = rows_to_check(30336, 2048);
    for (const std::int64_t edge : {127, 128, 255, 256, 30207, 30208})
        EXPECT_TRUE(std::binary_search(chosen.begin(), chosen.end(), edge)) << edge;
    EXPECT_GT(chosen.size(), 1000u);
}

TEST(Text, groups_digits_and_scales_bytes) {
    EXPECT_EQ(grouped(0), "0");
    EXPECT_EQ(grouped(999), "999");
    EXPECT_EQ(grouped(-1234567), "-1 234 567");
    EXPECT_EQ(bytes_in_words(4294967296.0), "4.29 GB");
    EXPECT_EQ(bytes_in_words(12.0), "12 bytes");
    EXPECT_EQ(bytes_in_words(999999.0), "1 MB");
}

} // namespace
} // namespace pairscope
