// SPDX-License-Identifier: MIT
// What the driver and the runtime tell of a GPU and of launches on it.
#include "kernels/ladder/engine.h"
#include "kernels/ladder/registry.h"
#include "kernels/matrix/operations.h"
#include "profiling/badges.h"
#include "profiling/comparing/interleaved.h"
#include "tests/gpu/gpu_test.h"

namespace pairscope::profiling {
namespace {

class GpuConditions : public GpuTest {
protected:
    static Workload workload_of_points(std::int64_t n) {
        return {.type = "distance_matrix", .rows = n, .cols = n, .dims = 2};
    }
};

TEST_F(GpuConditions, clocks_and_power_are_seen_while_a_variant_is_timed) {
    Engine engine(gpu());
    const Dataset data = random_points(8192);
    engine.load(data);
    OutputBuffer buffer = engine.allocate({8192, 8192});
    ConditionsWatch watch(gpu());
    ASSERT_TRUE(watch.why_not().empty()) << watch.why_not();
    RunnerOptions options;
    options.watch = &watch;
    options.stopping = {.min_samples = 20, .max_samples = 20000, .relative_interval = 0.0, .max_seconds = 0.5};
    const auto outcome = measure(engine, *find_variant("vec4_rows"), workload_of_points(8192),
                                 {buffer.memory(), buffer.shape, &buffer}, options, {});
    ASSERT_EQ(failure_of(outcome), "");
    const auto& m = std::get<Measurement>(outcome);
    ASSERT_TRUE(m.conditions);
    EXPECT_GT(m.conditions->clock.value_or(0.0), 2e8);
    EXPECT_LE(m.conditions->lowest_clock.value_or(1e12), *m.conditions->clock);
    EXPECT_GE(m.conditions->highest_clock.value_or(0.0), *m.conditions->clock);
    EXPECT_GT(m.conditions->power.value_or(0.0), 1.0);
    EXPECT_GT(m.conditions->temperature.value_or(0.0), 1.0);
    for (const Badge& badge : badges_of(m)) std::printf("badge %s: %s\n", badge.word.c_str(), badge.sentence.c_str());
}

TEST_F(GpuConditions, launch_facts_are_known_without_running) {
    Engine engine(gpu());
    const Dataset data = random_points(1000);
    engine.load(data);
    int known = 0;
    for (const KernelVariant& variant : variants()) {
        if (variant.workload != "distance_matrix" || variant.backend != Backend::cuda || !variant.writes_linear)
            continue;
        const OutputBuffer buffer = engine.allocate({1000, 1000}, variant.entry);
        if (!why_not(variant, workload_of_points(1000), gpu(), TargetKind::linear).empty()) continue;
        const auto launches = engine.launch_facts(variant, buffer.memory());
        ASSERT_FALSE(launches.empty()) << variant.id;
        ++known;
        for (const LaunchFacts& launch : launches) {
            EXPECT_FALSE(launch.kernel.empty());
            EXPECT_GE(launch.grid[0], 1);
            EXPECT_GE(launch.block[0] * launch.block[1] * launch.block[2], 1);
            EXPECT_GT(launch.registers, 0);
            EXPECT_GT(launch.occupancy, 0.0) << variant.id;
            EXPECT_LE(launch.occupancy, 1.0);
        }
        Comparison untouched = compare(engine, variant, buffer.memory(), {0}, {});
        EXPECT_EQ(untouched.unwritten_entries, 1000) << variant.id << " ran";
    }
    EXPECT_GE(known, 10);
}

TEST_F(GpuConditions, short_kernels_are_timed_several_at_a_time) {
    Engine engine(gpu());
    const Dataset data = random_points(64);
    engine.load(data);
    OutputBuffer buffer = engine.allocate({64, 64});
    const auto outcome = measure(engine, *find_variant("grid2d"), workload_of_points(64),
                                 {buffer.memory(), buffer.shape, &buffer}, {}, {});
    ASSERT_EQ(failure_of(outcome), "");
    const auto& m = std::get<Measurement>(outcome);
    EXPECT_GT(m.launches, 1);
    EXPECT_LT(seconds_of(m), timer_limits(Backend::cuda).short_launch);
}

TEST_F(GpuConditions, two_variants_in_turns_have_a_verdict) {
    Engine engine(gpu());
    const Dataset data = random_points(4096);
    engine.load(data);
    OutputBuffer buffer = engine.allocate({4096, 4096});
    const RunTarget target{buffer.memory(), buffer.shape, &buffer};
    const Contestant slow{&engine, find_variant("row_per_thread"), target};
    const Contestant fast{&engine, find_variant("vec4_rows"), target};
    const auto outcome = compare_interleaved(slow, fast, workload_of_points(4096), {}, {});
    const auto& found = std::get<Interleaved>(outcome);
    EXPECT_EQ(verdict_of(found.ratio), Verdict::faster);
    std::printf("%s\n", in_words(found.ratio, "row_per_thread", "vec4_rows").c_str());
}

} // namespace
} // namespace pairscope::profiling
