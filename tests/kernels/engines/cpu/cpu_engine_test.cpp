// SPDX-License-Identifier: MIT
#include "kernels/data/errors.h"
#include "kernels/engines/cpu/memory.h"
#include "kernels/engines/cpu/parallel.h"
#include "kernels/ladder/engine.h"
#include "kernels/ladder/registry.h"
#include "kernels/matrix/operations.h"
#include "tests/kernels/sample_points.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <random>
#include <set>
#include <span>
#include <thread>

namespace pairscope {
namespace {

using samples::infinity;
using samples::nan;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Engine cpu_engine() { return Engine(devices().back()); }

/// A matrix with these entries.
OutputBuffer matrix_of(Engine& engine, MatrixShape shape, const std::vector<float>& entries) {
    OutputBuffer buffer = engine.allocate(shape);
    std::copy(entries.begin(), entries.end(), buffer.memory().data);
    return buffer;
}

TEST(Devices, end_with_the_cpu_and_say_why_there_is_no_gpu) {
    const std::vector<Device> found = devices();
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found.back().backend, Backend::cpu);
    EXPECT_EQ(device_id(found.back()), "cpu");
    EXPECT_FALSE(found.back().name.empty());
    EXPECT_FALSE(found.back().driver.empty());
    EXPECT_GE(found.back().units, 1);
    EXPECT_GT(found.back().memory_bytes, 0);
    EXPECT_EQ(found.size() == 1, !why_no_gpu().empty());
}

TEST(CpuEngine, gives_poisoned_guarded_aligned_matrices) {
    Engine engine = cpu_engine();
    const OutputBuffer buffer = engine.allocate({7, 9});
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.memory().data) % 64, 0u);
    EXPECT_GT(buffer.guard, 0);
    EXPECT_EQ(engine.guard_damage(buffer).count, 0);
    for (const float entry : read(engine, buffer.memory(), {0, 0, 7, 9}))
        EXPECT_EQ(std::bit_cast<std::uint32_t>(entry), poison_bits);
}

TEST(CpuEngine, notices_writes_on_both_sides_of_a_matrix) {
    Engine engine = cpu_engine();
    OutputBuffer buffer = engine.allocate({4, 4});
    buffer.memory().data[-1] = 0.0f;
    buffer.memory().data[16] = 0.0f;
    buffer.memory().data[17] = 0.0f;
    EXPECT_EQ(engine.guard_damage(buffer).count, 3);
    engine.poison(buffer);
    EXPECT_EQ(engine.guard_damage(buffer).count, 0);
}

TEST(CpuEngine, stops_filling_a_matrix_when_it_is_asked_to) {
    Engine engine = cpu_engine();
    OutputBuffer buffer = engine.allocate({4, 4});
    buffer.memory().data[-1] = 0.0f;
    std::stop_source stop;
    stop.request_stop();
    engine.poison(buffer, stop.get_token());
    EXPECT_EQ(engine.guard_damage(buffer).count, 1) << "gigabytes take seconds, and nobody waits for them";
}

/// A matrix with these entries as halves.
OutputBuffer halves_of(Engine& engine, MatrixShape shape, const std::vector<float>& entries) {
    OutputBuffer buffer = engine.allocate(shape, Entry::float16);
    std::transform(entries.begin(), entries.end(), buffer.memory().halves(), half_of);
    return buffer;
}

TEST(CpuEngine, poisons_and_guards_matrices_of_halves) {
    Engine engine = cpu_engine();
    OutputBuffer buffer = engine.allocate({3, 5}, Entry::float16);
    EXPECT_EQ(buffer.memory().entry, Entry::float16);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.memory().data) % 64, 0u);
    EXPECT_EQ(std::count(buffer.memory().halves(), buffer.memory().halves() + 15, half_poison_bits), 15);
    EXPECT_EQ(engine.guard_damage(buffer).count, 0);
    std::fill_n(buffer.memory().halves(), 15, std::uint16_t{0});
    EXPECT_EQ(engine.guard_damage(buffer).count, 0);
    buffer.memory().halves()[-1] = 0;
    buffer.memory().halves()[15] = 0;
    buffer.memory().halves()[15 + buffer.guard - 1] = 0;
    EXPECT_EQ(engine.guard_damage(buffer).count, 3);
    engine.poison(buffer);
    EXPECT_EQ(engine.guard_damage(buffer).count, 0);
}

TEST(CpuEngine, reads_summarizes_and_reduces_halves_as_floats) {
    Engine engine = cpu_engine();
    const OutputBuffer buffer = halves_of(engine, {2, 3}, {4, nan, 2, infinity, -infinity, 3});
    EXPECT_THAT(read(engine, buffer.memory(), {0, 2, 2, 1}), ElementsAre(2, 3));
    const MatrixSummary summary = summarize(engine, buffer.memory(), buffer.shape, {});
    EXPECT_EQ(summary.min, 2.0f);
    EXPECT_EQ(summary.max, 4.0f);
    EXPECT_EQ(summary.nan_count, 1);
    EXPECT_EQ(summary.infinite_count, 2);
    EXPECT_THAT(summary.sample, ElementsAre(2, 3, 4));
    Overview overview;
    const OutputBuffer finite = halves_of(engine, {3, 3}, {0, 1, 2, 3, 4, 5, 6, 7, 8});
    reduce(engine, finite.memory(), finite.shape, 2, &overview);
    EXPECT_THAT(overview.min, ElementsAre(0, 2, 6, 8));
    EXPECT_THAT(overview.max, ElementsAre(4, 5, 7, 8));
    EXPECT_THAT(overview.mean, ElementsAre(2.0f, 3.5f, 6.5f, 8.0f));
}

TEST(CpuEngine, refuses_a_matrix_of_other_entries) {
    Engine engine = cpu_engine();
    engine.load(samples::random_points(4));
    const OutputBuffer halves = engine.allocate({4, 4}, Entry::float16);
    EXPECT_THROW(engine.run(*find_variant("cpu_naive"), halves.memory(), {}), std::logic_error);
    const OutputBuffer floats = engine.allocate({4, 4});
    EXPECT_THROW(engine.run(*find_variant("half_output"), floats.memory(), {}), std::logic_error);
}

TEST(CpuEngine, simulates_a_variant_of_halves_and_judges_it) {
    Engine engine = cpu_engine();
    const Dataset data = samples::random_points(67);
    engine.load(data);
    const KernelVariant& variant = *find_variant("half_output");
    const OutputBuffer buffer = engine.allocate({67, 67}, variant.entry);
    engine.run(variant, buffer.memory(), {});
    const Comparison found = compare(engine, variant, buffer.memory(), rows_to_check(67, 67), {});
    EXPECT_TRUE(found.right()) << describe(found);
    EXPECT_GT(found.worst_error, 1e-4);
    EXPECT_EQ(engine.guard_damage(buffer).count, 0);
    EXPECT_EQ(read(engine, buffer.memory(), {5, 5, 1, 1}).front(), 0.0f);
}

TEST(CpuEngine, refuses_textures) {
    Engine engine = cpu_engine();
    engine.load(samples::random_points(4));
    EXPECT_THROW(poison(engine, Surface{1}, {4, 4}), std::logic_error);
    EXPECT_THROW(engine.run(*find_variant("cpu_naive"), Surface{1}, {}), std::logic_error);
}

TEST(CpuEngine, says_how_much_memory_is_missing) {
    try {
        cpu::require_memory("the matrix", std::int64_t{4} << 30, 2'100'000'000);
        FAIL() << "4 GiB fitted into 2.1 GB";
    } catch (const MemoryError& error) {
        EXPECT_STREQ(error.what(), "the matrix needs 4.29 GB of memory, but only 2.1 GB are free: choose fewer points");
    }
    Engine engine = cpu_engine();
    EXPECT_THROW((void)engine.allocate({std::int64_t{1} << 22, std::int64_t{1} << 22}), MemoryError);
}

TEST(CpuEngine, reads_regions) {
    Engine engine = cpu_engine();
    const OutputBuffer buffer = matrix_of(engine, {3, 3}, {0, 1, 2, 3, 4, 5, 6, 7, 8});
    EXPECT_THAT(read(engine, buffer.memory(), {1, 1, 2, 2}), ElementsAre(4, 5, 7, 8));
    EXPECT_TRUE(read(engine, buffer.memory(), {1, 1, 0, 0}).empty());
}

TEST(CpuEngine, summarizes_what_is_finite) {
    Engine engine = cpu_engine();
    const OutputBuffer buffer = matrix_of(engine, {2, 3}, {4, nan, 2, infinity, -infinity, 3});
    const MatrixSummary summary = summarize(engine, buffer.memory(), buffer.shape, {});
    EXPECT_EQ(summary.min, 2.0f);
    EXPECT_EQ(summary.max, 4.0f);
    EXPECT_EQ(summary.nan_count, 1);
    EXPECT_EQ(summary.infinite_count, 2);
    EXPECT_THAT(summary.sample, ElementsAre(2, 3, 4));
}

TEST(CpuEngine, summarizes_a_matrix_of_nothing_but_nan) {
    Engine engine = cpu_engine();
    const OutputBuffer buffer = matrix_of(engine, {1, 2}, {nan, nan});
    const MatrixSummary summary = summarize(engine, buffer.memory(), buffer.shape, {});
    EXPECT_TRUE(std::isnan(summary.min) && std::isnan(summary.max));
    EXPECT_TRUE(summary.sample.empty());
}

TEST(CpuEngine, summarizes_matrices_of_any_shape_as_one_entry_after_the_other_would) {
    Engine engine = cpu_engine();
    std::mt19937 random(3);
    for (const MatrixShape shape : {MatrixShape{1, 1}, MatrixShape{3, 15}, MatrixShape{5, 16}, MatrixShape{7, 33},
                                    MatrixShape{251, 613}, MatrixShape{2, 70'001}})
        for (const bool has_holes : {false, true}) {
            OutputBuffer buffer = engine.allocate(shape);
            const std::span<float> entries(buffer.memory().data, std::size_t(shape.rows * shape.cols));
            for (float& entry : entries) {
                entry = std::ldexp(float(random()) - 0x1p31f, int(random() % 60) - 60);
                if (has_holes && random() % 50 == 0) entry = std::array{nan, infinity, -infinity}[random() % 3];
            }
            const MatrixSummary summary = summarize(engine, buffer.memory(), shape, {});
            std::vector<float> finite, sample;
            std::ranges::copy_if(entries, std::back_inserter(finite), [](float entry) { return std::isfinite(entry); });
            for (std::size_t at = 0; at < entries.size(); at += std::size_t(sample_step(shape)))
                if (std::isfinite(entries[at])) sample.push_back(entries[at]);
            std::ranges::sort(sample);
            EXPECT_EQ(summary.sample, sample);
            if (!finite.empty()) {
                EXPECT_EQ(summary.min, std::ranges::min(finite));
                EXPECT_EQ(summary.max, std::ranges::max(finite));
            }
            EXPECT_EQ(summary.nan_count, std::ranges::count_if(entries, [](float e) { return std::isnan(e); }));
            EXPECT_EQ(summary.infinite_count, std::ranges::count_if(entries, [](float e) { return std::isinf(e); }));
        }
}

TEST(CpuEngine, samples_a_large_matrix_from_all_its_columns) {
    constexpr std::int64_t n = 1024;
    Engine engine = cpu_engine();
    OutputBuffer buffer = engine.allocate({n, n});
    for (std::int64_t i = 0; i < n * n; ++i) buffer.memory().data[i] = static_cast<float>(i % n);
    const MatrixSummary summary = summarize(engine, buffer.memory(), buffer.shape, {});
    EXPECT_LE(summary.sample.size(), 65536u);
    EXPECT_GT(summary.sample.size(), 60000u);
    EXPECT_NEAR(summary.sample[summary.sample.size() / 2], n / 2.0, n / 50.0);
    EXPECT_TRUE(std::is_sorted(summary.sample.begin(), summary.sample.end()));
    EXPECT_EQ(std::set<float>(summary.sample.begin(), summary.sample.end()).size(), std::size_t{n});
}

TEST(CpuEngine, reduces_with_fewer_entries_at_the_far_edges) {
    Engine engine = cpu_engine();
    const OutputBuffer buffer = matrix_of(engine, {3, 3}, {0, 1, 2, 3, 4, nan, 6, 7, nan});
    Overview overview;
    reduce(engine, buffer.memory(), buffer.shape, 2, &overview);
    EXPECT_EQ(overview.factor, 2);
    EXPECT_EQ(overview.shape, (MatrixShape{2, 2}));
    EXPECT_THAT(std::vector(overview.min.begin(), overview.min.begin() + 3), ElementsAre(0, 2, 6));
    EXPECT_THAT(std::vector(overview.max.begin(), overview.max.begin() + 3), ElementsAre(4, 2, 7));
    EXPECT_THAT(std::vector(overview.mean.begin(), overview.mean.begin() + 3), ElementsAre(2, 2, 6.5));
    EXPECT_TRUE(std::isnan(overview.min[3]) && std::isnan(overview.mean[3]) && std::isnan(overview.max[3]));
}

TEST(CpuEngine, reduces_by_any_factor) {
    constexpr std::int64_t n = 1300;
    Engine engine = cpu_engine();
    OutputBuffer buffer = engine.allocate({n, n});
    for (std::int64_t i = 0; i < n * n; ++i) buffer.memory().data[i] = static_cast<float>(i / n);
    for (const std::int64_t factor : {1, 3, 64, 600, 5000}) {
        Overview overview;
        reduce(engine, buffer.memory(), buffer.shape, factor, &overview);
        const std::int64_t cells = (n + factor - 1) / factor;
        ASSERT_EQ(overview.shape, (MatrixShape{cells, cells}));
        const auto last = static_cast<std::size_t>(cells * cells - 1);
        EXPECT_EQ(overview.max[last], n - 1.0f) << factor;
        EXPECT_EQ(overview.min[last], static_cast<float>((cells - 1) * factor)) << factor;
        EXPECT_NEAR(overview.mean[last], (n - 1.0 + static_cast<double>((cells - 1) * factor)) / 2, 0.01) << factor;
    }
}

TEST(ForRows, hands_over_every_row_once) {
    for (const int threads : {1, 0})
        for (const std::int64_t step : {1, 7, 100}) {
            std::vector<int> visits(61);
            std::atomic<std::int64_t> done = 0;
            cpu::for_rows({.rows = 61, .step = step, .threads = threads, .rows_done = &done},
                          [&](std::int64_t first, std::int64_t last) {
                              for (std::int64_t row = first; row < last; ++row) ++visits[static_cast<std::size_t>(row)];
                          });
            EXPECT_THAT(visits, Each(1));
            EXPECT_EQ(done, 61);
        }
}

TEST(ForRows, hands_over_every_row_of_loops_of_several_threads_and_of_loops_in_loops) {
    std::atomic<std::int64_t> rows = 0;
    const auto loops = [&rows] {
        for (int i = 0; i < 50; ++i)
            cpu::for_rows({.rows = 8, .threads = 0}, [&](std::int64_t first, std::int64_t last) {
                for (std::int64_t row = first; row < last; ++row)
                    cpu::for_rows({.rows = 5, .step = 2, .threads = static_cast<int>(row % 3)},
                                  [&](std::int64_t from, std::int64_t to) { rows += to - from; });
            });
    };
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 4; ++i) threads.emplace_back(loops);
    }
    EXPECT_EQ(rows, 4 * 50 * 8 * 5);
}

TEST(ForRows, stops_soon_after_it_is_asked) {
    std::stop_source source;
    std::chrono::steady_clock::time_point asked;
    std::jthread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        asked = std::chrono::steady_clock::now();
        source.request_stop();
    });
    cpu::for_rows({.rows = 100000, .threads = 0, .stop = source.get_token()},
                  [](std::int64_t, std::int64_t) { std::this_thread::sleep_for(std::chrono::milliseconds(1)); });
    const auto returned = std::chrono::steady_clock::now();
    stopper.join();
    EXPECT_LT(returned - asked, std::chrono::milliseconds(400)); // 100 ms is the promise; test machines are busy
}

TEST(ForRows, passes_on_what_a_body_throws) {
    EXPECT_THROW(cpu::for_rows({.rows = 10, .threads = 0},
                               [](std::int64_t, std::int64_t) { throw std::runtime_error("a body failed"); }),
                 std::runtime_error);
}

} // namespace
} // namespace pairscope
