// SPDX-License-Identifier: MIT
#include "kernels/ladder/host_run.h"
#include "kernels/workloads/distance_matrix/problem.h"

#include <algorithm>
#include <cmath>

namespace pairscope::ladder::distance_matrix {
namespace {

constexpr std::int64_t tile_rows = 4;    // whose points are in registers
constexpr std::int64_t tile_cols = 2048; // 16 KiB of points: half of a first-level cache

/// The distances of `rows` points from `row` on to the points [first, last).
void write_tile(const DistanceMatrixProblem& problem, std::int64_t row, std::int64_t rows, std::int64_t first,
                std::int64_t last) {
    const auto out = std::get<LinearMemory>(problem.out);
    float x[tile_rows], y[tile_rows];
    for (std::int64_t k = 0; k < rows; ++k) {
        x[k] = problem.points[2 * (row + k)];
        y[k] = problem.points[2 * (row + k) + 1];
    }
    for (std::int64_t col = first; col < last; ++col) {
        const float col_x = problem.points[2 * col], col_y = problem.points[2 * col + 1];
        for (std::int64_t k = 0; k < rows; ++k) {
            const float dx = x[k] - col_x;
            const float dy = y[k] - col_y;
            out.data[(row + k) * out.pitch + col] = std::sqrt(dx * dx + dy * dy);
        }
    }
}

void launch(const Run& run) {
    const auto problem = distance_matrix_problem(run);
    for (std::int64_t row = 0; row < problem.n; row += tile_rows) {
        if (run.host->stop.stop_requested()) return;
        const std::int64_t rows = std::min(tile_rows, problem.n - row);
        for (std::int64_t col = 0; col < problem.n; col += tile_cols)
            write_tile(problem, row, rows, col, std::min(col + tile_cols, problem.n));
        if (run.host->rows_done != nullptr) *run.host->rows_done += rows;
    }
}

/// Like cpu_naive: ordinary stores read each line before they write it, so the output crosses the memory bus twice.
double predicted_bytes(const Workload& workload) {
    const double entries = static_cast<double>(workload.rows) * static_cast<double>(workload.cols);
    return 2 * sizeof(float) * entries + 2 * sizeof(float) * static_cast<double>(workload.rows);
}

} // namespace

KernelVariant cpu_blocked_variant() {
    return {
        .title = "Tiles, one thread",
        .teaches = "A tile of columns stays in the cache and serves several rows, so each point is loaded less often.",
        .wastes = "Loads were not the limit, so it gains nothing: the limit is that a single lane computes each sqrt.",
        .parent = "distance_matrix/cpu_naive",
        .backend = Backend::cpu,
        .launch = launch,
        .predicted_bytes = predicted_bytes,
        .tolerance = 1e-6};
}

} // namespace pairscope::ladder::distance_matrix
