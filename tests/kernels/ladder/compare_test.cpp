// SPDX-License-Identifier: MIT
#include "kernels/data/text.h"
#include "kernels/ladder/compare.h"
#include "kernels/matrix/judge.h"
#include "kernels/workloads/distance_matrix/rule.h"
#include "tests/kernels/sample_points.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <limits>

namespace pairscope {
namespace {

using samples::infinity;
using samples::nan;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::StartsWith;
using DistanceRule = workloads::distance_matrix::Rule;

bool is_right(float found, double expected, const Accuracy& accuracy) {
    return DistanceRule::is_right({.found = found, .expected = expected}, accuracy);
}

TEST(RightDistance, allows_the_tolerance_and_no_more) {
    EXPECT_TRUE(is_right(1.0f, 1.0, {1e-6}));
    EXPECT_TRUE(is_right(1.0f, 1.0000009, {1e-6}));
    EXPECT_FALSE(is_right(1.0f, 1.000002, {1e-6}));
    EXPECT_FALSE(is_right(-1.0f, 1.0, {1e-6}));
}

TEST(RightDistance, wants_nan_and_infinity_where_they_belong) {
    EXPECT_TRUE(is_right(nan, nan, {1e-6}));
    EXPECT_FALSE(is_right(nan, 1.0, {1e-6}));
    EXPECT_FALSE(is_right(1.0f, nan, {1e-6}));
    EXPECT_TRUE(is_right(infinity, infinity, {1e-6}));
    EXPECT_FALSE(is_right(1.0f, infinity, {1e-6}));
    EXPECT_FALSE(is_right(infinity, 1.0, {1e-6}));
}

TEST(RightDistance, allows_overflow_and_underflow_of_the_square) {
    EXPECT_TRUE(is_right(infinity, 1e30, {1e-6}));
    EXPECT_TRUE(is_right(1e30f, 1e30, {1e-6}));
    EXPECT_FALSE(is_right(infinity, 1e19, {1e-6}));
    EXPECT_TRUE(is_right(0.0f, 1e-30, {1e-6}));
    EXPECT_FALSE(is_right(0.0f, 1e-18, {1e-6}));
}

constexpr Accuracy half{.tolerance = 1e-6, .entry = Entry::float16};

TEST(RightDistance, allows_halves_their_rounding_and_no_more) {
    EXPECT_TRUE(is_right(1.0f, 1.0 + 0x1p-11, half));
    EXPECT_TRUE(is_right(1.0f, 1.0 + 0x1p-11 + 0.9e-6, half)); // the float32 was off, and rounded down
    EXPECT_FALSE(is_right(1.0f, 1.0 + 0x1p-11 + 2e-6, half));
    EXPECT_FALSE(is_right(1.0f, 1.0 + 0x1p-11, {1e-6}));
}

TEST(RightDistance, allows_halves_their_denormals) {
    EXPECT_TRUE(is_right(0.0f, 0x1p-25, half));
    EXPECT_TRUE(is_right(0x1p-24f, 0x1p-25, half));
    EXPECT_TRUE(is_right(0x1p-15f, 0x1p-15 + 0x1p-25, half));
    EXPECT_FALSE(is_right(0.0f, 0x1p-24, half));
    EXPECT_FALSE(is_right(0x1p-15f, 0x1p-15 + 0x1p-24, half));
}

TEST(RightDistance, wants_infinity_of_halves_where_they_end) {
    EXPECT_TRUE(is_right(infinity, 65520.0, half));
    EXPECT_TRUE(is_right(infinity, 65519.99, half)); // within what the float32 may be off
    EXPECT_TRUE(is_right(65504.0f, 65519.0, half));
    EXPECT_TRUE(is_right(65504.0f, 65520.01, half));
    EXPECT_FALSE(is_right(infinity, 65519.0, half));
    EXPECT_FALSE(is_right(65504.0f, 65521.0, half));
    EXPECT_TRUE(is_right(infinity, 1e30, half));
    EXPECT_TRUE(is_right(infinity, infinity, half));
    EXPECT_TRUE(is_right(nan, nan, half));
    EXPECT_FALSE(is_right(nan, 1.0, half));
}

TEST(Half, of_every_half_is_that_half) {
    for (std::uint32_t bits = 0; bits <= 0xffffu; ++bits) {
        const auto half_bits = static_cast<std::uint16_t>(bits);
        const float value = float_of_half(half_bits);
        if (value == value)
            ASSERT_EQ(half_of(value), half_bits) << bits;
        else
            ASSERT_EQ(half_of(value), 0x7fff) << bits;
    }
    EXPECT_EQ(float_of_half(0x3c00), 1.0f);
    EXPECT_EQ(float_of_half(0xc000), -2.0f);
    EXPECT_EQ(float_of_half(0x0001), 0x1p-24f);
    EXPECT_EQ(float_of_half(0x7bff), 65504.0f);
    EXPECT_EQ(float_of_half(0xfc00), -infinity);
}

TEST(Half, is_the_nearest_and_of_two_the_even_one) {
    for (std::uint16_t bits = 0; bits < 0x7bff; ++bits) { // all but the last, which has no neighbour above
        const float low = float_of_half(bits), high = float_of_half(static_cast<std::uint16_t>(bits + 1));
        const float middle = (low + high) / 2; // exact: a float has 13 more digits
        const auto even = static_cast<std::uint16_t>(bits + bits % 2);
        ASSERT_EQ(half_of(middle), even) << bits;
        ASSERT_EQ(half_of(std::nextafter(middle, 0.0f)), bits);
        ASSERT_EQ(half_of(std::nextafter(middle, infinity)), bits + 1);
        ASSERT_EQ(half_of(-middle), even | 0x8000);
    }
    EXPECT_EQ(half_of(std::nextafter(65520.0f, 0.0f)), 0x7bff);
    EXPECT_EQ(half_of(65520.0f), 0x7c00);
    EXPECT_EQ(half_of(-infinity), 0xfc00);
    EXPECT_NE(float_of_half(half_poison_bits), float_of_half(half_poison_bits)) << "poison is no NaN";
}

TEST(CompareRow, understands_halves) {
    const std::vector<float> points{0.0f, 0.0f, 3.0f, 4.0f, 0.0f, 0.3f, 1e5f, 0.0f};
    const Input set{.data = points.data(), .rows = 4, .dims = 2, .pitch = 2};
    std::vector<std::uint16_t> row{0, half_of(5.01f), half_poison_bits, 0x7c00};
    const LinearMemory memory{reinterpret_cast<float*>(row.data()), 4, Entry::float16};
    Comparison found;
    matrix::compare_row<DistanceRule>(problem_of(set, memory), 0, half, found);
    EXPECT_EQ(found.unwritten_entries, 1);
    EXPECT_EQ(found.wrong_entries, 1);
    EXPECT_EQ(found.col, 1);
    EXPECT_EQ(found.found, float_of_half(row[1]));
    row[1] = half_of(5.0f);
    row[2] = half_of(0.3f);
    found = {};
    matrix::compare_row<DistanceRule>(problem_of(set, memory), 0, half, found);
    EXPECT_TRUE(found.right()) << describe(found);
    EXPECT_GT(found.worst_error, 1e-5);
    EXPECT_LT(found.worst_error, 0x1p-11);
}

TEST(CompareRow, tells_wrong_entries_from_unwritten_ones) {
    const std::vector<float> points{0.0f, 0.0f, 3.0f, 4.0f, 0.0f, 1.0f};
    const Input set{.data = points.data(), .rows = 3, .dims = 2, .pitch = 2};
    std::vector<float> row{0.0f, 5.1f, std::bit_cast<float>(poison_bits)};
    Comparison found;
    matrix::compare_row<DistanceRule>(problem_of(set, LinearMemory{row.data(), 3}), 0, {1e-6}, found);
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
    Comparison one = right;
    one.entries_checked = 1;
    EXPECT_EQ(describe(one), "1 entry agrees with the double-precision reference, worst relative error 1.2e-07");
    Comparison wrong = right;
    wrong.rows = wrong.cols = 1024;
    wrong.wrong_entries = 1;
    wrong.row = 12;
    wrong.col = 63;
    wrong.found = 300.593075f;
    wrong.expected = 300.592468;
    wrong.tolerance = 1e-6;
    wrong.wrong.add({12, 63});
    EXPECT_EQ(describe(wrong),
              "the entry in row 12, column 63 is 300.593079 but should be 300.592468 (relative error 2.0e-6, tolerance "
              "1.0e-6); 1 of 1 048 576 entries is wrong");
    wrong.wrong_entries = 2;
    wrong.wrong.add({14, 63});
    EXPECT_THAT(describe(wrong), EndsWith("; 2 of 1 048 576 entries are wrong, scattered over the matrix"));
    wrong.found = nan;
    EXPECT_THAT(describe(wrong), StartsWith("the entry in row 12, column 63 is nan but should be 300.592468; 2 of "));
    wrong.found = -nan;
    EXPECT_THAT(describe(wrong), StartsWith("the entry in row 12, column 63 is nan but should be 300.592468; 2 of "));
    wrong.found = 1.0f;
    wrong.expected = 0.0;
    EXPECT_THAT(describe(wrong), StartsWith("the entry in row 12, column 63 is 1 but should be 0; "));
}

TEST(Comparison, tells_where_the_first_unwritten_and_overwritten_entries_are) {
    Comparison found{.entries_checked = 65 * 65, .rows_checked = 65, .rows = 65, .cols = 65};
    found.unwritten_entries = 1;
    found.unwritten.add({1, 2});
    EXPECT_EQ(describe(found), "1 of 4 225 entries was never written: in row 1, column 2");
    for (std::int32_t col = 0; col < 65; ++col) found.unwritten.add({64, col});
    found.unwritten_entries = 66;
    EXPECT_EQ(describe(found),
              "66 of 4 225 entries were never written, all of them in rows 1, 64: the first is in row 1, column 2");
    Comparison outside{.entries_checked = 65 * 65, .rows_checked = 65, .rows = 65, .cols = 65};
    outside.guard_damage = 5;
    outside.guard_nearest = 3;
    EXPECT_EQ(describe(outside), "5 entries outside the matrix were overwritten, the nearest of them 3 entries after "
                                 "the last entry of the matrix");
    outside.guard_damage = 1;
    outside.guard_nearest = -1;
    EXPECT_EQ(describe(outside), "1 entry outside the matrix was overwritten, 1 entry before its first entry");
}

TEST(Comparison, calls_an_unwritten_entry_the_first_only_where_all_of_them_are_known) {
    Comparison found{.entries_checked = 256 * 256, .rows_checked = 256, .rows = 256, .cols = 256};
    for (std::int32_t row = 0; row < 256; ++row)
        for (std::int32_t col = 1; col < 256; col += 2) found.unwritten.add({row, col});
    found.unwritten_entries = 256 * 128;
    const std::string told = describe(found);
    EXPECT_EQ(told.find("the first"), std::string::npos) << told;
    int row = -1, col = -1;
    ASSERT_EQ(
        std::sscanf(told.substr(told.find("one of them")).c_str(), "one of them is in row %d, column %d", &row, &col),
        2)
        << told;
    EXPECT_GE(row, 0);
    EXPECT_EQ(col % 2, 1) << "it is one of them";
}

TEST(Comparison, counts_the_damage_of_both_guard_bands_and_finds_the_nearest) {
    std::vector<float> before(8, std::bit_cast<float>(poison_bits)), behind = before;
    const LinearMemory leading{before.data(), 8}, trailing{behind.data(), 8};
    EXPECT_EQ(damage_of(leading, trailing, 8).count, 0);
    EXPECT_EQ(damage_of(leading, trailing, 8).nearest, 0);
    before[4] = behind[6] = 0.0f;
    EXPECT_EQ(damage_of(leading, trailing, 8).count, 2);
    EXPECT_EQ(damage_of(leading, trailing, 8).nearest, -4);
    behind[0] = 0.0f;
    EXPECT_EQ(damage_of(leading, trailing, 8).nearest, 1);
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
