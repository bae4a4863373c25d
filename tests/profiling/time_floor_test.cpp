// SPDX-License-Identifier: MIT
// Which times are refused as impossible: none that a kernel of a ladder has ever taken.
#include "profiling/time_floor.h"

#include "profiling/recording/file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <variant>

namespace pairscope::profiling {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr double megabyte = 1e6, gigabyte = 1e9, microsecond = 1e-6;

/// A GPU that nobody has built, with round figures.
Device fake_gpu() {
    Device device{.backend = Backend::cuda, .name = "a GPU", .driver = {}};
    device.compute_capability = 90;
    device.cache_bytes = static_cast<std::int64_t>(10 * megabyte);
    return device;
}
DataSheet fake_sheet() { return {.memory = 1000 * gigabyte, .first_cache = 10'000 * gigabyte}; }

TEST(TimeFloor, of_bytes_that_no_cache_holds_is_that_of_the_memory) {
    const TimeLimits limits{.compulsory_bytes = 110 * megabyte,
                            .cache_bytes = 10 * megabyte,
                            .memory = RateLimit{1000 * gigabyte, "the memory"},
                            .cache = RateLimit{10'000 * gigabyte, "the caches"}};
    const auto floor = time_floor(limits);
    ASSERT_TRUE(floor);
    EXPECT_DOUBLE_EQ(floor->seconds, 100 * microsecond) << "10 MB of them may be in the cache";
    EXPECT_THAT(why_impossible(101 * microsecond, limits), IsEmpty());
    EXPECT_THAT(why_impossible(99 * microsecond, limits), HasSubstr("at the memory, 1000 GB/s, at least 100 us"));
}

TEST(TimeFloor, of_bytes_that_a_cache_holds_is_that_of_the_cache) {
    const TimeLimits limits{.compulsory_bytes = 9 * megabyte,
                            .cache_bytes = 10 * megabyte,
                            .memory = RateLimit{1000 * gigabyte, "the memory"},
                            .cache = RateLimit{10'000 * gigabyte, "the caches"}};
    EXPECT_THAT(why_impossible(1 * microsecond, limits), IsEmpty()) << "the memory alone would take 9 us";
    EXPECT_THAT(why_impossible(0.8 * microsecond, limits), HasSubstr("at the caches"));
}

TEST(TimeFloor, is_an_empty_launch_where_there_is_little_to_move) {
    const TimeLimits limits{
        .compulsory_bytes = 100, .cache = RateLimit{gigabyte, "the caches"}, .empty_launch = 2 * microsecond};
    EXPECT_THAT(why_impossible(1 * microsecond, limits), HasSubstr("a launch that does nothing takes longer"));
    EXPECT_THAT(why_impossible(2 * microsecond, limits), IsEmpty());
}

TEST(TimeFloor, knows_that_a_timer_has_steps) {
    TimeLimits limits{.compulsory_bytes = 100, .empty_launch = 2 * microsecond, .timer_step = 1 * microsecond};
    EXPECT_THAT(why_impossible(1.5 * microsecond, limits), IsEmpty());
    EXPECT_FALSE(why_impossible(0.5 * microsecond, limits).empty());
}

TEST(TimeFloor, refuses_nothing_of_which_nothing_is_known) {
    EXPECT_FALSE(time_floor({.compulsory_bytes = 100 * megabyte}));
    EXPECT_THAT(why_impossible(0.0, {.compulsory_bytes = 100 * megabyte}), IsEmpty());
}

TEST(TimeFloor, of_a_gpu_counts_the_output_in_its_own_size) {
    const Workload workload{"distance_matrix", 30'336, 30'336, 2};
    const auto whole = time_floor(limits_of_gpu(fake_gpu(), fake_sheet(), workload));
    const auto half = time_floor(limits_of_gpu(fake_gpu(), fake_sheet(), workload, Entry::float16));
    ASSERT_TRUE(whole && half);
    EXPECT_NEAR(whole->seconds, (4.0 * 30'336 * 30'336 - 10 * megabyte) / (1000 * gigabyte), 1e-6);
    EXPECT_NEAR(half->seconds, (2.0 * 30'336 * 30'336 - 10 * megabyte) / (1000 * gigabyte), 1e-6);
    EXPECT_THAT(why_impossible(1e-3, limits_of_gpu(fake_gpu(), fake_sheet(), workload)),
                HasSubstr("the DRAM in the data sheet"));
}

TEST(TimeFloor, of_a_gpu_without_a_data_sheet_is_an_empty_launch) {
    const Workload workload{"distance_matrix", 30'336, 30'336, 2};
    const TimeLimits limits = limits_of_gpu(fake_gpu(), {}, workload);
    EXPECT_THAT(why_impossible(3 * microsecond, limits), IsEmpty());
    EXPECT_THAT(why_impossible(0.4 * microsecond, limits), HasSubstr("a launch that does nothing"));
}

TEST(TimeFloor, of_a_cpu_is_half_of_what_this_process_has_measured) {
    const Workload workload{"distance_matrix", 1000, 1000, 2};
    const TimeLimits limits = limits_of_cpu({.first_cache = 100 * gigabyte, .empty_call = 0.2 * microsecond}, workload);
    const auto floor = time_floor(limits);
    ASSERT_TRUE(floor);
    EXPECT_NEAR(floor->seconds, (4e6 + 8e3) / (200 * gigabyte), 1e-9);
    EXPECT_THAT(floor->why, HasSubstr("twice the measured rate"));
}

TEST(TimeFloor, of_this_cpu_is_measured_in_less_than_a_run_of_a_try_takes) {
    const CpuFigures figures = measured_cpu_figures(devices().back());
    EXPECT_GT(figures.empty_call, 0.0);
    EXPECT_LT(figures.empty_call, 1e-3);
    EXPECT_GT(figures.first_cache.value_or(2 * gigabyte), gigabyte) << "it is not known on every machine";
}

/// The data sheet as the ceilings of a recording have it.
DataSheet sheet_in(const Recording& recording, const Device& device) {
    DataSheet sheet;
    const Ceilings* const ceilings = ceilings_of(recording, device);
    if (ceilings == nullptr) return sheet;
    if (const Ceiling* const read = find(*ceilings, CeilingKind::read)) sheet.memory = read->peak;
    if (const Ceiling* const read = find(*ceilings, CeilingKind::l1_read)) sheet.first_cache = read->peak;
    return sheet;
}

/// For a CPU, what it had measured.
TimeLimits limits_for(const Recording& recording, const Measurement& run) {
    if (run.device.backend == Backend::cuda)
        return limits_of_gpu(run.device, sheet_in(recording, run.device), run.workload, run.entry);
    CpuFigures figures{.first_cache = {}, .empty_call = 0.0};
    if (const Ceilings* const ceilings = ceilings_of(recording, run.device))
        if (const Ceiling* const read = find(*ceilings, CeilingKind::l1_read)) figures.first_cache = read->value;
    return limits_of_cpu(figures, run.workload);
}

TEST(TimeFloor, refuses_no_time_of_any_shipped_recording) {
    int looked_at = 0, of_gpus = 0, with_a_sheet = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator("assets/recordings")) {
        const std::filesystem::path& path = entry.path();
        if (path.extension() != recording_ending) continue;
        const Recording recording = load_recording(path);
        for (const RunOutcome& outcome : recording.runs) {
            const auto* const run = std::get_if<Measurement>(&outcome);
            if (run == nullptr || run->seconds.empty()) continue;
            const TimeLimits limits = limits_for(recording, *run);
            const double least = *std::ranges::min_element(run->seconds);
            EXPECT_THAT(why_impossible(least, limits), IsEmpty())
                << path << ": " << run->variant_id << ", n = " << n_of(run->workload);
            ++looked_at;
            of_gpus += run->device.backend == Backend::cuda ? 1 : 0;
            with_a_sheet += run->device.backend == Backend::cuda && limits.memory && limits.cache ? 1 : 0;
        }
    }
    EXPECT_GT(looked_at, 200);
    EXPECT_GT(of_gpus, 150);
    EXPECT_EQ(with_a_sheet, of_gpus) << "the recordings of GPUs have the figures of their data sheets";
}

} // namespace
} // namespace pairscope::profiling
