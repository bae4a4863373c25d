// SPDX-License-Identifier: MIT
#include "kernels/ladder/entry_pattern.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <set>

namespace pairscope {
namespace {

/// The pattern of all entries of an n x n matrix for which `holds` is true.
std::string pattern_where(std::int32_t n, const std::function<bool(std::int32_t, std::int32_t)>& holds) {
    EntrySample sample;
    std::int64_t count = 0;
    for (std::int32_t row = 0; row < n; ++row)
        for (std::int32_t col = 0; col < n; ++col) {
            if (!holds(row, col)) continue;
            sample.add({row, col});
            ++count;
        }
    return pattern_of({.sample = sample.entries(), .count = count, .looked_at = std::int64_t{n} * n, .shape = {n, n}});
}

TEST(EntryPattern, names_columns_and_rows_of_one_remainder) {
    EXPECT_EQ(pattern_where(300, [](auto, auto col) { return col % 64 == 63; }),
              "all of them in columns whose index modulo 64 is 63");
    EXPECT_EQ(pattern_where(300, [](auto row, auto) { return row % 8 == 0; }),
              "all of them in rows whose index modulo 8 is 0");
    EXPECT_EQ(pattern_where(300, [](auto row, auto col) { return col % 48 == 5 && row % 2 == 0; }),
              "all of them in columns whose index modulo 48 is 5");
}

TEST(EntryPattern, names_single_rows_and_columns_and_the_last) {
    EXPECT_EQ(pattern_where(65, [](auto row, auto) { return row == 64; }), "all of them in the last row");
    EXPECT_EQ(pattern_where(65, [](auto, auto col) { return col == 64; }), "all of them in the last column");
    EXPECT_EQ(pattern_where(65, [](auto row, auto) { return row == 3; }), "all of them in row 3");
    EXPECT_EQ(pattern_where(65, [](auto row, auto) { return row == 3 || row == 7 || row == 21; }),
              "all of them in rows 3, 7, 21");
}

TEST(EntryPattern, names_the_diagonal_and_the_triangles) {
    EXPECT_EQ(pattern_where(65, [](auto row, auto col) { return row == col; }), "all of them on the diagonal");
    EXPECT_EQ(pattern_where(65, [](auto row, auto col) { return row < col; }), "all of them in the upper triangle");
    EXPECT_EQ(pattern_where(65, [](auto row, auto col) { return row >= col; }), "all of them in the lower triangle");
}

TEST(EntryPattern, names_the_beginning_and_the_end) {
    EXPECT_EQ(pattern_where(65, [](auto row, auto) { return row >= 32; }), "all of them in rows from 32 on");
    EXPECT_EQ(pattern_where(65, [](auto, auto col) { return col < 16; }), "all of them in the first 16 columns");
}

TEST(EntryPattern, calls_everything_every_entry_and_noise_scattered) {
    EXPECT_EQ(pattern_where(65, [](auto, auto) { return true; }), "every entry");
    std::mt19937 random(7);
    EXPECT_EQ(pattern_where(400, [&](auto, auto) { return random() % 50 == 0; }), "scattered over the matrix");
    EXPECT_EQ(pattern_where(65, [](auto row, auto col) { return row == col && row % 40 == 2; }),
              "scattered over the matrix")
        << "two entries on the diagonal are chance";
    EXPECT_EQ(pattern_where(65, [](auto row, auto) { return row == 1 || row == 64; }), "all of them in rows 1, 64")
        << "not in rows whose index modulo 63 is 1";
    EXPECT_EQ(pattern_where(65, [](auto row, auto col) { return row == 5 && col == 6; }), "") << "one has no pattern";
}

TEST(EntryPattern, of_more_entries_than_a_sample_keeps_is_the_same) {
    EXPECT_EQ(pattern_where(1001, [](auto, auto col) { return col % 64 == 63; }),
              "all of them in columns whose index modulo 64 is 63");
    EXPECT_EQ(pattern_where(1001, [](auto row, auto col) { return row > col; }), "all of them in the lower triangle");
}

TEST(EntrySample, of_parts_is_the_sample_of_the_whole_in_any_order) {
    EntrySample forward, odd, even;
    constexpr std::int32_t n = 200;
    for (std::int32_t row = 0; row < n; ++row)
        for (std::int32_t col = 0; col < n; ++col) {
            forward.add({row, col});
            (row % 2 == 0 ? even : odd).add({n - 1 - row, col});
        }
    EXPECT_EQ(forward.entries().size(), EntrySample::most);
    odd.add(even);
    EXPECT_EQ(odd.entries(), forward.entries());
    std::set<std::int32_t> rows;
    for (const MatrixEntry& entry : forward.entries()) rows.insert(entry.row);
    EXPECT_EQ(rows.size(), n) << "it is spread over all rows";
}

} // namespace
} // namespace pairscope
