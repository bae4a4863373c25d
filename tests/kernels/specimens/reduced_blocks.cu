// SPDX-License-Identifier: MIT
#include "tests/kernels/specimens/reduced_blocks.h"

#include "kernels/matrix/unstored/block_launches.cuh"

namespace pairscope::specimens {
namespace {

const BlockTask* current = nullptr;

} // namespace

void set_block_task(const BlockTask& task) { current = &task; }

void launch_block_task(const Run& run) {
    const BlockTask& task = *current;
    const matrix::BlockLayout& layout = task.layout;
    const std::int64_t blocks = layout.grid.shape.rows * layout.grid.shape.cols;
    auto* const cells = reinterpret_cast<float*>(run.problem.workspace);
    auto* const totals = reinterpret_cast<matrix::BlockTotal*>(cells + (3 * blocks + 1) / 2 * 2);
    matrix::PairQuestion question = task.question;
    question.a = run.problem.a;
    question.b = run.problem.b;
    cuda::launch_clear(totals, blocks, run.stream);
    if (task.per_side > 0)
        cuda::launch_sample(question, layout, {.rows = layout.grid.shape.rows, .per_side = task.per_side}, totals,
                            run.stream);
    for (const matrix::TilePanel& panel : task.panels)
        cuda::launch_panel(
            task.tiling,
            {.question = question, .layout = layout, .panel = panel, .parts = totals + blocks, .totals = totals},
            run.stream);
    cuda::launch_write(layout, totals,
                       {.min = cells, .mean = cells + blocks, .max = cells + 2 * blocks, .shape = layout.grid.shape},
                       run.stream);
}

} // namespace pairscope::specimens
