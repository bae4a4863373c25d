// SPDX-License-Identifier: MIT
#include "kernels/core/errors.h"
#include "profiling/ceilings/ceilings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::profiling {
namespace {

constexpr std::int64_t bytes = std::int64_t{64} << 20;

TEST(Ceilings, of_the_cpu_are_measured_and_plausible) {
    double last = -1.0;
    const Ceilings found = measure_ceilings(devices().back(), bytes, {}, [&](std::string_view doing, double share) {
        EXPECT_FALSE(doing.empty());
        EXPECT_GE(share, last);
        last = share;
    });
    EXPECT_EQ(found.device, devices().back());
    EXPECT_EQ(found.threads, devices().back().units);
    ASSERT_TRUE(found.fill && found.read && found.fma);
    EXPECT_FALSE(found.copy) << "the CPU's copy is not measured, so it must be absent";
    EXPECT_THAT(std::string(found.fill->how), ::testing::HasSubstr("stores"));
    for (const auto& bandwidth : {found.fill, found.read}) {
        EXPECT_GT(bandwidth->value, 1e8); // [B/s]: between a crawling machine and more than any caches give
        EXPECT_LT(bandwidth->value, 1e13);
        EXPECT_GE(bandwidth->samples, 2);
    }
    EXPECT_GT(found.fma->value, 1e9);
    EXPECT_LT(found.fma->value, 1e15);
}

TEST(Ceilings, are_of_the_threads_in_use) {
    RunControl control;
    control.threads = 1;
    EXPECT_EQ(measure_ceilings(devices().back(), bytes, control).threads, 1);
}

TEST(Ceilings, that_were_not_measured_are_absent) {
    std::stop_source source;
    source.request_stop();
    RunControl control;
    control.stop = source.get_token();
    const Ceilings found = measure_ceilings(devices().back(), bytes, control);
    EXPECT_FALSE(found.fill || found.read || found.fma);
}

TEST(Ceilings, need_memory_that_is_there) {
    EXPECT_THROW((void)measure_ceilings(devices().back(), std::int64_t{1} << 46, {}), MemoryError);
}

} // namespace
} // namespace pairscope::profiling
