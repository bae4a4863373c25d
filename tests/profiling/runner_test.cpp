// SPDX-License-Identifier: MIT
// The runner with right kernels, and with kernels broken on purpose: none of those may get a time.
#include "kernels/data/errors.h"
#include "kernels/ladder/registry.h"
#include "profiling/runner.h"
#include "tests/kernels/sample_points.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <limits>
#include <set>
#include <thread>

namespace pairscope::profiling {
namespace {

using ::testing::HasSubstr;

constexpr std::int64_t n = 65;

float* entries_of(const Run& run) { return std::get<LinearMemory>(run.problem.out).data; }

void answer_rightly(const Run& run) { find_variant("cpu_naive")->launch(run); }

// Kernels broken on purpose.
void write_nan(const Run& run) {
    answer_rightly(run);
    entries_of(run)[3 * n + 17] = std::numeric_limits<float>::quiet_NaN();
}
void be_slightly_wrong(const Run& run) {
    answer_rightly(run);
    entries_of(run)[n * n - 2] *= 1.00001f;
}
void leave_an_entry_unwritten(const Run& run) {
    const float old = entries_of(run)[n + 1];
    answer_rightly(run);
    entries_of(run)[n + 1] = old;
}
void do_nothing(const Run&) {}
void write_behind_the_matrix(const Run& run) {
    answer_rightly(run);
    entries_of(run)[n * n] = 0.0f;
}
void write_before_the_matrix(const Run& run) {
    answer_rightly(run);
    entries_of(run)[-1] = 0.0f;
}
void lose_the_device(const Run&) { throw std::runtime_error("the device fell off the bus"); }
void run_out_of_memory(const Run&) { throw MemoryError("too little memory"); }

KernelVariant variant_with(void (*launch)(const Run&)) {
    return {.id = "distance_matrix/made_in_a_test",
            .workload = "distance_matrix",
            .title = "title",
            .teaches = "teaches",
            .wastes = "wastes",
            .backend = Backend::cpu,
            .launch = launch};
}

/// The CPU's engine with points loaded and a matrix to write.
struct Bench {
    explicit Bench(std::int64_t rows = n) : engine(devices().back()), data(testing_points(rows)) {
        engine.load(data);
        buffer = engine.allocate({rows, rows});
        options.stopping = {.min_samples = 3, .max_samples = 5, .relative_interval = 0.0, .max_seconds = 5.0};
    }
    static Dataset testing_points(std::int64_t rows) { return pairscope::samples::random_points(rows); }
    [[nodiscard]] RunTarget target() { return {buffer.memory(), buffer.shape, &buffer}; }
    [[nodiscard]] Workload workload() const { return pairscope::samples::distance_matrix_of(data); }
    [[nodiscard]] RunOutcome measured(const KernelVariant& variant) {
        return measure(engine, variant, workload(), target(), options, control);
    }
    [[nodiscard]] std::string failure_of(void (*launch)(const Run&)) {
        const RunOutcome outcome = measured(variant_with(launch));
        const auto* failed = std::get_if<Failed>(&outcome);
        return failed == nullptr ? "it did not fail" : failed->message;
    }

    Engine engine;
    Dataset data;
    OutputBuffer buffer;
    RunnerOptions options;
    RunControl control;
};

TEST(Runner, measures_a_right_kernel) {
    Bench bench;
    const RunOutcome outcome = bench.measured(*find_variant("cpu_simd"));
    const auto* m = std::get_if<Measurement>(&outcome);
    ASSERT_NE(m, nullptr);
    EXPECT_EQ(m->variant_id, "distance_matrix/cpu_simd");
    EXPECT_EQ(m->seconds.size(), 5u);
    EXPECT_EQ(m->stopped_by, StopReason::count);
    EXPECT_EQ(m->timer, "steady clock");
    EXPECT_EQ(m->threads, 1);
    EXPECT_TRUE(m->check.right());
    EXPECT_EQ(m->check.comparison.entries_checked, n * n);
    EXPECT_GT(m->predicted_bytes, 4.0 * n * n);
    for (const double seconds : m->seconds) EXPECT_GT(seconds, 0.0);
}

TEST(Runner, a_cuda_variant_on_the_cpu_is_checked_and_never_timed) {
    for (const KernelVariant& variant : variants()) {
        if (variant.workload != "distance_matrix" || variant.simulate == nullptr || !variant.writes_linear) continue;
        Bench bench;
        bench.buffer = bench.engine.allocate({n, n}, variant.entry);
        RunOutcome outcome = bench.measured(variant);
        auto* s = std::get_if<Simulated>(&outcome);
        ASSERT_NE(s, nullptr) << variant.id;
        EXPECT_TRUE(s->check.right()) << variant.id;
        EXPECT_EQ(s->check.comparison.entries_checked, n * n);
        EXPECT_GT(s->predicted_bytes, 0.0);
        ASSERT_TRUE(s->trace) << variant.id;
        EXPECT_GT(s->trace->stores.useful_bytes, 0.0) << variant.id;
        EXPECT_GE(traced_bytes(*s->trace), s->trace->stores.useful_bytes) << variant.id;
        EXPECT_EQ(s->trace->findings, 0) << variant.id;
    }
}

TEST(Runner, notes_the_threads_of_a_parallel_kernel) {
    Bench bench;
    bench.control.threads = 1;
    EXPECT_EQ(std::get<Measurement>(bench.measured(*find_variant("cpu_parallel"))).threads, 1);
    bench.control.threads = 0;
    EXPECT_EQ(std::get<Measurement>(bench.measured(*find_variant("cpu_parallel"))).threads,
              bench.engine.device().units);
}

TEST(Runner, catches_a_kernel_that_writes_nan) {
    EXPECT_THAT(Bench().failure_of(write_nan), HasSubstr("the entry in row 3, column 17 is nan but should be "));
}

TEST(Runner, catches_a_kernel_that_is_slightly_wrong) {
    EXPECT_THAT(Bench().failure_of(be_slightly_wrong), HasSubstr("1 of 4 225 entries is wrong"));
}

TEST(Runner, catches_a_kernel_that_leaves_an_entry_unwritten) {
    EXPECT_THAT(Bench().failure_of(leave_an_entry_unwritten), HasSubstr("1 of 4 225 entries was never written"));
}

TEST(Runner, takes_no_old_output_for_a_new_one) {
    Bench bench;
    ASSERT_TRUE(std::holds_alternative<Measurement>(bench.measured(*find_variant("cpu_naive"))));
    EXPECT_THAT(bench.failure_of(do_nothing), HasSubstr("all 4 225 entries were never written"));
}

TEST(Runner, catches_a_kernel_that_writes_outside_the_matrix) {
    EXPECT_EQ(Bench().failure_of(write_behind_the_matrix),
              "1 entry outside the matrix was overwritten, 1 entry after the last entry of the matrix");
    EXPECT_EQ(Bench().failure_of(write_before_the_matrix),
              "1 entry outside the matrix was overwritten, 1 entry before its first entry");
}

TEST(Runner, turns_errors_into_failed_runs) {
    EXPECT_EQ(Bench().failure_of(lose_the_device), "the device fell off the bus");
    EXPECT_EQ(Bench().failure_of(run_out_of_memory), "too little memory");
}

TEST(Runner, skips_what_cannot_run_and_says_why) {
    Bench bench;
    KernelVariant variant = variant_with(answer_rightly);
    variant.why_not = [](const Workload&, const Device&) { return std::string("it needs a full moon"); };
    const RunOutcome outcome = bench.measured(variant);
    ASSERT_TRUE(std::holds_alternative<Skipped>(outcome));
    EXPECT_EQ(std::get<Skipped>(outcome).reason, "it needs a full moon");
    EXPECT_EQ(std::get<Skipped>(outcome).variant_id, variant.id);
}

TEST(Runner, notes_the_size_of_the_blocks) {
    const KernelVariant& variant = *find_variant("coalesced");
    Bench bench;
    EXPECT_EQ(std::get<Simulated>(bench.measured(variant)).block, variant.blocks.front());
    bench.control.block = variant.blocks.back();
    RunOutcome outcome = bench.measured(variant);
    EXPECT_EQ(std::get<Simulated>(outcome).block, variant.blocks.back());
    EXPECT_EQ(std::get<Simulated>(outcome).trace->findings, 0);
    bench.control.block = 0;
    EXPECT_EQ(std::get<Measurement>(bench.measured(*find_variant("cpu_naive"))).block, 0);
}

TEST(Runner, skips_blocks_that_a_variant_does_not_have) {
    Bench bench;
    bench.control.block = 96;
    EXPECT_EQ(std::get<Skipped>(bench.measured(*find_variant("tile16x16"))).reason,
              "its blocks have 256 threads, not 96");
    EXPECT_EQ(std::get<Skipped>(bench.measured(*find_variant("vec4_rows"))).reason,
              "its blocks have 32, 64, 128, 256 threads, not 96");
    EXPECT_EQ(std::get<Skipped>(bench.measured(*find_variant("cpu_naive"))).reason,
              "it runs on the CPU and has no thread blocks");
}

TEST(Runner, checks_without_timing) {
    Bench bench;
    const auto outcome =
        check(bench.engine, *find_variant("cpu_naive"), bench.workload(), bench.target(), bench.options, bench.control);
    ASSERT_TRUE(std::holds_alternative<Checked>(outcome));
    EXPECT_TRUE(std::get<Checked>(outcome).verdict.right());
}

TEST(Runner, looks_at_a_sample_of_the_rows_of_a_large_output) {
    Bench bench(300);
    bench.options.rows_checked = 20;
    const Measurement m = std::get<Measurement>(bench.measured(*find_variant("cpu_simd")));
    EXPECT_EQ(m.check.comparison.rows, 300);
    EXPECT_GE(m.check.comparison.rows_checked, 15);
    EXPECT_LE(m.check.comparison.rows_checked, 20);
}

TEST(Runner, reports_its_progress) {
    Bench bench;
    std::set<std::string_view> stages;
    bench.options.progress = [&](Stage stage, double share) {
        stages.insert(name_of(stage));
        EXPECT_GE(share, 0.0);
        EXPECT_LE(share, 1.0);
    };
    (void)bench.measured(*find_variant("cpu_simd"));
    EXPECT_EQ(stages, (std::set<std::string_view>{"checking", "warming up", "timing"}));
}

TEST(Runner, warms_up_as_often_as_it_was_asked_to) {
    for (const int warmups : {0, 1, 3}) {
        Bench bench;
        bench.options.warmups = warmups;
        int warmed = 0, timed = 0;
        bench.options.progress = [&](Stage stage, double) {
            warmed += stage == Stage::warming_up ? 1 : 0;
            timed += stage == Stage::timing ? 1 : 0;
        };
        (void)bench.measured(*find_variant("cpu_simd"));
        EXPECT_EQ(warmed, warmups);
        EXPECT_EQ(timed, 5) << "samples";
    }
}

TEST(Runner, stops_within_a_moment_and_keeps_complete_samples) {
    Bench bench(2048);
    // A thousand runs of 16 MB take longer than the half second until the stop.
    bench.options.stopping = {.min_samples = 1000, .max_samples = 1000, .relative_interval = 0, .max_seconds = 60};
    std::stop_source source;
    bench.control.stop = source.get_token();
    std::chrono::steady_clock::time_point asked;
    std::jthread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(500));
        asked = std::chrono::steady_clock::now();
        source.request_stop();
    });
    const RunOutcome outcome = bench.measured(*find_variant("cpu_naive"));
    const auto returned = std::chrono::steady_clock::now();
    stopper.join();
    EXPECT_LT(returned - asked, std::chrono::milliseconds(400)); // 100 ms is the promise; test machines are busy
    if (const auto* m = std::get_if<Measurement>(&outcome)) {
        EXPECT_EQ(m->stopped_by, StopReason::cancelled);
        EXPECT_FALSE(m->seconds.empty());
    } else {
        EXPECT_TRUE(std::holds_alternative<Skipped>(outcome)) << "a machine so busy that nothing was timed yet";
    }
}

TEST(Runner, skips_a_run_that_was_cancelled_before_it_began) {
    Bench bench;
    std::stop_source source;
    source.request_stop();
    bench.control.stop = source.get_token();
    const RunOutcome outcome = bench.measured(*find_variant("cpu_naive"));
    ASSERT_TRUE(std::holds_alternative<Skipped>(outcome)) << "a cancelled run is neither wrong nor measured";
    EXPECT_THAT(std::get<Skipped>(outcome).reason, HasSubstr("cancelled"));
}

} // namespace
} // namespace pairscope::profiling
