// SPDX-License-Identifier: MIT
#include "profiling/ceilings/ceilings.h"

#include "tests/gpu/gpu_test.h"

namespace pairscope::profiling {
namespace {

class GpuCeilings : public GpuTest {};

TEST_F(GpuCeilings, are_found_and_plausible) {
    const Ceilings found = measure_ceilings(gpu(), 0, {});
    ASSERT_TRUE(found.fill && found.copy && found.fma);
    EXPECT_FALSE(found.read);
    EXPECT_EQ(found.threads, 0);
    EXPECT_GT(found.fill->value, 1e10); // the slowest supported GPUs write 50 GB/s
    EXPECT_LT(found.fill->value, 1e14);
    EXPECT_GT(found.copy->value, 1e10);
    EXPECT_GT(found.fma->value, 1e11);
    EXPECT_GE(found.fill->samples, 11);
    EXPECT_FALSE(found.fill->how.empty());
}

TEST_F(GpuCeilings, that_were_not_measured_are_absent) {
    std::stop_source stop;
    stop.request_stop();
    const Ceilings found = measure_ceilings(gpu(), 1 << 20, {.stop = stop.get_token(), .rows_done = nullptr});
    EXPECT_FALSE(found.fill || found.copy || found.fma);
}

} // namespace
} // namespace pairscope::profiling
