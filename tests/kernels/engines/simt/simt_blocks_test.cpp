// SPDX-License-Identifier: MIT
// The kernels that reduce blocks on a GPU, in the executor: their outputs against brute force, and their races.
#include "kernels/engines/simt/executor.h"
#include "kernels/matrix/unstored/blocks.h"
#include "tests/kernels/block_samples.h"
#include "tests/kernels/specimens/reduced_blocks.h"

#include <gtest/gtest.h>

namespace pairscope::simt {
namespace {

using samples::SampleProblem;
using specimens::BlockTask;

KernelVariant variant_for(const SampleProblem& problem) {
    return {.id = "reduced_blocks",
            .workload = problem.workload,
            .backend = Backend::cuda,
            .workspace_bytes = [](const Workload&) { return specimens::block_workspace_bytes; },
            .simulate = specimens::launch_block_task};
}

/// `most_tiles`: of a launch.
BlockTask task_for(const SampleProblem& problem, const BlockGrid& grid, std::int64_t most_tiles) {
    const Inputs inputs = problem.inputs();
    const Problem asked = problem_of(inputs, LinearMemory{});
    BlockTask task{.question = matrix::question_of(type_of(problem.workload), asked),
                   .layout = matrix::layout_of(asked, grid),
                   .tiling = {}};
    task.tiling = matrix::tiling_of(task.question, task.layout);
    task.tiling.most_tiles = most_tiles;
    task.panels = matrix::panels_of(task.tiling, task.layout);
    const std::int64_t blocks = grid.shape.rows * grid.shape.cols;
    constexpr auto of_total = static_cast<std::int64_t>(sizeof(matrix::BlockTotal));
    EXPECT_LE((blocks + most_tiles) * of_total + (3 * blocks + 1) * 4, specimens::block_workspace_bytes);
    return task;
}

Overview overview_of(const SampleProblem& problem, const BlockTask& task) {
    const Inputs inputs = problem.inputs();
    std::vector<double> workspace(specimens::block_workspace_bytes / sizeof(double));
    const MatrixShape words = words_of(output_of(problem.size()));
    std::vector<float> output(static_cast<std::size_t>(words.rows * words.cols));
    Problem asked = problem_of(inputs, LinearMemory{output.data(), words.cols});
    asked.workspace = reinterpret_cast<std::byte*>(workspace.data());
    const HostRun host;
    specimens::set_block_task(task);
    run(variant_for(problem), {.problem = asked, .host = &host});
    const BlockGrid& grid = task.layout.grid;
    const auto* const cells = reinterpret_cast<const float*>(workspace.data());
    const std::int64_t count = grid.shape.rows * grid.shape.cols;
    return {.factor = grid.side,
            .shape = grid.shape,
            .min = {cells, cells + count},
            .mean = {cells + count, cells + 2 * count},
            .max = {cells + 2 * count, cells + 3 * count}};
}

void expect_right(const SampleProblem& problem, const BlockGrid& grid, std::int64_t most_tiles) {
    const WorkloadType& type = type_of(problem.workload);
    const Inputs inputs = problem.inputs();
    const Overview found = overview_of(problem, task_for(problem, grid, most_tiles));
    for (std::int64_t i = 0; i < grid.shape.rows; ++i)
        for (std::int64_t j = 0; j < grid.shape.cols; ++j) {
            const auto at = static_cast<std::size_t>(i * grid.shape.cols + j);
            ASSERT_EQ(samples::fault_of(found, at, samples::exact_block(type, inputs, grid, i, j)), "")
                << samples::in_words(type, inputs, grid) << ", block " << i << ", " << j;
        }
}

TEST(SimtBlocks, of_every_matrix_with_a_formula_are_right) {
    unsigned seed = 70;
    for (const WorkloadType& type : workload_types()) {
        if (!type.formula) continue;
        for (const auto& [rows, dims] : {std::pair<std::int64_t, std::int64_t>{67, 37}, {310, 3}}) {
            const SampleProblem problem = samples::block_problem(type, rows, dims, ++seed);
            const Workload size = problem.size();
            for (const BlockGrid& grid : samples::grids_of({size.rows, size.cols}, seed)) {
                if (rows > 100 && grid.side < 32) continue; // the executor takes its time
                expect_right(problem, grid, 4);
            }
        }
    }
}

/// 1100 points have tiles without a point that is far away or no number, on the diagonal and beside it.
TEST(SimtBlocks, of_many_points_are_right_by_either_arithmetic) {
    for (const WorkloadType& type : workload_types()) {
        if (!type.formula || type.inputs.dims.most != 2) continue;
        SampleProblem problem = samples::block_problem(type, 1100, 2, 90);
        samples::spoil_row(problem.a, 700, samples::nan);
        for (const std::int64_t side : {64, 128, 192, 200, 256, 512, 540})
            expect_right(problem, blocks_of({1100, 1100}, side), 8);
        expect_right(problem, {.first_row = 77, .first_col = 589, .side = 256, .shape = {3, 2}}, 1 << 10);
    }
}

TEST(SimtBlocks, of_places_that_are_hard_are_right_by_the_rule_of_the_workload) {
    for (const SampleProblem& problem : samples::hard_place_problems()) {
        const BlockGrid grid = blocks_of({problem.a.rows, problem.a.rows}, 1);
        EXPECT_EQ(samples::fault_by_rule(problem, overview_of(problem, task_for(problem, grid, 1 << 10))), "");
        expect_right(problem, blocks_of({problem.a.rows, problem.a.rows}, 64), 1 << 10);
    }
}

TEST(SimtBlocks, have_no_races_and_stay_in_their_memory) {
    for (const WorkloadType& type : workload_types()) {
        if (!has_blocks(type) || type.output != OutputKind::matrix) continue;
        const SampleProblem problem = samples::block_problem(type, 300, 5, 91);
        const Workload size = problem.size();
        for (const std::int64_t side : {7, 8, 77, 128, 256}) {
            BlockTask task = task_for(problem, blocks_of({size.rows, size.cols}, side), 1 << 10);
            task.per_side = 3;
            specimens::set_block_task(task);
            const Trace found = trace(variant_for(problem), problem.inputs(), {});
            for (const Finding& finding : found.findings) ADD_FAILURE() << describe(finding);
        }
    }
}

TEST(SimtBlocks, of_samples_are_those_of_the_cpu) {
    for (const WorkloadType& type : workload_types()) {
        if (!type.formula) continue;
        const SampleProblem problem = samples::block_problem(type, 200, 7, 92);
        const Workload size = problem.size();
        Engine cpu{Device{}};
        samples::load(cpu, problem);
        for (const auto& [side, samples] : {std::pair<std::int64_t, int>{16, 1}, {16, 9}, {64, 100}}) {
            const BlockGrid grid = blocks_of({size.rows, size.cols}, side);
            BlockTask task = task_for(problem, grid, 4);
            task.panels.clear();
            task.per_side = static_cast<std::int64_t>(std::sqrt(samples));
            const Overview found = overview_of(problem, task), wanted = sample_blocks(cpu, type.id, grid, samples, {});
            for (std::size_t at = 0; at < wanted.min.size(); ++at) {
                const double error = 1e-5 * std::abs(wanted.max[at]) + 2.0 * samples::absolute_error(type, 7);
                EXPECT_NEAR(found.min[at], wanted.min[at], error);
                EXPECT_NEAR(found.mean[at], wanted.mean[at], error);
                EXPECT_NEAR(found.max[at], wanted.max[at], error);
            }
        }
    }
}

} // namespace
} // namespace pairscope::simt
