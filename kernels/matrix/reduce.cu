// SPDX-License-Identifier: MIT
// A matrix reduced by a whole factor: every entry is read once, by lanes that lie along a row.
#include "kernels/engines/cuda/check.h"
#include "kernels/engines/cuda/launch.h"
#include "kernels/matrix/passes.h"
#include "kernels/matrix/source.cuh"

#include <algorithm>
#include <limits>

namespace pairscope::cuda {
namespace {

constexpr int warps = 8;             // warps per block; each warp computes the cells of one row
constexpr int groups = 4;            // columns a lane reads side by side: loads that wait together
constexpr int columns = 32 * groups; // that a warp reads side by side
constexpr int rows_together = 2;     // that a lane reads before it looks at any; 4 of them take too many registers
constexpr float infinity = std::numeric_limits<float>::infinity();

/// What is known of the numbers among some entries.
struct Part {
    float min, max, sum, count;

    __device__ void add(float entry) {
        const bool number = entry == entry;
        min = fminf(min, entry); // both return the number if one argument is NaN
        max = fmaxf(max, entry);
        sum += number ? entry : 0.0f;
        count += number ? 1.0f : 0.0f;
    }
};

/// Adds up many more entries than a Part holds exactly.
struct Total {
    float min, max;
    double sum, count;

    __device__ void add(const Part& part) {
        min = fminf(min, part.min);
        max = fmaxf(max, part.max);
        sum += part.sum;
        count += part.count;
    }
};

__device__ void write_cell(const OverviewCells& out, int row, int col, const Total& total) {
    const bool any = total.count > 0.0;
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float min = any ? total.min : nan, max = any ? total.max : nan;
    const float mean = any ? static_cast<float>(total.sum / total.count) : nan;
    if (out.min == nullptr) {
        surf2Dwrite(make_float4(min, mean, max, 1.0f), out.surface.handle, col * 16, row, cudaBoundaryModeZero);
        return;
    }
    const std::int64_t cell = row * out.shape.cols + col;
    out.min[cell] = min;
    out.mean[cell] = mean;
    out.max[cell] = max;
}

struct Question {
    int rows, cols, factor;
    int cells; ///< side by side, of one warp: they fill its columns; 1 if a cell is wider than these
};

/// Looks at columns col, col + 32, ... (those from end_col on repeat the last one) of the rows first to end - 1.
template <class Source>
__device__ void look_at_columns(const Source& matrix, int col, int end_col, int first, int end, Part (&part)[groups]) {
    int at[groups];
    for (int g = 0; g < groups; ++g) {
        at[g] = min(col + g * 32, end_col - 1);
        part[g] = {infinity, -infinity, 0.0f, 0.0f};
    }
    int row = first;
    for (; row + rows_together <= end; row += rows_together) {
        float entry[rows_together][groups];
        for (int k = 0; k < rows_together; ++k) {
            for (int g = 0; g < groups; ++g) entry[k][g] = matrix.load(row + k, at[g]);
        }
        for (int k = 0; k < rows_together; ++k) {
            for (int g = 0; g < groups; ++g) part[g].add(entry[k][g]);
        }
    }
    for (; row < end; ++row) {
        for (int g = 0; g < groups; ++g) part[g].add(matrix.load(row, at[g]));
    }
}

// First each lane looks at whole columns of its warp's cells, from the cells' first row to their last; then one lane
// folds the columns of a cell. The second half is a few hundred steps for 30 x 128 entries, and other warps read
// meanwhile. H200, n = 30336, by 15: 1.07 ms from a texture, 1.17 ms from linear memory; reading alone takes 0.81.
template <class Source> __global__ void reduce_cells(Source matrix, Question q, OverviewCells out) {
    __shared__ Part parts[warps][columns];
    Part* const mine = parts[threadIdx.y];
    const int cell_row = blockIdx.y * warps + threadIdx.y;
    const int first_row = cell_row * q.factor, end_row = min(first_row + q.factor, q.rows);
    const int first_col = blockIdx.x * q.cells * q.factor, end_col = min(first_col + q.cells * q.factor, q.cols);
    Total wide{infinity, -infinity, 0.0, 0.0};
    for (int chunk = first_col; chunk < end_col; chunk += columns) { // once, if the cells are not wider than `columns`
        Part part[groups];
        look_at_columns(matrix, chunk + static_cast<int>(threadIdx.x), end_col, first_row, end_row, part);
        for (int g = 0; g < groups; ++g) mine[g * 32 + threadIdx.x] = part[g];
        __syncwarp();
        for (int cell = threadIdx.x; cell < q.cells; cell += 32) {
            const int begin = cell * q.factor, end = min(min(begin + q.factor, columns), end_col - chunk);
            Total total = q.cells == 1 ? wide : Total{infinity, -infinity, 0.0, 0.0};
            for (int k = begin; k < end; ++k) total.add(mine[k]);
            const int col = first_col / q.factor + cell;
            if (q.cells == 1) wide = total;
            if (chunk + columns >= end_col && cell_row < out.shape.rows && col < out.shape.cols)
                write_cell(out, cell_row, col, total);
        }
        __syncwarp();
    }
}

} // namespace

void reduce_matrix(const OutputTarget& matrix, MatrixShape shape, std::int64_t factor, const OverviewCells& cells,
                   cudaStream_t stream) {
    const Question question{.rows = static_cast<int>(shape.rows),
                            .cols = static_cast<int>(shape.cols),
                            .factor = static_cast<int>(factor),
                            .cells = static_cast<int>(std::max<std::int64_t>(1, columns / factor))};
    const dim3 grid(tiles(cells.shape.cols, question.cells), tiles(cells.shape.rows, warps));
    with_source(matrix, [&](auto source) {
        launch_grid(reduce_cells<decltype(source)>, grid, dim3(32, warps), 0, stream, source, question, cells);
    });
    check(cudaGetLastError());
}

} // namespace pairscope::cuda
