// SPDX-License-Identifier: MIT
// Blocks of matrices that are not stored, on the GPU: against brute force, and large ones against the CPU.
#include "kernels/matrix/unstored/blocks.h"
#include "tests/gpu/gpu_test.h"
#include "tests/kernels/block_samples.h"

#include <chrono>
#include <gmock/gmock.h>
#include <thread>

namespace pairscope {
namespace {

using samples::SampleProblem;

class GpuBlocks : public GpuTest {
protected:
    /// Calls `check` for each workload whose blocks a GPU computes.
    template <class Check> static void for_types(Check check) {
        for (const WorkloadType& type : workload_types())
            if (type.formula) check(type);
    }

    void expect_right(const SampleProblem& problem, const BlockGrid& grid) {
        Engine engine(gpu());
        samples::load(engine, problem);
        EXPECT_EQ(samples::fault_of(problem, grid, reduce_blocks(engine, problem.workload, grid, {})), "");
    }

    /// Every value agrees with that of the CPU within a part of itself, and of what is rounded before.
    static void expect_near(const Overview& found, const Overview& wanted, double rounded) {
        ASSERT_EQ(found.shape, wanted.shape);
        const auto compare = [rounded](const std::vector<float>& ours, const std::vector<float>& theirs) {
            ASSERT_EQ(ours.size(), theirs.size());
            for (std::size_t at = 0; at < ours.size(); ++at) {
                ASSERT_EQ(std::isnan(ours[at]), std::isnan(theirs[at])) << at;
                if (std::isnan(theirs[at])) continue;
                ASSERT_NEAR(ours[at], theirs[at], 1e-5 * std::abs(theirs[at]) + 1e-7 + 2.0 * rounded) << at;
            }
        };
        compare(found.min, wanted.min);
        compare(found.mean, wanted.mean);
        compare(found.max, wanted.max);
    }
};

TEST_F(GpuBlocks, of_every_matrix_with_a_formula_are_right_on_grids_of_any_kind) {
    unsigned seed = 1;
    for_types([&](const WorkloadType& type) {
        for (const auto& [rows, dims] : {std::pair<std::int64_t, std::int64_t>{3, 1}, {131, 3}, {67, 37}, {1061, 5}}) {
            const SampleProblem problem = samples::block_problem(type, rows, dims, ++seed);
            const Workload size = problem.size();
            for (const BlockGrid& grid : samples::grids_of({size.rows, size.cols}, seed)) {
                if (rows > 1000 && grid.side < 64) continue; // brute force takes its time
                expect_right(problem, grid);
            }
        }
    });
}

TEST_F(GpuBlocks, leave_out_vectors_that_are_no_numbers) {
    for_types([&](const WorkloadType& type) {
        SampleProblem problem = samples::block_problem(type, 600, 4, 7);
        for (const std::int64_t row : {0, 1, 2, 3, 257, 599}) samples::spoil_row(problem.a, row, samples::nan);
        if (problem.b) samples::spoil_row(*problem.b, 17, samples::nan);
        const Workload size = problem.size();
        for (const std::int64_t side : {4, 32, 256, 512, 1024})
            expect_right(problem, blocks_of({size.rows, size.cols}, side));
    });
}

/// The workload's own rule knows where float arithmetic ends.
TEST_F(GpuBlocks, of_coordinates_where_float_arithmetic_ends_are_right_by_the_rule_of_the_workload) {
    const auto expect_right_entries = [&](const SampleProblem& problem) {
        const Workload size = problem.size();
        Engine engine(gpu());
        samples::load(engine, problem);
        const Overview entries = reduce_blocks(engine, problem.workload, blocks_of({size.rows, size.cols}, 1), {});
        EXPECT_EQ(samples::fault_by_rule(problem, entries), "");
    };
    for_types([&](const WorkloadType& type) {
        if (type.output == OutputKind::matrix) expect_right_entries(samples::awkward_problem(type, 403));
    });
    for (const SampleProblem& problem : samples::hard_place_problems()) {
        expect_right_entries(problem);
        for (const std::int64_t side : {16, 64, 1024})
            expect_right(problem, blocks_of({problem.a.rows, problem.a.rows}, side));
    }
}

TEST_F(GpuBlocks, of_many_vectors_are_those_of_the_cpu) {
    for_types([&](const WorkloadType& type) {
        SampleProblem problem = samples::block_problem(type, 20'011, 8, 11);
        samples::spoil_row(problem.a, 9'999, samples::nan);
        const Workload size = problem.size();
        Engine here{Device{}}, there(gpu());
        samples::load(here, problem);
        samples::load(there, problem);
        for (const std::int64_t side : {64, 256, 1024, 32'768}) {
            SCOPED_TRACE(::testing::Message() << type.id << ", side " << side);
            const BlockGrid grid = blocks_of({size.rows, size.cols}, side);
            const double rounded = samples::absolute_error(type, problem.a.dims);
            expect_near(reduce_blocks(there, type.id, grid, {}), reduce_blocks(here, type.id, grid, {}), rounded);
            expect_near(sample_blocks(there, type.id, grid, 16, {}), sample_blocks(here, type.id, grid, 16, {}),
                        rounded);
        }
    });
}

TEST_F(GpuBlocks, are_written_into_a_texture) {
    for_types([&](const WorkloadType& type) {
        const SampleProblem problem = samples::block_problem(type, 700, 3, 5);
        const BlockGrid grid{.first_row = 20, .first_col = 84, .side = 64, .shape = {9, 7}};
        Engine engine(gpu());
        samples::load(engine, problem);
        const ArraySurface texture(grid.shape, 4);
        for (const bool sampled : {false, true}) {
            const Overview wanted =
                sampled ? sample_blocks(engine, type.id, grid, 9, {}) : reduce_blocks(engine, type.id, grid, {});
            if (sampled)
                sample_blocks(engine, type.id, grid, 9, texture.surface(), {});
            else
                reduce_blocks(engine, type.id, grid, texture.surface(), {});
            const std::vector<float> texels = texture.texels();
            for (std::size_t at = 0; at < wanted.min.size(); ++at) {
                if (std::isnan(wanted.min[at])) continue;
                EXPECT_EQ(texels[4 * at], wanted.min[at]);
                EXPECT_EQ(texels[4 * at + 1], wanted.mean[at]);
                EXPECT_EQ(texels[4 * at + 2], wanted.max[at]);
                EXPECT_EQ(texels[4 * at + 3], 1.0f);
            }
        }
    });
}

TEST_F(GpuBlocks, of_vectors_that_are_long_are_exact) {
    for_types([&](const WorkloadType& type) {
        const std::int64_t dims = type.inputs.dims.most;
        if (dims <= 2) return;
        const SampleProblem problem = samples::block_problem(type, 9, dims, 5);
        expect_right(problem, blocks_of({problem.size().rows, problem.size().cols}, 1));
        expect_right(problem, blocks_of({problem.size().rows, problem.size().cols}, 64));
    });
}

TEST_F(GpuBlocks, say_how_far_they_are_and_end_soon_when_they_are_cancelled) {
    const WorkloadType& type =
        *std::ranges::find_if(workload_types(), [](const WorkloadType& one) { return bool(one.formula); });
    const SampleProblem problem = samples::block_problem(type, max_rows, 2, 2);
    Engine engine(gpu());
    samples::load(engine, problem);
    const BlockGrid grid = blocks_of({max_rows, max_rows}, 1024);
    std::atomic<std::int64_t> done = 0;
    (void)reduce_blocks(engine, type.id, grid, {.rows_done = &done});
    EXPECT_EQ(done, max_rows);
    std::stop_source stop;
    std::chrono::steady_clock::time_point asked;
    std::jthread person([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        asked = std::chrono::steady_clock::now();
        stop.request_stop();
    });
    const Overview found = reduce_blocks(engine, type.id, grid, {.stop = stop.get_token()});
    const auto ended = std::chrono::steady_clock::now();
    person.join();
    EXPECT_LT(std::chrono::duration<double>(ended - asked).count(), 0.05);
    EXPECT_TRUE(std::ranges::any_of(found.mean, [](float mean) { return std::isnan(mean); }));
}

} // namespace
} // namespace pairscope
