// SPDX-License-Identifier: MIT
// The hardware counters against what is known without them.
#include "kernels/ladder/engine.h"
#include "kernels/ladder/registry.h"
#include "profiling/counting/counting.h"
#include "tests/gpu/gpu_test.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <thread>

namespace pairscope::profiling {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr CounterSet live = CounterSet::live;

double median(std::vector<double> values) {
    std::ranges::sort(values);
    return values.at(values.size() / 2);
}

/// A kernel whose launches are counted.
class GpuCounting : public GpuTest {
protected:
    void SetUp() override {
        GpuTest::SetUp();
        if (IsSkipped()) return;
        engine_.emplace(gpu());
        engine_->load(random_points(n));
        matrix_ = engine_->allocate({n, n});
        counting_.emplace(gpu());
        if (!counting_->why_not().empty()) GTEST_SKIP() << counting_->why_not();
    }
    double launch() { return engine_->run(variant_, matrix_.memory(), {}); }
    Counted count(const CounterChoice& choice) {
        return counting_->count(choice, [this] { launch(); });
    }
    Counting& counting() { return *counting_; }

    static constexpr std::int64_t n = 2048;

private:
    const KernelVariant& variant_ = *find_variant("vec4_rows");
    std::optional<Engine> engine_;
    OutputBuffer matrix_;
    std::optional<Counting> counting_;
};

TEST_F(GpuCounting, whole_rows_of_floats_are_stored_in_whole_sectors) {
    const Counted counted = count({.counters = {"global_store_sectors", "global_store_requests"}});
    ASSERT_TRUE(counted.counters) << counted.why_not;
    EXPECT_EQ(value_of(*counted.counters, "global_store_sectors"), n * n * 4 / 32);
    EXPECT_EQ(value_of(*counted.counters, "global_store_requests"), n * n / (4 * 32)); // four floats a lane
}

TEST_F(GpuCounting, live_counts_are_complete_and_plausible) {
    const Counted counted = count({.sets = {live}});
    ASSERT_TRUE(counted.counters) << counted.why_not;
    EXPECT_EQ(counted.counters->passes, 1);
    EXPECT_FALSE(counted.counters->chip.empty());
    for (const Quantity& quantity : quantities()) {
        if (quantity.set != live) continue;
        const bool absent = std::ranges::find(counted.absent, quantity.name) != counted.absent.end();
        EXPECT_EQ(value_of(*counted.counters, quantity.name).has_value(), !absent) << quantity.name;
    }
    const double seconds = value_of(*counted.counters, "duration").value();
    EXPECT_GT(seconds, 1e-6);
    EXPECT_LT(seconds, 1e-3);
    EXPECT_GT(value_of(*counted.counters, "sm_clock").value(), 1e8);
    EXPECT_LT(value_of(*counted.counters, "sm_clock").value(), 5e9);
    EXPECT_GT(value_of(*counted.counters, "active_warps").value(), 0.05);
    EXPECT_LE(value_of(*counted.counters, "active_warps").value(), 1.0);
    EXPECT_GE(value_of(*counted.counters, "l2_bytes").value(), n * n * 4);
}

TEST_F(GpuCounting, every_set_is_counted_and_nothing_goes_missing) {
    for (const CounterSet set : counter_sets()) {
        const Counted counted = count({.sets = {set}});
        ASSERT_TRUE(counted.counters) << name_of(set) << ": " << counted.why_not;
        EXPECT_EQ(counted.counters->counts.size(), counting().resolve({.sets = {set}}).asked.size()) << name_of(set);
    }
}

TEST_F(GpuCounting, counting_again_is_quick_as_the_profiler_stays_on) {
    const double first = milliseconds_of([&] { ASSERT_TRUE(count({.sets = {live}}).counters); });
    std::vector<double> again;
    for (int i = 0; i < 20; ++i)
        again.push_back(milliseconds_of([&] { ASSERT_TRUE(count({.sets = {live}}).counters); }));
    std::printf("figure first_live_ms %.1f\nfigure repeated_live_ms %.1f\n", first, median(again));
    EXPECT_LT(median(again), 100.0);
}

TEST_F(GpuCounting, sets_may_take_turns) {
    const auto sectors = [&] {
        const Counted counted = count({.counters = {"global_store_sectors"}});
        EXPECT_EQ(counted.why_not, "");
        return value_of(counted.counters.value_or(Counters{}), "global_store_sectors");
    };
    const auto first = sectors();
    ASSERT_TRUE(count({.sets = {live}}).counters);
    EXPECT_EQ(sectors(), first);
    counting().rest();
    EXPECT_EQ(sectors(), first);
}

TEST_F(GpuCounting, a_launch_that_throws_goes_through_and_spoils_nothing_after_it) {
    EXPECT_THROW((void)counting().count({.sets = {live}}, [] { throw std::runtime_error("no"); }), std::runtime_error);
    EXPECT_TRUE(count({.sets = {live}}).counters);
}

TEST_F(GpuCounting, several_kernels_of_a_launch_are_counted_together_and_none_is_an_error) {
    const Counted counted = counting().count({.sets = {live}, .counters = {"global_store_sectors"}}, [this] {
        launch();
        launch();
        launch();
    });
    ASSERT_TRUE(counted.counters) << counted.why_not;
    EXPECT_EQ(value_of(*counted.counters, "global_store_sectors"), 3 * n * n * 4 / 32);
    EXPECT_THAT(counting().count({.sets = {live}}, [] {}).why_not, HasSubstr("no kernel ran"));
    EXPECT_TRUE(count({.sets = {live}}).counters);
}

TEST_F(GpuCounting, a_kernel_is_timed_by_itself_without_what_the_host_does_around_it) {
    std::vector<double> counted;
    for (int i = 0; i < 9; ++i)
        counted.push_back(value_of(count({.sets = {live}}).counters.value(), "duration").value());
    counting().rest();
    std::vector<double> events;
    for (int i = 0; i < 50; ++i) events.push_back(launch());
    EXPECT_LT(median(counted), median(events) + 1e-6);
}

TEST_F(GpuCounting, an_unknown_counter_is_absent_and_the_others_are_counted) {
    const Counted counted = count({.counters = {"no__such.sum", "gpu__time_duration.sum"}});
    EXPECT_THAT(counted.absent, ElementsAre("no__such.sum"));
    ASSERT_TRUE(counted.counters) << counted.why_not;
    EXPECT_GT(value_of(*counted.counters, "gpu__time_duration.sum").value(), 1000.0); // [ns], as CUPTI has it
}

TEST_F(GpuCounting, records_tell_how_the_kernel_was_launched_and_what_it_took) {
    launch();
    const Recorded recorded = counting().record([&] {
        for (int i = 0; i < 5; ++i) launch();
    });
    ASSERT_EQ(recorded.why_not, "");
    ASSERT_EQ(recorded.kernels.size(), 5u);
    std::vector<double> events, records;
    for (const KernelRecord& kernel : recorded.kernels) {
        EXPECT_THAT(kernel.kernel, HasSubstr("vec4_rows"));
        EXPECT_GT(kernel.grid[0] * kernel.grid[1], 1);
        EXPECT_EQ(kernel.block[0] * kernel.block[1] % 32, 0);
        EXPECT_GT(kernel.registers, 0);
        records.push_back(kernel.seconds);
    }
    for (int i = 0; i < 20; ++i) events.push_back(launch());
    EXPECT_LT(median(records), median(events) + 5e-6);
    EXPECT_GT(median(records), 1e-6);
}

TEST_F(GpuCounting, records_and_counters_take_turns) {
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(counting().record([&] { launch(); }).kernels.size(), 1u);
        EXPECT_TRUE(count({.sets = {live}}).counters);
    }
    EXPECT_THAT(counting().record([] {}).kernels, IsEmpty());
}

TEST_F(GpuCounting, another_thread_may_take_over) {
    ASSERT_TRUE(count({.sets = {live}}).counters);
    Counted counted;
    std::thread([&] { counted = count({.sets = {live}}); }).join();
    EXPECT_TRUE(counted.counters) << counted.why_not;
}

TEST_F(GpuCounting, launches_take_as_long_beside_a_profiler_that_is_on) {
    const auto times = [&] {
        std::vector<double> seconds;
        for (int i = 0; i < 50; ++i) seconds.push_back(launch());
        return median(seconds);
    };
    const double before = times();
    ASSERT_TRUE(count({.sets = {live}}).counters);
    const double beside = times();
    counting().rest();
    const double after = times();
    std::printf("figure launch_us_before %.2f\nfigure launch_us_beside %.2f\nfigure launch_us_after %.2f\n",
                1e6 * before, 1e6 * beside, 1e6 * after);
    EXPECT_LT(beside, 2.0 * after);
}

} // namespace
} // namespace pairscope::profiling
