// SPDX-License-Identifier: MIT
// What happens to the totals of blocks on a GPU besides the arithmetic of tiles; and samples.
#pragma once

#include "kernels/engines/cuda/launch.h"
#include "kernels/engines/cuda/side.h"
#include "kernels/matrix/overview_cells.h"
#include "kernels/matrix/unstored/block_panels.h"
#include "kernels/matrix/unstored/block_reduction.cuh"
#include "kernels/matrix/unstored/pair_entry.h"

#include <algorithm>
#include <bit>

namespace pairscope::cuda::inline PAIRSCOPE_SIDE {
namespace totals_of_blocks {

using matrix::BlockLayout;
using matrix::BlockTotal;
using matrix::PanelRun;
using matrix::SampledRows;
using matrix::TilePanel;

constexpr int threads = 256;

__device__ inline std::int64_t thread_of_grid() {
    return static_cast<std::int64_t>(blockIdx.x) * threads + static_cast<std::int64_t>(threadIdx.x);
}

static __global__ void clear(BlockTotal* totals, std::int64_t count) {
    if (const std::int64_t at = thread_of_grid(); at < count) totals[at] = {};
}

/// Blocks of a grid that a panel touches.
struct TouchedBlocks {
    std::int64_t first_row, first_col, rows, cols;
};

/// A warp adds the parts of one block.
static __global__ void add(const PanelRun run, TouchedBlocks touched) {
    const std::int64_t index = thread_of_grid() / 32;
    if (index >= touched.rows * touched.cols) return;
    const int lane = static_cast<int>(threadIdx.x) % 32;
    const std::int64_t i = touched.first_row + index / touched.cols, j = touched.first_col + index % touched.cols;
    const TilePanel& panel = run.panel;
    const std::int64_t first_row = max(i * panel.parts, panel.first_row);
    const std::int64_t first_col = max(j * panel.parts, panel.first_col);
    const std::int64_t end_row = min((i + 1) * panel.parts, panel.first_row + panel.rows);
    const std::int64_t end_col = min((j + 1) * panel.parts, panel.first_col + panel.cols);
    const int across = static_cast<int>(end_col - first_col), count = static_cast<int>(end_row - first_row) * across;
    BlockTotal total;
    for (int t = lane; t < count; t += 32) {
        const std::int64_t row = first_row + t / across, col = first_col + t % across;
        const int weight = run.layout.weight_of_tile(row, col, panel.parts);
        if (weight > 0) total.add(run.parts[(row - panel.first_row) * panel.cols + col - panel.first_col], weight);
    }
    total = sum_of_lanes(total, 32);
    if (lane == 0) run.totals[i * run.layout.grid.shape.cols + j].add(total, 1);
}

static __global__ void write(const BlockLayout layout, const BlockTotal* totals, const OverviewCells out) {
    const std::int64_t at = thread_of_grid(), cols = out.shape.cols;
    if (at >= out.shape.rows * cols) return;
    const std::int64_t i = at / cols, j = at % cols;
    const bool is_image = layout.is_image(i, j);
    const BlockTotal total = totals[is_image ? (j + layout.diagonal) * cols + i - layout.diagonal : at];
    const float nan = __int_as_float(0x7fffffff);
    const bool any = total.count > 0.0;
    const float min = any ? total.min : nan, mean = any ? total.mean() : nan, max = any ? total.max : nan;
    if (out.min == nullptr) {
        surf2Dwrite(make_float4(min, mean, max, 1.0f), out.surface.handle, static_cast<int>(j) * 16,
                    static_cast<int>(i), cudaBoundaryModeZero);
        return;
    }
    out.min[at] = min;
    out.mean[at] = mean;
    out.max[at] = max;
}

/// `lanes` neighbouring lanes look at one block.
static __global__ void sample(const matrix::PairQuestion question, const BlockLayout layout, SampledRows sampled,
                              int lanes, BlockTotal* totals) {
    const std::int64_t index = thread_of_grid() / lanes, cols = layout.grid.shape.cols;
    const int lane = static_cast<int>(threadIdx.x) % lanes;
    const std::int64_t i = sampled.first_row + index / cols, j = index % cols;
    const bool is_inside = index < sampled.rows * cols;
    BlockTotal total;
    if (is_inside && !layout.is_image(i, j)) {
        const matrix::BlockSample places = matrix::sample_of_block(layout, i, j, sampled.per_side);
        for (std::int64_t k = lane; k < places.parts_down * places.parts_across; k += lanes) {
            const MatrixShape place = places.place(k);
            matrix::add_entry(total,
                              matrix::entry_of_sum(question, matrix::sum_of_pair(question, place.rows, place.cols)));
        }
    }
    total = sum_of_lanes(total, lanes); // all lanes of the warp take part
    if (is_inside && lane == 0) totals[i * cols + j] = total;
}

} // namespace totals_of_blocks

inline void launch_clear(matrix::BlockTotal* totals, std::int64_t count, cudaStream_t stream) {
    if (count == 0) return;
    launch_grid(totals_of_blocks::clear, tiles(count, totals_of_blocks::threads), totals_of_blocks::threads, 0, stream,
                totals, count);
}

inline void launch_add(const matrix::PanelRun& run, cudaStream_t stream) {
    const matrix::TilePanel& panel = run.panel;
    const auto blocks = [&](std::int64_t first, std::int64_t count) {
        return (first + count - 1) / panel.parts - first / panel.parts + 1;
    };
    const totals_of_blocks::TouchedBlocks touched{.first_row = panel.first_row / panel.parts,
                                                  .first_col = panel.first_col / panel.parts,
                                                  .rows = blocks(panel.first_row, panel.rows),
                                                  .cols = blocks(panel.first_col, panel.cols)};
    launch_grid(totals_of_blocks::add, tiles(touched.rows * touched.cols * 32, totals_of_blocks::threads),
                totals_of_blocks::threads, 0, stream, run, touched);
}

inline void launch_write(const matrix::BlockLayout& layout, const matrix::BlockTotal* totals, const OverviewCells& out,
                         cudaStream_t stream) {
    const std::int64_t count = out.shape.rows * out.shape.cols;
    if (count == 0) return;
    launch_grid(totals_of_blocks::write, tiles(count, totals_of_blocks::threads), totals_of_blocks::threads, 0, stream,
                layout, totals, out);
}

inline void launch_sample(const matrix::PairQuestion& question, const matrix::BlockLayout& layout,
                          const matrix::SampledRows& sampled, matrix::BlockTotal* totals, cudaStream_t stream) {
    const auto samples = static_cast<std::uint64_t>(sampled.per_side * sampled.per_side);
    const int lanes = static_cast<int>(std::min<std::uint64_t>(32, std::bit_ceil(samples)));
    const std::int64_t blocks = sampled.rows * layout.grid.shape.cols;
    launch_grid(totals_of_blocks::sample, tiles(blocks * lanes, totals_of_blocks::threads), totals_of_blocks::threads,
                0, stream, question, layout, sampled, lanes, totals);
}

} // namespace pairscope::cuda::inline PAIRSCOPE_SIDE
