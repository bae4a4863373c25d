// SPDX-License-Identifier: MIT
#include "kernels/scale/pair_blocks.h"

#include "kernels/scale/bytes.h"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <utility>

namespace pairscope::scale {
namespace {

TEST(PairBlocks, have_each_pair_once_at_all_sizes_near_the_seams) {
    for (const bool is_one_set : {true, false})
        for (const std::int64_t rows : {1, 2, 3, 7, 8, 9, 16, 17, 40})
            for (const std::int64_t cols : {1, 8, 9, 31}) {
                const PairBlocks blocks{
                    .rows = rows, .cols = is_one_set ? rows : cols, .is_one_set = is_one_set, .side = 8};
                std::set<std::pair<std::int64_t, std::int64_t>> seen;
                int twice = 0;
                for (std::int64_t number = 0; number < blocks.count(); ++number) {
                    const PairBlock block = blocks.at(number);
                    for (std::int64_t row = block.first_row; row < block.end_row; ++row)
                        for (std::int64_t col = block.first_col; col < block.end_col; ++col)
                            if (!is_one_set || col > row) twice += seen.emplace(row, col).second ? 0 : 1;
                }
                EXPECT_EQ(twice, 0);
                EXPECT_EQ(std::ssize(seen), is_one_set ? rows * (rows - 1) / 2 : rows * cols);
            }
}

TEST(PairBlocks, reach_rows_beyond_32_bits) {
    constexpr std::int64_t rows = 5'000'000'000;
    for (const bool is_one_set : {true, false}) {
        const PairBlocks blocks = blocks_for(rows, rows, is_one_set, 2);
        const PairBlock last = blocks.at(blocks.count() - 1);
        EXPECT_EQ(last.end_row, rows);
        EXPECT_EQ(last.end_col, rows);
        EXPECT_LT(last.first_row, rows);
        EXPECT_EQ(blocks.at(0).first_row, 0);
        const std::int64_t middle = blocks.count() / 2;
        EXPECT_EQ(blocks.at(middle).end_col - blocks.at(middle).first_col, blocks.side);
        EXPECT_LT(blocks.count(), std::int64_t{1} << 31);
    }
}

TEST(PairBlocks, are_small_where_pairs_cost_much_and_many_where_there_are_many_threads) {
    EXPECT_GT(blocks_for(1'000'000, 1'000'000, true, 2).side, blocks_for(1'000'000, 1'000'000, true, 784).side);
    EXPECT_GT(blocks_for(10'000, 10'000, true, 2).count(), 400);
    EXPECT_EQ(blocks_for(0, 5, false, 2).count(), 0);
    EXPECT_EQ(blocks_for(1, 1, true, 2).count(), 1);
}

TEST(Bytes, are_read_as_they_were_written_and_never_beyond_their_end) {
    ByteWriter writer;
    writer.put(std::int64_t{7});
    writer.put_all(std::span<const double>(std::array{1.0, 2.0}));
    const Bytes bytes = writer.take();
    ByteReader reader(bytes);
    EXPECT_EQ(reader.get<std::int64_t>(), 7);
    EXPECT_EQ(reader.get_all<double>(), (std::vector{1.0, 2.0}));
    EXPECT_TRUE(reader.is_at_end());
    EXPECT_THROW((void)reader.get<char>(), std::runtime_error);
    ByteReader cut(std::span<const std::byte>(bytes).first(bytes.size() - 1));
    EXPECT_EQ(cut.get<std::int64_t>(), 7);
    EXPECT_THROW((void)cut.get_all<double>(), std::runtime_error);
}

} // namespace
} // namespace pairscope::scale
