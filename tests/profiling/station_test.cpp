// SPDX-License-Identifier: MIT
// A station of this CPU: what it keeps from run to run, and what a comparison's two sides write.
#include "kernels/ladder/registry.h"
#include "profiling/comparing/contest.h"
#include "profiling/station.h"
#include "tests/kernels/sample_points.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace pairscope::profiling {
namespace {

constexpr std::int64_t odd_n = 65;

struct StationOfThisCpu : ::testing::Test {
    StationOfThisCpu() { load(data, 1); }
    void load(const Dataset& set, std::uint64_t revision) {
        station.load({.a = set, .b = set, .parameters = {}, .revision = revision});
    }
    [[nodiscard]] StationRun run(const KernelVariant& variant) {
        buffer = station.buffers().acquire(station.engine(), {odd_n, odd_n}, variant.entry, {});
        return {.variant = variant,
                .workload = samples::distance_matrix_of(data),
                .target = {.out = buffer.memory(), .shape = buffer.shape, .buffer = &buffer}};
    }
    [[nodiscard]] std::int64_t rows_loaded() { return station.engine().inputs().a.rows; }

    Dataset data = samples::random_points(odd_n);
    Station station{devices().back()};
    OutputBuffer buffer;
};

TEST_F(StationOfThisCpu, copies_inputs_once_for_each_revision) {
    EXPECT_EQ(rows_loaded(), odd_n);
    const float first = station.engine().inputs().a.floats()[0];
    Dataset other = samples::random_points(odd_n);
    std::get<std::vector<float>>(other.values)[0] = first + 1.0f;
    load(other, 1);
    EXPECT_EQ(station.engine().inputs().a.floats()[0], first) << "the same revision is not copied again";
    load(other, 2);
    EXPECT_EQ(station.engine().inputs().a.floats()[0], first + 1.0f);
    const Dataset fewer = samples::random_points(odd_n - 1);
    load(fewer, 2);
    EXPECT_EQ(rows_loaded(), odd_n - 1) << "a part of the rows of the same revision is another input";
}

TEST_F(StationOfThisCpu, loads_inputs_again_after_it_gave_its_memory_back) {
    (void)run(*find_variant("cpu_naive"));
    const std::weak_ptr<float> memory = buffer.storage;
    buffer = {};
    EXPECT_FALSE(memory.expired()) << "the pool keeps it for the next run";
    station.release_memory();
    EXPECT_TRUE(memory.expired());
    load(data, 1);
    EXPECT_EQ(rows_loaded(), odd_n);
}

TEST_F(StationOfThisCpu, checks_and_measures_what_was_loaded) {
    const StationRun asked = run(*find_variant("cpu_naive"));
    EXPECT_TRUE(std::get<Checked>(station.check(asked, {}, {})).verdict.right());
    RunnerOptions options;
    options.stopping.max_seconds = 0.01;
    const RunOutcome outcome = station.measure(asked, options, {});
    const auto* m = std::get_if<Measurement>(&outcome);
    ASSERT_NE(m, nullptr);
    EXPECT_EQ(m->workload, asked.workload);
    EXPECT_FALSE(m->seconds.empty());
}

void sleep_and_answer(const Run& run) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    find_variant("cpu_naive")->launch(run);
}

TEST_F(StationOfThisCpu, keeps_what_the_runner_saw_of_other_programs) {
    const KernelVariant slow{.id = "distance_matrix/made_in_a_test",
                             .workload = "distance_matrix",
                             .title = "title",
                             .teaches = "teaches",
                             .wastes = "wastes",
                             .backend = Backend::cpu,
                             .launch = sleep_and_answer};
    RunnerOptions options; // the load of other programs is known after half a second
    options.stopping = {.min_samples = 20, .max_samples = 20, .relative_interval = 0.0, .max_seconds = 5.0};
    const RunOutcome outcome = station.measure(run(slow), options, {});
    const auto* m = std::get_if<Measurement>(&outcome);
    ASSERT_NE(m, nullptr);
    ASSERT_TRUE(m->conditions) << "a CPU tells no clocks, but how busy it was";
    EXPECT_TRUE(m->conditions->other_load);
}

TEST_F(StationOfThisCpu, counts_nothing_and_says_why) {
    const RunCounts counts = station.count(run(*find_variant("cpu_naive")), {.sets = {CounterSet::live}}, {});
    EXPECT_FALSE(counts.counted.counters);
    EXPECT_FALSE(counts.counted.why_not.empty());
    EXPECT_TRUE(counts.activity_seconds.empty());
}

TEST_F(StationOfThisCpu, gives_both_sides_of_a_comparison_the_same_memory_where_it_can) {
    const Contest contest = contest_of({.station = station, .variant = *find_variant("cpu_naive")},
                                       {.station = station, .variant = *find_variant("cpu_simd")}, {});
    EXPECT_EQ(contest.buffers.size(), 1u);
    EXPECT_EQ(contest.a.target.buffer, contest.b.target.buffer);
    EXPECT_EQ(contest.a.variant, find_variant("cpu_naive"));
    EXPECT_EQ(contest.b.variant, find_variant("cpu_simd"));
    EXPECT_EQ(contest.a.engine, &station.engine());
}

TEST_F(StationOfThisCpu, gives_the_sides_of_a_comparison_memory_each_where_their_entries_differ) {
    KernelVariant halves = *find_variant("cpu_simd");
    halves.entry = Entry::float16;
    const Contest contest = contest_of({.station = station, .variant = *find_variant("cpu_naive")},
                                       {.station = station, .variant = halves, .block = 64}, {});
    ASSERT_EQ(contest.buffers.size(), 2u);
    EXPECT_EQ(contest.a.target.buffer, contest.buffers[0].get());
    EXPECT_EQ(contest.b.target.buffer, contest.buffers[1].get());
    EXPECT_NE(contest.buffers[0]->storage, contest.buffers[1]->storage);
    EXPECT_EQ(entry_of(contest.b.target.out), Entry::float16);
    EXPECT_EQ(contest.b.block, 64);
}

TEST_F(StationOfThisCpu, has_no_memory_of_its_own_for_a_comparison_into_a_lent_texture) {
    const RunTarget lent{.out = Surface{7, Entry::float32}, .shape = {odd_n, odd_n}};
    const Contest contest = contest_of({.station = station, .variant = *find_variant("cpu_naive"), .lent = lent},
                                       {.station = station, .variant = *find_variant("cpu_simd"), .lent = lent}, {});
    EXPECT_TRUE(contest.buffers.empty());
    EXPECT_EQ(kind_of(contest.a.target.out), TargetKind::surface);
    EXPECT_EQ(kind_of(contest.b.target.out), TargetKind::surface);
}

TEST(BufferPool, has_buffers_of_their_own_for_halves) {
    Engine cpu(devices().back());
    BufferPool pool;
    const OutputBuffer halves = pool.acquire(cpu, {8, 8}, Entry::float16, {});
    EXPECT_EQ(halves.entry, Entry::float16);
    const OutputBuffer floats = pool.acquire(cpu, {8, 8}, Entry::float32, {});
    EXPECT_EQ(floats.entry, Entry::float32);
    EXPECT_NE(floats.storage, halves.storage);
}

TEST(BufferPool, releases_only_what_nobody_holds_and_only_such_shapes) {
    Engine cpu(devices().back());
    BufferPool pool;
    const OutputBuffer held = pool.acquire(cpu, {8, 8}, Entry::float32, {});
    const std::weak_ptr<float> unused = pool.acquire(cpu, {8, 8}, Entry::float32, {}).storage;
    pool.release_unused([](MatrixShape shape) { return shape.rows > 8; });
    EXPECT_FALSE(unused.expired());
    pool.release_unused([](MatrixShape shape) { return shape.rows == 8; });
    EXPECT_TRUE(unused.expired());
    EXPECT_NE(held.storage, nullptr);
}

} // namespace
} // namespace pairscope::profiling
