// SPDX-License-Identifier: MIT
// Sampling inside a launch, against what is known without it. The figures and the course of two launches are printed.
#include "kernels/ladder/engine.h"
#include "kernels/ladder/registry.h"
#include "profiling/counting/counting.h"
#include "profiling/counting/timeline.h"
#include "profiling/statistics.h"
#include "tests/gpu/gpu_test.h"

#include <gmock/gmock.h>

#include <cstdio>
#include <stdexcept>
#include <thread>

namespace pairscope::profiling {
namespace {

constexpr std::int64_t many = 16384, dragged = 8192;

/// A variant that writes a matrix of n x n floats.
struct Writer {
    Writer(const Device& gpu, const char* id, std::int64_t n) : variant(*find_variant(id)), engine(gpu), rows(n) {
        engine.load(random_points(n));
        matrix = engine.allocate({n, n});
        seconds = launch();
        seconds = launch();
    }
    double launch() { return engine.run(variant, matrix.memory(), {}); }
    [[nodiscard]] double bytes() const { return 4.0 * double(rows) * double(rows); }

    const KernelVariant& variant;
    Engine engine;
    std::int64_t rows;
    OutputBuffer matrix;
    double seconds = 0.0; ///< seconds per launch
};

class GpuTimeline : public GpuTest {
protected:
    void SetUp() override {
        GpuTest::SetUp();
        if (IsSkipped()) return;
        counting_.emplace(gpu());
        if (!counting_->why_not().empty()) GTEST_SKIP() << counting_->why_not();
        Writer small(gpu(), "vec4_rows", 2048);
        (void)sample(small);
        if (!counting_->why_not_sampled().empty()) GTEST_SKIP() << counting_->why_not_sampled();
    }
    Counting& counting() { return *counting_; }
    Sampled sample(Writer& writer) {
        return counting().sample(writer.seconds, [&] { writer.launch(); });
    }
    Counted count_live(Writer& writer) {
        return counting().count_live(writer.seconds, [&] { writer.launch(); });
    }

private:
    std::optional<Counting> counting_;
};

void print(const char* what, const Sampled& sampled) {
    const SamplingCosts& costs = sampled.costs;
    std::printf(
        "%s: %s switch on %.2f, start %.2f, launch %.2f, stop %.2f, decode %.2f, evaluate %.2f ms, %zu samples\n", what,
        sampled.why_not.c_str(), 1e3 * costs.configure, 1e3 * costs.start, 1e3 * costs.launch, 1e3 * costs.stop,
        1e3 * costs.decode, 1e3 * costs.evaluate, costs.samples);
    if (!sampled.timeline) return;
    const LaunchTimeline& timeline = *sampled.timeline;
    std::printf("  step %.2f us, launch %.1f us, %zu samples of it\n", 1e6 * timeline.step, 1e6 * timeline.seconds,
                timeline.begins.size());
    for (const TimelineSeries& series : timeline.series)
        std::printf("  %-20s %-55s limit %.4g\n", series.name.c_str(), series.counter.c_str(),
                    series.limit.value_or(0));
    for (std::size_t i = 0; i < timeline.begins.size(); ++i) {
        std::printf("  %8.1f %8.1f us", 1e6 * timeline.begins[i], 1e6 * timeline.ends[i]);
        for (const TimelineSeries& series : timeline.series) std::printf(" %11.4g", series.values[i]);
        std::printf("\n");
    }
    if (const auto phases = phases_of(timeline))
        std::printf("  %zu samples: plateau %.4g B/s, ramp %.1f us, busy %.3f, tail %.1f us at %.3f\n", phases->samples,
                    phases->plateau, 1e6 * phases->ramp, phases->busy, 1e6 * phases->tail, phases->busy_in_tail);
}

TEST_F(GpuTimeline, the_bytes_of_a_big_fill_are_known_within_two_percent) {
    Writer writer(gpu(), "vec4_rows", many);
    std::vector<double> all, inside;
    for (int i = 0; i < 9; ++i) {
        const Sampled sampled = sample(writer);
        ASSERT_TRUE(sampled.timeline) << sampled.why_not;
        all.push_back(value_of(sampled.totals, "dram_bytes_written").value() / writer.bytes());
        inside.push_back(bytes_during_launch(*sampled.timeline, series_name::dram_written).value() / writer.bytes());
    }
    std::printf("figure sampled_written_of_known %.4f\nfigure sampled_written_inside %.4f\n", median(all),
                median(inside));
    EXPECT_NEAR(median(all), 1.0, 0.02);
}

TEST_F(GpuTimeline, a_launch_is_as_long_as_its_events_say) {
    for (const char* id : {"vec4_rows", "row_per_thread"}) {
        Writer writer(gpu(), id, many);
        const Sampled sampled = sample(writer);
        print(id, sampled);
        ASSERT_TRUE(sampled.timeline) << sampled.why_not;
        std::printf("figure sampled_seconds_of_events %s %.3f\n", id, sampled.timeline->seconds / writer.seconds);
        EXPECT_NEAR(sampled.timeline->seconds, writer.seconds, 0.1 * writer.seconds + 2.0 * sampled.timeline->step);
        EXPECT_TRUE(phases_of(*sampled.timeline));
    }
}

TEST_F(GpuTimeline, live_counting_is_quick_enough_for_forty_pictures_per_second) {
    Writer writer(gpu(), "tile16", dragged);
    std::vector<double> plain, times, written, start, stop, decode, evaluate, launch;
    for (int i = 0; i < 20; ++i) plain.push_back(writer.launch());
    for (int i = 0; i < 60; ++i) {
        Counted counted;
        times.push_back(milliseconds_of([&] { counted = count_live(writer); }));
        ASSERT_TRUE(counted.counters) << counted.why_not;
        written.push_back(value_of(*counted.counters, "dram_bytes_written").value() / writer.bytes());
        start.push_back(1e3 * counted.costs.start);
        stop.push_back(1e3 * counted.costs.stop);
        decode.push_back(1e3 * counted.costs.decode);
        evaluate.push_back(1e3 * counted.costs.evaluate);
        launch.push_back(1e3 * counted.costs.launch);
        if (i == 0) std::printf("figure live_switch_on_ms %.1f\n", 1e3 * counted.costs.configure);
        if (i == 1) std::printf("figure live_samples %zu\n", counted.costs.samples);
    }
    ASSERT_EQ(counting().why_not_sampled(), "");
    std::printf("figure live_sampling_ms %.2f\nfigure live_sampling_parts start %.2f launch %.2f stop %.2f decode %.2f "
                "evaluate %.2f\nfigure live_written_of_known %.4f\nfigure launch_ms_plain %.4f\n",
                median(times), median(start), median(launch), median(stop), median(decode), median(evaluate),
                median(written), 1e3 * median(plain));
    EXPECT_LT(median(times), 20.0);
    EXPECT_NEAR(median(written), 1.0, 0.05);
}

TEST_F(GpuTimeline, sampling_and_counting_take_turns_and_agree) {
    Writer writer(gpu(), "vec4_rows", many);
    for (int i = 0; i < 3; ++i) {
        const Counted counted = counting().count({.sets = {CounterSet::live}}, [&] { writer.launch(); });
        ASSERT_TRUE(counted.counters) << counted.why_not;
        const Sampled sampled = sample(writer);
        ASSERT_TRUE(sampled.timeline) << sampled.why_not;
        for (const char* name : {"dram_bytes_written", "l2_bytes", "l1_bytes"}) {
            const auto by_range = value_of(*counted.counters, name), by_samples = value_of(sampled.totals, name);
            ASSERT_TRUE(by_range && by_samples) << name;
            std::printf("figure sampled_of_counted %s %.4f\n", name, *by_samples / *by_range);
            EXPECT_NEAR(*by_samples / *by_range, 1.0, 0.05) << name;
        }
        EXPECT_EQ(counting().record([&] { writer.launch(); }).kernels.size(), 1u);
    }
    counting().rest();
    EXPECT_TRUE(sample(writer).timeline);
}

TEST_F(GpuTimeline, a_launch_that_throws_goes_through_and_spoils_nothing_after_it) {
    Writer writer(gpu(), "vec4_rows", dragged);
    EXPECT_THROW((void)counting().sample(1e-3, [] { throw std::runtime_error("no"); }), std::runtime_error);
    EXPECT_THROW((void)counting().count_live(1e-3, [] { throw std::runtime_error("no"); }), std::runtime_error);
    const Sampled sampled = sample(writer);
    ASSERT_TRUE(sampled.timeline) << sampled.why_not;
    EXPECT_NEAR(value_of(sampled.totals, "dram_bytes_written").value() / writer.bytes(), 1.0, 0.3);
    EXPECT_NE(counting().sample(1e-3, [] {}).why_not, "") << "nothing was launched";
    EXPECT_TRUE(sample(writer).timeline);
}

TEST_F(GpuTimeline, another_thread_may_take_over) {
    Writer writer(gpu(), "vec4_rows", dragged);
    ASSERT_TRUE(sample(writer).timeline);
    Sampled sampled;
    std::thread([&] { sampled = sample(writer); }).join();
    EXPECT_TRUE(sampled.timeline) << sampled.why_not;
}

} // namespace
} // namespace pairscope::profiling
