// SPDX-License-Identifier: MIT
#include "profiling/ceilings/ceilings.h"

#include "tests/gpu/gpu_test.h"

namespace pairscope::profiling {
namespace {

using enum CeilingKind;

class GpuCeilings : public GpuTest {
protected:
    static double value_of(const Ceilings& ceilings, CeilingKind kind) {
        const Ceiling* ceiling = find(ceilings, kind);
        return ceiling == nullptr ? -1.0 : ceiling->value;
    }
};

TEST_F(GpuCeilings, are_found_and_plausible) {
    const Ceilings found = measure_ceilings(gpu(), {}, {});
    for (const Ceiling& ceiling : found.found) {
        EXPECT_EQ(ceiling.threads, 0);
        EXPECT_GE(ceiling.samples, 11);
        EXPECT_TRUE(ceiling.interval);
        EXPECT_FALSE(ceiling.how.empty());
        EXPECT_GT(ceiling.value, 1e10) << name_of(ceiling.kind); // the slowest supported GPUs write 50 GB/s
        EXPECT_LT(ceiling.value, 1e17) << name_of(ceiling.kind);
    }
    EXPECT_GT(value_of(found, fma), 1e11);
}

TEST_F(GpuCeilings, that_were_not_measured_are_absent) {
    std::stop_source stop;
    stop.request_stop();
    const RunControl control{.stop = stop.get_token(), .rows_done = nullptr};
    EXPECT_TRUE(measure_ceilings(gpu(), {.bytes = 1 << 20}, control).found.empty());
}

} // namespace
} // namespace pairscope::profiling
