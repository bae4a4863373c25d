// SPDX-License-Identifier: MIT
#include "kernels/engines/simt/request_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::simt {
namespace {

constexpr SiteKey site{.pc = 0x1000, .kind = AccessKind::global_load, .bytes = 4};

TEST(RequestLog, counts_lanes_alone_where_no_requests_are_made) {
    RequestLog log(16, false);
    log.begin_block(0, 64);
    for (std::uint64_t i = 0; i < 1000; ++i) log.add(int(i % 64), site, 4 * i);
    log.all_met();
    ASSERT_EQ(log.sites().size(), 1u);
    EXPECT_EQ(log.sites()[0].lanes, 1000);
    EXPECT_EQ(log.sites()[0].requests, 0);
    EXPECT_THAT(log.take_kept(), testing::IsEmpty());
}

TEST(RequestLog, completes_the_requests_of_a_lane_alone_at_once) {
    RequestLog log(16, true);
    log.begin_block(1, 33); // the second warp has one lane
    for (std::uint64_t i = 0; i < 10; ++i) log.add(32, site, 1024 * i);
    ASSERT_EQ(log.sites().size(), 1u);
    EXPECT_EQ(log.sites()[0].requests, 10);
    EXPECT_EQ(log.sites()[0].sectors, 10);
    EXPECT_EQ(log.take_kept().size(), 10u);
}

TEST(RequestLog, waits_for_the_other_lanes_of_a_warp) {
    RequestLog log(16, true);
    log.begin_block(0, 33);
    for (std::uint64_t i = 0; i < 10; ++i) log.add(0, site, 1024 * i);
    EXPECT_EQ(log.sites()[0].requests, 0);
    for (std::uint64_t i = 0; i < 10; ++i) log.add(1, site, 1024 * i + 4);
    log.all_met();
    EXPECT_EQ(log.sites()[0].requests, 10) << "both lanes share each of them";
    EXPECT_EQ(log.sites()[0].lanes, 20);
}

} // namespace
} // namespace pairscope::simt
