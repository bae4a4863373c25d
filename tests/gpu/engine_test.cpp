// SPDX-License-Identifier: MIT
// What the GPU's engine does besides running variants; where it can, it is compared with the CPU's.
#include "kernels/data/errors.h"
#include "kernels/engines/cuda/check.h"
#include "kernels/engines/cuda/devices.h"
#include "kernels/ladder/compare.h"
#include "kernels/ladder/engine.h"
#include "kernels/ladder/registry.h"
#include "kernels/matrix/operations.h"
#include "tests/gpu/gpu_test.h"

#include <cmath>
#include <gmock/gmock.h>
#include <limits>
#include <numeric>
#include <thread>

namespace pairscope {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float inf = std::numeric_limits<float>::infinity();

const KernelVariant& any_variant() { return *find_variant("coalesced"); }
const KernelVariant& any_variant_of(Entry entry) {
    return entry == Entry::float16 ? *find_variant("half_output") : any_variant();
}

std::vector<std::int64_t> all_rows(std::int64_t rows) {
    std::vector<std::int64_t> result(static_cast<std::size_t>(rows));
    std::iota(result.begin(), result.end(), 0);
    return result;
}

/// The matrix of n random points on the GPU, in memory and in a texture.
struct GpuOutput {
    explicit GpuOutput(const Device& gpu, std::int64_t rows, Entry entry = Entry::float32)
        : n(rows), shape{rows, rows}, variant(any_variant_of(entry)), engine(gpu),
          texture(MatrixShape{rows, rows}, 1, entry) {
        engine.load(random_points(n));
        buffer = engine.allocate(shape, entry);
        run();
    }
    void run() {
        engine.run(variant, buffer.memory(), {});
        engine.run(variant, texture.surface(), {});
    }
    void set(std::int64_t row, std::int64_t col, float value) {
        set_entry(buffer, row, col, value);
        texture.set(row, col, value);
    }
    std::vector<OutputTarget> both() const { return {buffer.memory(), texture.surface()}; }

    std::int64_t n;
    MatrixShape shape;
    const KernelVariant& variant;
    Engine engine;
    ArraySurface texture;
    OutputBuffer buffer;
};

/// The same matrix in host memory.
OutputBuffer host_copy(Engine& cpu, GpuOutput& output) {
    OutputBuffer copy = cpu.allocate(output.shape);
    const auto values = read(output.engine, output.buffer.memory(), {0, 0, output.n, output.n});
    std::copy(values.begin(), values.end(), copy.memory().data);
    return copy;
}

class GpuEngine : public GpuTest {};

TEST(Gpu, either_exists_or_has_a_reason_not_to) { EXPECT_EQ(cuda::gpu_devices().empty(), !cuda::why_no_gpu().empty()); }

TEST_F(GpuEngine, describes_its_device) {
    EXPECT_EQ(gpu().backend, Backend::cuda);
    EXPECT_FALSE(gpu().name.empty());
    EXPECT_GT(gpu().units, 0);
    EXPECT_GT(gpu().compute_capability, 60);
    EXPECT_GT(gpu().memory_bytes, 1 << 30);
    EXPECT_GE(gpu().max_surface, 16384);
    EXPECT_THAT(gpu().driver, testing::StartsWith("CUDA "));
}

TEST_F(GpuEngine, finds_the_first_planted_error) {
    GpuOutput output(gpu(), 211);
    output.set(17, 3, 42.0f);
    output.set(17, 200, nan);
    output.set(150, 0, inf);
    for (const OutputTarget& matrix : output.both()) {
        const Comparison found = compare(output.engine, any_variant(), matrix, all_rows(211), {});
        EXPECT_FALSE(found.right());
        EXPECT_EQ(found.wrong_entries, 3);
        EXPECT_EQ(found.unwritten_entries, 0);
        EXPECT_EQ(found.row, 17);
        EXPECT_EQ(found.col, 3);
        EXPECT_EQ(found.found, 42.0f);
        EXPECT_LT(found.expected, 2.0);
        EXPECT_EQ(found.entries_checked, 211 * 211);
        EXPECT_EQ(found.rows, 211);
    }
}

TEST_F(GpuEngine, checks_only_the_rows_it_is_asked_about) {
    GpuOutput output(gpu(), 97);
    output.set(5, 5, 1.0f);
    output.set(90, 96, 9.0f);
    for (const OutputTarget& matrix : output.both()) {
        EXPECT_TRUE(compare(output.engine, any_variant(), matrix, {0, 4, 6, 89, 91}, {}).right());
        const Comparison found = compare(output.engine, any_variant(), matrix, {4, 90}, {});
        EXPECT_EQ(found.row, 90);
        EXPECT_EQ(found.rows_checked, 2);
    }
}

TEST_F(GpuEngine, tells_what_was_never_written_from_what_is_wrong) {
    GpuOutput output(gpu(), 64);
    output.engine.poison(output.buffer);
    poison(output.engine, output.texture.surface(), output.shape);
    for (const OutputTarget& matrix : output.both()) {
        const Comparison found = compare(output.engine, any_variant(), matrix, all_rows(64), {});
        EXPECT_EQ(found.unwritten_entries, 64 * 64);
        EXPECT_EQ(found.wrong_entries, 0);
        EXPECT_FALSE(found.right());
    }
}

TEST_F(GpuEngine, judges_and_guards_halves) {
    GpuOutput output(gpu(), 67, Entry::float16);
    for (const OutputTarget& matrix : output.both()) {
        const Comparison right = compare(output.engine, output.variant, matrix, all_rows(67), {});
        EXPECT_TRUE(right.right()) << describe(right);
        EXPECT_GT(right.worst_error, 1e-4);
        EXPECT_LT(right.worst_error, 0x1p-11 + 1e-6);
    }
    EXPECT_EQ(output.engine.guard_damage(output.buffer).count, 0);
    output.set(17, 3, 42.0f);
    for (const OutputTarget& matrix : output.both()) {
        const Comparison found = compare(output.engine, output.variant, matrix, all_rows(67), {});
        EXPECT_EQ(found.wrong_entries, 1);
        EXPECT_EQ(found.row, 17);
        EXPECT_EQ(found.col, 3);
        EXPECT_EQ(found.found, 42.0f);
    }
    set_entry(output.buffer, 0, -1, 0.0f);
    set_entry(output.buffer, 67, 0, 0.0f);
    EXPECT_EQ(output.engine.guard_damage(output.buffer).count, 2);
    output.engine.poison(output.buffer);
    EXPECT_EQ(output.engine.guard_damage(output.buffer).count, 0);
    poison(output.engine, output.texture.surface(), output.shape);
    for (const OutputTarget& matrix : output.both())
        EXPECT_EQ(compare(output.engine, output.variant, matrix, all_rows(67), {}).unwritten_entries, 67 * 67);
}

TEST_F(GpuEngine, looks_at_halves_as_at_floats) {
    GpuOutput output(gpu(), 131, Entry::float16);
    output.set(100, 7, nan);
    output.set(101, 8, inf);
    output.set(102, 9, 42.0f);
    Engine cpu(devices().back());
    const OutputBuffer copy = host_copy(cpu, output);
    const MatrixSummary expected = summarize(cpu, copy.memory(), output.shape, {});
    EXPECT_EQ(expected.max, 42.0f);
    EXPECT_EQ(expected.nan_count, 1);
    Overview cells;
    reduce(cpu, copy.memory(), output.shape, 7, &cells);
    for (const OutputTarget& matrix : output.both()) {
        const MatrixSummary found = summarize(output.engine, matrix, output.shape, {});
        EXPECT_EQ(found.min, expected.min);
        EXPECT_EQ(found.max, expected.max);
        EXPECT_EQ(found.nan_count, 1);
        EXPECT_EQ(found.infinite_count, 1);
        EXPECT_EQ(found.sample, expected.sample);
        EXPECT_EQ(read(output.engine, matrix, {102, 9, 1, 1}).front(), 42.0f);
        Overview overview;
        reduce(output.engine, matrix, output.shape, 7, &overview);
        EXPECT_EQ(overview.min, cells.min);
        EXPECT_EQ(overview.max, cells.max);
    }
}

TEST_F(GpuEngine, finds_damage_to_the_guard_bands) {
    GpuOutput output(gpu(), 33);
    EXPECT_EQ(output.engine.guard_damage(output.buffer).count, 0);
    set_entry(output.buffer, 0, -1, 0.0f);
    set_entry(output.buffer, 33, 0, 0.0f);
    set_entry(output.buffer, 33, 7, 0.0f);
    EXPECT_EQ(output.engine.guard_damage(output.buffer).count, 3);
}

TEST_F(GpuEngine, judges_like_the_cpu) {
    GpuOutput output(gpu(), 313);
    Engine cpu(devices().back());
    cpu.load(random_points(313));
    const OutputBuffer copy = host_copy(cpu, output);
    const Comparison on_cpu = compare(cpu, any_variant(), copy.memory(), all_rows(313), {});
    const Comparison on_gpu = compare(output.engine, any_variant(), output.buffer.memory(), all_rows(313), {});
    EXPECT_TRUE(on_gpu.right()) << describe(on_gpu);
    EXPECT_GT(on_gpu.worst_error, 0.0);
    EXPECT_NEAR(on_gpu.worst_error, on_cpu.worst_error, 1e-12);
}

TEST_F(GpuEngine, summarizes_like_the_cpu) {
    for (const std::int64_t n : {1, 2, 31, 257, 1009}) {
        SCOPED_TRACE(::testing::Message() << "n = " << n);
        GpuOutput output(gpu(), n);
        if (n > 30) {
            output.set(7, 8, nan);
            output.set(8, 7, inf);
            output.set(n - 1, n - 1, -3.0f);
            output.set(n - 1, 0, -inf);
            output.set(0, n - 1, 1e30f);
        }
        Engine cpu(devices().back());
        const OutputBuffer copy = host_copy(cpu, output);
        const MatrixSummary expected = summarize(cpu, copy.memory(), output.shape, {});
        for (const OutputTarget& matrix : output.both()) {
            const MatrixSummary found = summarize(output.engine, matrix, output.shape, {});
            EXPECT_EQ(found.min, expected.min);
            EXPECT_EQ(found.max, expected.max);
            EXPECT_EQ(found.nan_count, expected.nan_count);
            EXPECT_EQ(found.infinite_count, expected.infinite_count);
            EXPECT_EQ(found.sample, expected.sample);
        }
    }
}

TEST_F(GpuEngine, has_no_extremes_where_nothing_is_finite) {
    GpuOutput output(gpu(), 1);
    output.set(0, 0, nan);
    const MatrixSummary found = summarize(output.engine, output.buffer.memory(), output.shape, {});
    EXPECT_TRUE(std::isnan(found.min));
    EXPECT_TRUE(std::isnan(found.max));
    EXPECT_TRUE(found.sample.empty());
}

void expect_equal_cells(const std::vector<float>& found, const std::vector<float>& expected, float tolerance) {
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        const bool both_nan = std::isnan(found[i]) && std::isnan(expected[i]);
        const bool near =
            found[i] == expected[i] || std::abs(found[i] - expected[i]) <= tolerance * std::abs(expected[i]);
        ASSERT_TRUE(both_nan || near) << "cell " << i << " is " << found[i] << ", should be " << expected[i];
    }
}

TEST_F(GpuEngine, reduces_like_the_cpu) {
    GpuOutput output(gpu(), 523);
    for (std::int64_t k = 0; k < 6; ++k)
        output.set(k / 3, k % 3, nan); // a cell of nothing but NaN, for factors 2 and 3
    output.set(100, 200, nan);
    output.set(300, 400, 50.0f);
    Engine cpu(devices().back());
    const OutputBuffer copy = host_copy(cpu, output);
    for (const std::int64_t factor : {1, 2, 3, 4, 7, 30, 64, 127, 128, 129, 200, 522, 523, 1000}) {
        SCOPED_TRACE(::testing::Message() << "factor " << factor);
        Overview expected;
        reduce(cpu, copy.memory(), output.shape, factor, &expected);
        for (const OutputTarget& matrix : output.both()) {
            Overview found;
            reduce(output.engine, matrix, output.shape, factor, &found);
            ASSERT_EQ(found.shape, expected.shape);
            expect_equal_cells(found.min, expected.min, 0.0f);
            expect_equal_cells(found.mean, expected.mean, 1e-5f);
            expect_equal_cells(found.max, expected.max, 0.0f);

            const ArraySurface cells(expected.shape, 4);
            reduce(output.engine, matrix, output.shape, factor, cells.surface());
            const std::vector<float> texels = cells.texels();
            std::vector<float> mean, ones;
            for (std::size_t i = 0; i < texels.size(); i += 4)
                mean.push_back(texels[i + 1]), ones.push_back(texels[i + 3]);
            expect_equal_cells(mean, found.mean, 0.0f);
            EXPECT_THAT(ones, testing::Each(1.0f));
        }
    }
}

TEST_F(GpuEngine, reads_regions) {
    GpuOutput output(gpu(), 67);
    output.set(11, 13, 5.0f);
    output.set(12, 15, 6.0f);
    for (const OutputTarget& matrix : output.both()) {
        const auto values = read(output.engine, matrix, {.row = 11, .col = 13, .rows = 2, .cols = 3});
        ASSERT_EQ(values.size(), 6u);
        EXPECT_EQ(values[0], 5.0f);
        EXPECT_EQ(values[5], 6.0f);
        EXPECT_TRUE(read(output.engine, matrix, {.row = 0, .col = 0, .rows = 0, .cols = 0}).empty());
    }
}

TEST_F(GpuEngine, says_how_much_memory_was_missing) {
    Engine engine(gpu());
    const std::int64_t side = 1 << 20;
    try {
        (void)engine.allocate({side, side});
        FAIL() << "4 TB were given";
    } catch (const MemoryError& error) {
        EXPECT_THAT(error.what(), testing::HasSubstr("4.4 TB of GPU memory were requested"));
        EXPECT_THAT(error.what(), testing::HasSubstr("are free"));
    }
    EXPECT_EQ(engine.allocate({8, 8}).shape.rows, 8); // it goes on
}

TEST_F(GpuEngine, too_little_memory_is_told_with_what_is_free_whichever_call_found_it) {
    try {
        cuda::check(cudaErrorMemoryAllocation);
        FAIL() << "nothing was thrown";
    } catch (const MemoryError& error) {
        EXPECT_THAT(error.what(), testing::HasSubstr("are free: choose fewer points"));
    }
    EXPECT_THROW(cuda::check(cudaErrorInvalidValue), cuda::Error);
}

TEST_F(GpuEngine, works_on_two_threads_at_once) {
    const auto work = [&] {
        for (int i = 0; i < 5; ++i) {
            GpuOutput output(gpu(), 301);
            EXPECT_TRUE(compare(output.engine, any_variant(), output.buffer.memory(), all_rows(301), {}).right());
            EXPECT_TRUE(compare(output.engine, any_variant(), output.texture.surface(), all_rows(301), {}).right());
        }
    };
    std::jthread other(work);
    work();
}

TEST_F(GpuEngine, may_move_to_another_thread) {
    Engine engine(gpu());
    engine.load(random_points(100));
    OutputBuffer buffer = engine.allocate({100, 100});
    std::jthread([&, moved = std::move(engine), lent = std::move(buffer)]() mutable {
        moved.run(any_variant(), lent.memory(), {});
        EXPECT_TRUE(compare(moved, any_variant(), lent.memory(), all_rows(100), {}).right());
    }).join();
}

TEST_F(GpuEngine, reports_the_time_between_two_events) {
    GpuOutput output(gpu(), 1024);
    const double seconds = output.engine.run(any_variant(), output.buffer.memory(), {});
    EXPECT_GT(seconds, 1e-7);
    EXPECT_LT(seconds, 1.0);
}

} // namespace
} // namespace pairscope
