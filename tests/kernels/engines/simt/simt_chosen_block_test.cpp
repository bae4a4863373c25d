// SPDX-License-Identifier: MIT
// Which requests of the chosen block are kept, with their warps and the barriers before them.
#include "tests/kernels/observed_block.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <vector>

namespace pairscope::simt {
namespace {

TEST(ChosenBlock, keeps_the_requests_of_its_warps_in_the_order_made_and_most_of_the_chosen_one) {
    ObservedBlock block({.chosen_block = 1, .chosen_warp = 1, .warp_requests = 3});
    for (int index = 0; index < 3; ++index) {
        block.begin(index);
        for (int t = 0; t < 64; ++t) {
            const auto i = static_cast<std::uintptr_t>(t);
            EXPECT_TRUE(block.load(t, line_1, points_at + i * 8, 8));
            EXPECT_TRUE(block.store(t, line_3, static_at + 160 + i * 4));
            if (t % 2 == 0) {
                EXPECT_TRUE(block.store(t, line_2, out_at + i * 4));
            }
            EXPECT_TRUE(block.store(t, line_4, out_at));
        }
        block.observer().block_barrier();
        EXPECT_TRUE(block.load(0, line_1, points_at, 8));
        block.observer().end_block();
    }
    const auto observed = block.observer().take();
    ASSERT_EQ(observed->requests.size(), 4u + 4u + 1u);
    const auto of_warp = [&](int warp) {
        std::vector<WarpRequest> found;
        std::ranges::copy_if(observed->requests, std::back_inserter(found),
                             [&](const WarpRequest& request) { return request.warp == warp; });
        return found;
    };
    EXPECT_EQ(of_warp(0).front().offset[0], 0);
    EXPECT_EQ(of_warp(0).front().phase, 0);
    EXPECT_EQ(of_warp(0).back().phase, 1) << "behind the barrier";
    const std::vector<WarpRequest> chosen = of_warp(1);
    ASSERT_EQ(chosen.size(), 4u) << "three, and the first one of another line";
    EXPECT_EQ(chosen[0].memory, "points");
    EXPECT_EQ(chosen[0].offset[0], 32 * 8);
    EXPECT_EQ(chosen[0].sectors, 8);
    EXPECT_EQ(chosen[1].memory, "shared");
    EXPECT_EQ(chosen[1].offset[1], 33 * 4); // from the lowest address that the block touched
    EXPECT_EQ(chosen[1].wavefronts, 1);
    EXPECT_EQ(chosen[2].memory, "out");
    EXPECT_EQ(chosen[2].offset[1], -1);
    EXPECT_EQ(observed->sites[chosen[2].line].pc, line_2);
    EXPECT_EQ(observed->sites[chosen[3].line].pc, line_4);
}

TEST(ChosenBlock, keeps_requests_of_a_line_that_the_chosen_warp_comes_to_after_many_others) {
    ObservedBlock block({.chosen_block = 0, .chosen_warp = 0, .warp_requests = 100});
    block.begin(0);
    const auto by_all_lanes = [&](std::uintptr_t line, int index) {
        for (int t = 0; t < 32; ++t)
            EXPECT_TRUE(block.load(t, line, points_at + static_cast<std::uintptr_t>(8 * index), 8));
        block.observer().block_barrier(); // so that the next request is another one
    };
    for (int i = 0; i < 150; ++i) by_all_lanes(line_1, i % 4);
    for (int i = 0; i < 20; ++i) by_all_lanes(line_2, 0);
    block.observer().end_block();
    const auto observed = block.observer().take();
    std::vector<std::size_t> kept(observed->sites.size());
    for (const WarpRequest& request : observed->requests) ++kept[request.line];
    for (std::size_t site = 0; site < kept.size(); ++site)
        EXPECT_EQ(kept[site], observed->sites[site].pc == line_1 ? 100u : 16u);
    EXPECT_THAT(kept, testing::SizeIs(2));
}

} // namespace
} // namespace pairscope::simt
