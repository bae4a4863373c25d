// SPDX-License-Identifier: MIT
// Times of short, of cold and of interleaved runs, on the CPU.
#include "kernels/data/shapes/pcg32.h"
#include "kernels/ladder/host_run.h"
#include "kernels/ladder/registry.h"
#include "profiling/comparing/interleaved.h"
#include "tests/kernels/sample_points.h"

#include <atomic>
#include <chrono>
#include <cmath>
#include <ctime>
#include <numeric>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::profiling {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct ContestBench {
    explicit ContestBench(std::int64_t rows) : engine(devices().back()), data(samples::random_points(rows)) {
        engine.load(data);
        buffer = engine.allocate({rows, rows});
        options.stopping = {.min_samples = 3, .max_samples = 8, .relative_interval = 0.0, .max_seconds = 5.0};
    }
    [[nodiscard]] RunTarget target() { return {buffer.memory(), buffer.shape, &buffer}; }
    [[nodiscard]] Workload workload() const { return samples::distance_matrix_of(data); }
    [[nodiscard]] Measurement measured(const char* variant) {
        return std::get<Measurement>(measure(engine, *find_variant(variant), workload(), target(), options, {}));
    }
    [[nodiscard]] InterleavedOutcome compared(const KernelVariant& a, const KernelVariant& b,
                                              const RunControl& control = {}) {
        const InterleavedOptions rule{.max_rounds = most_rounds, .max_seconds = 2.0, .runner = options};
        return compare_interleaved({&engine, &a, target()}, {&engine, &b, target()}, workload(), rule, control);
    }

    Engine engine;
    Dataset data;
    OutputBuffer buffer;
    RunnerOptions options;
    int most_rounds = 60;
};

TEST(ShortRuns, are_timed_several_at_a_time_and_told_of_one) {
    const Measurement m = ContestBench(20).measured("cpu_naive"); // 400 entries: less than a microsecond
    EXPECT_GT(m.launches, 1);
    EXPECT_LT(seconds_of(m), timer_limits(Backend::cpu).short_launch);
    EXPECT_EQ(m.turns, std::vector<int>(6, 1)) << "eight samples have room for six turns";
}

TEST(ShortRuns, long_ones_are_timed_one_by_one) { EXPECT_EQ(ContestBench(1024).measured("cpu_naive").launches, 1); }

TEST(ShortRuns, take_together_what_their_timer_needs) {
    EXPECT_EQ(launches_timed_together(Backend::cuda, 499e-6), 2);
    EXPECT_EQ(launches_timed_together(Backend::cuda, 60e-6), 9);
    EXPECT_EQ(launches_timed_together(Backend::cuda, 500e-6), 1);
    EXPECT_EQ(launches_timed_together(Backend::cpu, 60e-6), 1);
    EXPECT_EQ(launches_timed_together(Backend::cpu, 10e-6), 10);
    EXPECT_EQ(launches_timed_together(Backend::cuda, 0.0), 1) << "too short for any clock, or stopped";
}

TEST(ShortRuns, count_all_their_launches_towards_the_most_time) {
    ContestBench bench(20);
    // clocks tick: even the narrowest interval may have no width
    bench.options.stopping = {
        .min_samples = 20, .max_samples = 1'000'000, .relative_interval = -1.0, .max_seconds = 0.1};
    const auto begin = std::chrono::steady_clock::now();
    const Measurement m = bench.measured("cpu_naive");
    EXPECT_EQ(m.stopped_by, StopReason::time);
    EXPECT_GT(m.launches, 1);
    // The plan leaves a tenth of the time as a reserve.
    EXPECT_GE(std::accumulate(m.seconds.begin(), m.seconds.end(), 0.0) * m.launches, 0.08);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2)) << "the launches are not free";
}

TEST(ColdRuns, start_with_other_memory_in_the_caches_and_say_so) {
    ContestBench bench(600); // 1.4 MB: what the caches of any machine hold
    const Measurement warm = bench.measured("cpu_simd");
    bench.options.caches = CacheState::cold;
    const Measurement cold = bench.measured("cpu_simd");
    EXPECT_EQ(warm.caches, CacheState::warm);
    EXPECT_EQ(cold.caches, CacheState::cold);
    EXPECT_EQ(cold.launches, 1) << "a second launch would find its data in the caches";
    EXPECT_GT(seconds_of(cold), seconds_of(warm));
}

TEST(ColdRuns, end_soon_after_the_time_that_was_asked_for_although_flushing_takes_longer) {
    ContestBench bench(20);
    bench.engine.flush_caches(); // the first one pays for new memory
    bench.options.caches = CacheState::cold;
    bench.options.stopping = {
        .min_samples = 20, .max_samples = 1'000'000, .relative_interval = -1.0, .max_seconds = 0.1};
    const auto begin = std::chrono::steady_clock::now();
    const Measurement m = bench.measured("cpu_naive");
    EXPECT_EQ(m.stopped_by, StopReason::time);
    EXPECT_GE(m.seconds.size(), 2u);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10)) << "1 s, and what is begun then";
}

/// Processor time of all threads that this process uses for `act` [s].
template <class Act> double processor_seconds(const Act& act) {
    const std::clock_t start = std::clock();
    act();
    return double(std::clock() - start) / CLOCKS_PER_SEC;
}

TEST(ColdRuns, write_other_memory_before_each_timed_run) {
    ContestBench bench(20);      // a matrix that takes next to no time
    bench.engine.flush_caches(); // the first one pays for new memory
    const double flush = processor_seconds([&] { bench.engine.flush_caches(); });
    bench.options.caches = CacheState::cold;
    bench.most_rounds = 2;
    const KernelVariant& variant = *find_variant("cpu_naive");
    const double samples = processor_seconds([&] { (void)bench.measured("cpu_naive"); });
    const double rounds = processor_seconds([&] { (void)bench.compared(variant, variant); });
    EXPECT_GT(samples, 3 * flush) << "there are 8 of them";
    EXPECT_GT(rounds, 3 * flush) << "A B B A twice are 8 runs";
}

/// A clock that slows down and speeds up over the runs, whose noise remembers the run before, and that is interrupted
/// in one of twenty runs.
class NoisyClock {
public:
    explicit NoisyClock(std::uint64_t seed) : random_(seed) {}
    double run(double seconds) {
        ++runs_;
        wander_ = 0.9 * wander_ + 0.005 * normal_point(random_).x;
        const double level = 1.0 + 0.0005 * runs_ + 0.05 * std::sin(runs_ / 37.0) + wander_;
        const double interrupted = random_.uniform() < 0.05 ? 1.0 + random_.uniform() : 1.0;
        return seconds * level * interrupted * (1.0 + 0.01 * normal_point(random_).x);
    }

private:
    Pcg32 random_;
    int runs_ = 0;
    double wander_ = 0.0;
};

TimedRounds rounds_of(NoisyClock& clock, double seconds_a, double seconds_b, const InterleavedOptions& options) {
    return take_rounds({.run_a = [&, seconds_a] { return clock.run(seconds_a); },
                        .run_b = [&, seconds_b] { return clock.run(seconds_b); }},
                       options);
}

/// Of 200 short comparisons: how many have this verdict?
int verdicts(Verdict verdict, double seconds_b, std::uint64_t seed) {
    int count = 0;
    for (int i = 0; i < 200; ++i) {
        NoisyClock clock(seed + std::uint64_t(i));
        const double limit = 0.3 + 0.01 * i; // ten rounds take 0.4 s
        const auto taken = rounds_of(clock, 0.01, seconds_b, {.max_seconds = limit, .most_seconds = limit});
        count += verdict_of(speed_ratio(taken.rounds)) == verdict ? 1 : 0;
    }
    return count;
}

TEST(Interleaved, a_variant_against_itself_gets_a_verdict_in_at_most_one_of_twenty_short_runs) {
    for (const std::uint64_t seed : {1, 1001, 2001, 3001}) {
        const int verdicts_given = verdicts(Verdict::faster, 0.01, seed) + verdicts(Verdict::slower, 0.01, seed);
        EXPECT_LE(verdicts_given, 10) << "of 200, seed " << seed;
    }
}

TEST(Interleaved, a_difference_of_a_tenth_is_found_in_short_runs_that_have_ten_rounds) {
    EXPECT_EQ(verdicts(Verdict::slower, 0.009, 1), 0);
    EXPECT_GE(verdicts(Verdict::faster, 0.009, 1), 170);
    EXPECT_GT(verdicts(Verdict::too_few, 0.009, 1), 0) << "the shortest of them have fewer than ten rounds";
}

TEST(Interleaved, the_time_limit_ends_a_comparison_and_does_not_make_a_verdict) {
    NoisyClock clock(1);
    const TimedRounds four = rounds_of(clock, 0.1, 0.2, {.max_seconds = 2.2, .most_seconds = 2.2});
    EXPECT_EQ(four.rounds.size(), 4u);
    EXPECT_EQ(four.stopped_by, StopReason::time);
    EXPECT_EQ(verdict_of(speed_ratio(four.rounds)), Verdict::too_few) << "all four say that B is twice as slow";
}

TEST(Interleaved, waits_for_ten_rounds_beyond_the_usual_time_and_not_for_ever) {
    const auto rounds = [](double seconds) {
        NoisyClock clock(1);
        return rounds_of(clock, seconds, 2 * seconds, {.max_seconds = 3.0, .most_seconds = 60.0}).rounds.size();
    };
    EXPECT_EQ(rounds(0.5), 10u) << "30 s";
    EXPECT_LE(rounds(5.0), 3u) << "30 s a round";
}

TEST(Interleaved, tells_a_fast_variant_from_a_slow_one) {
    ContestBench bench(512);
    const auto outcome = bench.compared(*find_variant("cpu_naive"), *find_variant("cpu_simd"));
    const auto* found = std::get_if<Interleaved>(&outcome);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->a, "distance_matrix/cpu_naive");
    EXPECT_EQ(found->b, "distance_matrix/cpu_simd");
    EXPECT_EQ(verdict_of(found->ratio), Verdict::faster);
    EXPECT_LT(found->ratio.interval->high, 0.8);
    EXPECT_GE(found->rounds.size(), 10u);
}

TEST(Interleaved, a_variant_is_about_as_fast_as_itself) {
    ContestBench bench(512);
    const KernelVariant& same = *find_variant("cpu_naive");
    const auto found = std::get<Interleaved>(bench.compared(same, same));
    EXPECT_NEAR(found.ratio.value, 1.0, 0.05);
}

TEST(Interleaved, tells_whether_both_wrote_the_same_memory) {
    ContestBench bench(65);
    const KernelVariant& same = *find_variant("cpu_naive");
    auto found = std::get<Interleaved>(bench.compared(same, same));
    EXPECT_TRUE(found.same_memory);
    EXPECT_THAT(doubt_about_memory(found), IsEmpty());
    found.same_memory = false;
    EXPECT_THAT(doubt_about_memory(found), HasSubstr("different memory"));
    found.device_b.ordinal = 1;
    EXPECT_THAT(doubt_about_memory(found), IsEmpty()) << "of two devices nobody expects it";
}

TEST(Interleaved, memory_is_shared_by_outputs_of_one_kind_on_one_device) {
    const Device device = devices().back();
    const KernelVariant &floats = *find_variant("cpu_naive"), &halves = *find_variant("half_output");
    Device other = device;
    other.ordinal = 1;
    EXPECT_TRUE(may_share_memory(device, floats, device, *find_variant("coalesced")));
    EXPECT_FALSE(may_share_memory(device, floats, device, halves));
    EXPECT_FALSE(may_share_memory(device, floats, other, floats));
    KernelVariant both = floats;
    both.both_directions = true;
    EXPECT_FALSE(may_share_memory(device, floats, device, both));
}

TEST(Interleaved, says_whose_output_is_another_one) {
    Interleaved found;
    found.a = "best_match/sgemm_tile";
    found.b = "best_match/tensor_tf32";
    EXPECT_THAT(doubt_about_outputs(found), IsEmpty());
    found.difference_b = "approximate output: 37 of 16 384 rows differ";
    EXPECT_EQ(doubt_about_outputs(found), "tensor_tf32 gives approximate output: 37 of 16 384 rows differ.");
    found.a = found.b;
    found.difference_a = found.difference_b;
    EXPECT_EQ(doubt_about_outputs(found), "tensor_tf32 gives approximate output: 37 of 16 384 rows differ.") << "once";
}

TEST(Interleaved, cold_runs_are_slower_than_warm_ones_of_both) {
    ContestBench bench(300);
    const KernelVariant& variant = *find_variant("cpu_simd");
    const auto warm = std::get<Interleaved>(bench.compared(variant, variant));
    bench.options.caches = CacheState::cold;
    const auto cold = std::get<Interleaved>(bench.compared(variant, variant));
    const auto middle = [](const Interleaved& found) {
        std::vector<double> seconds;
        for (const AbbaRound& round : found.rounds) seconds.push_back(round.a + round.b);
        return median(seconds);
    };
    EXPECT_GT(middle(cold), middle(warm));
}

TEST(Interleaved, has_no_verdict_for_what_has_no_time) {
    ContestBench bench(100);
    const auto outcome = bench.compared(*find_variant("cpu_simd"), *find_variant("grid2d"));
    ASSERT_TRUE(std::holds_alternative<Skipped>(outcome));
    EXPECT_THAT(std::get<Skipped>(outcome).reason, HasSubstr("simulated"));
}

TEST(Interleaved, a_wrong_kernel_has_no_verdict) {
    ContestBench bench(65);
    KernelVariant broken = *find_variant("cpu_simd");
    broken.launch = [](const pairscope::Run&) {};
    const auto outcome = bench.compared(*find_variant("cpu_simd"), broken);
    ASSERT_TRUE(std::holds_alternative<Failed>(outcome));
    EXPECT_THAT(std::get<Failed>(outcome).message, HasSubstr("never written"));
}

/// Takes a millisecond, so that it is timed alone, and counts its launches where others count their rows.
void output_and_count(const Run& run) {
    HostRun silent = *run.host;
    silent.rows_done = nullptr;
    Run one = run;
    one.host = &silent;
    find_variant("cpu_naive")->launch(one);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ++*run.host->rows_done;
}

TEST(Interleaved, each_is_warmed_up_before_the_run_that_tells_how_long_it_is) {
    ContestBench bench(65);
    bench.most_rounds = 1;
    KernelVariant counting = *find_variant("cpu_naive");
    counting.launch = output_and_count;
    std::atomic<std::int64_t> launches = 0; // the last check begins to count anew
    const auto outcome = bench.compared(counting, counting, {.rows_done = &launches});
    ASSERT_TRUE(std::holds_alternative<Interleaved>(outcome));
    EXPECT_EQ(std::get<Interleaved>(outcome).rounds.size(), 1u);
    EXPECT_EQ(launches, 1 + 2 * 2 + 4) << "a check, two runs of each to warm up, and A B B A";
}

TEST(Interleaved, each_has_its_own_size_of_blocks) {
    ContestBench bench(65);
    const KernelVariant& variant = *find_variant("cpu_naive"); // it has none, and is not asked for 64
    EXPECT_TRUE(std::holds_alternative<Interleaved>(bench.compared(variant, variant, {.block = 64})));
}

TEST(Interleaved, can_be_cancelled) {
    ContestBench bench(65);
    std::stop_source stop;
    stop.request_stop();
    const auto outcome =
        bench.compared(*find_variant("cpu_simd"), *find_variant("cpu_naive"), {.stop = stop.get_token()});
    EXPECT_TRUE(std::holds_alternative<Skipped>(outcome));
}

TEST(Conditions, of_a_cpu_are_not_known_and_the_reason_is_told) {
    ConditionsWatch watch(devices().back());
    watch.start();
    watch.look();
    EXPECT_FALSE(watch.conditions(1));
    EXPECT_FALSE(watch.why_not().empty());
}

} // namespace
} // namespace pairscope::profiling
