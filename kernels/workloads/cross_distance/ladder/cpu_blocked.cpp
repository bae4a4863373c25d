// SPDX-License-Identifier: MIT
#include "kernels/ladder/host_run.h"
#include "kernels/workloads/cross_distance/problem.h"

#include <algorithm>
#include <cmath>

namespace pairscope::ladder::cross_distance {
namespace {

constexpr int tile_rows = 4;
constexpr int tile_floats = 4096; // coordinates of the second set: 16 KiB, half of a first-level cache

/// The distances of `rows` vectors from `row` on to the vectors [first, last).
void write_tile(const CrossSets& sets, const LinearMemory& out, int row, int rows, int first, int last) {
    const float* x[tile_rows];
    for (int i = 0; i < tile_rows; ++i) x[i] = sets.a + std::min(row + i, sets.rows - 1) * sets.a_pitch;
    for (int col = first; col < last; ++col) {
        const float* const y = sets.b + col * sets.b_pitch;
        float sums[tile_rows]{};
        for (int k = 0; k < sets.dims; ++k)
            for (int i = 0; i < tile_rows; ++i) {
                const float difference = x[i][k] - y[k];
                sums[i] += difference * difference;
            }
        for (int i = 0; i < rows; ++i) out.data[(row + i) * out.pitch + col] = std::sqrt(sums[i]);
    }
}

void launch(const Run& run) {
    const CrossSets sets = cross_sets(run);
    const auto out = std::get<LinearMemory>(run.problem.out);
    const int tile_cols = std::max(tile_floats / sets.dims, 1);
    for (int row = 0; row < sets.rows; row += tile_rows) {
        if (run.host->stop.stop_requested()) return;
        const int rows = std::min(tile_rows, sets.rows - row);
        for (int col = 0; col < sets.cols; col += tile_cols)
            write_tile(sets, out, row, rows, col, std::min(col + tile_cols, sets.cols));
        if (run.host->rows_done != nullptr) *run.host->rows_done += rows;
    }
}

} // namespace

KernelVariant cpu_blocked_variant() {
    return {.title = "Four rows at a time, one thread",
            .teaches =
                "Four sums that do not wait for each other keep the core busy, and they share each loaded coordinate.",
            .wastes = "One lane of the vector unit and one core do all of the work.",
            .parent = "cross_distance/cpu_naive",
            .backend = Backend::cpu,
            .launch = launch};
}

} // namespace pairscope::ladder::cross_distance
