// SPDX-License-Identifier: MIT
#include "profiling/machine/other_load.h"

#include <gtest/gtest.h>

namespace pairscope::profiling {
namespace {

TEST(OtherLoad, is_what_the_processors_did_beside_this_process) {
    const auto begin = processor_times("cpu  100 0 50 1000 10 0 0 0 0 0", 100.0);
    const auto end = processor_times("cpu  500 20 70 1500 20 5 5 10 30 0", 100.0);
    ASSERT_TRUE(begin && end);
    EXPECT_DOUBLE_EQ(begin->busy, 1.5);
    EXPECT_DOUBLE_EQ(begin->all, 11.6);
    EXPECT_DOUBLE_EQ(end->busy, 6.1);
    EXPECT_NEAR(*share_of_others(*begin, *end, 3.0), (4.6 - 3.0) / (21.3 - 11.6), 1e-12);
    EXPECT_EQ(*share_of_others(*begin, *end, 5.0), 0.0) << "both are rounded";
}

TEST(OtherLoad, is_absent_where_the_system_does_not_tell) {
    EXPECT_FALSE(processor_times("", 100.0));
    EXPECT_FALSE(processor_times("intr 1 2 3 4 5", 100.0));
    EXPECT_FALSE(share_of_others({1.0, 10.0}, {1.1, 10.2}, 0.0)) << "too short";
}

} // namespace
} // namespace pairscope::profiling
