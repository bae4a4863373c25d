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

TEST_F(GpuCeilings, are_all_found_and_plausible) {
    double last = 0.0;
    const auto begin = std::chrono::steady_clock::now();
    const Ceilings found = measure_ceilings(gpu(), {}, {}, [&](std::string_view doing, double share) {
        EXPECT_FALSE(doing.empty());
        EXPECT_GE(share, last);
        EXPECT_LE(share, 1.0);
        last = share;
    });
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(6)) << "a GPU that others use is slower";
    for (const CeilingKind kind :
         {fill, surface_fill, copy, read, l1_read, l2_read, l2_write, shared_read, fma, special_function, int8_dot})
        EXPECT_GT(value_of(found, kind), 1e10) << name_of(kind); // the slowest supported GPUs write 50 GB/s
    for (const CeilingKind kind : {streaming_fill, plain_fill, l3_read})
        EXPECT_EQ(find(found, kind), nullptr) << name_of(kind);
    for (const CeilingKind kind : {tensor_fp16, tensor_tf32, tensor_int8})
        EXPECT_EQ(find(found, kind) != nullptr, gpu().compute_capability >= 80) << name_of(kind);
    for (const Ceiling& ceiling : found.found) {
        EXPECT_EQ(ceiling.threads, 0);
        EXPECT_TRUE(ceiling.interval) << name_of(ceiling.kind);
        EXPECT_LT(ceiling.value, 1e17) << name_of(ceiling.kind);
        if (ceiling.peak) {
            EXPECT_LT(ceiling.value, 1.05 * *ceiling.peak) << name_of(ceiling.kind);
        }
    }
}

TEST_F(GpuCeilings, are_ordered_as_the_machine_is) {
    const Ceilings found = measure_ceilings(gpu(), {}, {});
    EXPECT_GT(value_of(found, shared_read), value_of(found, l2_read));
    EXPECT_GT(value_of(found, l1_read), value_of(found, l2_read));
    EXPECT_GT(value_of(found, l2_read), value_of(found, read));
    EXPECT_GT(value_of(found, l2_write), 0.9 * value_of(found, fill));
    EXPECT_GT(value_of(found, fill), 0.9 * value_of(found, copy));
    EXPECT_GT(value_of(found, fma), value_of(found, special_function));
    if (gpu().compute_capability >= 80) {
        EXPECT_GT(value_of(found, tensor_fp16), value_of(found, tensor_tf32));
        EXPECT_GT(value_of(found, tensor_tf32), value_of(found, fma));
        EXPECT_GT(value_of(found, tensor_int8), value_of(found, int8_dot));
    }
}

TEST_F(GpuCeilings, come_with_the_clock_they_were_measured_at) {
    const Ceilings found = measure_ceilings(gpu(), {.kinds = {fma}}, {});
    ASSERT_TRUE(found.clock);
    EXPECT_GT(*found.clock, 0.2e9);
    EXPECT_LT(*found.clock, 4e9);
    const Ceiling* ceiling = find(found, fma);
    ASSERT_NE(ceiling, nullptr);
    if (gpu().compute_capability == 90) { // 128 multiply-adds a clock and multiprocessor, no more
        const double lanes = ceiling->value / (2.0 * *found.clock * gpu().units);
        EXPECT_GT(lanes, 0.9 * 128);
        EXPECT_LT(lanes, 1.03 * 128);
    }
}

TEST_F(GpuCeilings, are_those_that_were_asked_for) {
    const Ceilings found = measure_ceilings(gpu(), {.bytes = 1 << 28, .kinds = {read, int8_dot}}, {});
    EXPECT_EQ(found.found.size(), 2u);
    EXPECT_FALSE(found.clock);
}

TEST_F(GpuCeilings, that_were_not_measured_are_absent) {
    std::stop_source stop;
    stop.request_stop();
    const RunControl control{.stop = stop.get_token(), .rows_done = nullptr};
    EXPECT_TRUE(measure_ceilings(gpu(), {.bytes = 1 << 20}, control).found.empty());
}

} // namespace
} // namespace pairscope::profiling
