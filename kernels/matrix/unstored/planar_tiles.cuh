// SPDX-License-Identifier: MIT
// Tiles of 256 x 256 distances or Gaussians of 2-D points that are looked at and forgotten; smaller ones for smaller
// blocks. A warp computes a tile: a lane holds eight rows in registers, and the points of the columns come from shared
// memory, two of them in one load for sixteen entries. Minimum and maximum are those of the squares, as integers, of
// three numbers at a time. So an entry takes 7.1 instructions, of which the root for the mean, 16 per clock and
// multiprocessor, is the limit.
#pragma once

#include "kernels/engines/cuda/approximate_exp2.cuh"
#include "kernels/engines/cuda/approximate_root.cuh"
#include "kernels/engines/cuda/launch.h"
#include "kernels/engines/cuda/side.h"
#include "kernels/matrix/unstored/block_panels.h"
#include "kernels/matrix/unstored/block_reduction.cuh"
#include "kernels/matrix/unstored/pair_entry.h"

namespace pairscope::cuda::inline PAIRSCOPE_SIDE {
namespace planar {

using matrix::BlockTotal;
using matrix::PanelRun;

constexpr int warps = 4;         // per block: tiles below each other, which share the points of the columns
constexpr int pairs_summed = 16; // pairs of columns: at most 256 entries of a lane are summed up in float32
constexpr float log2_of_e = 1.442695041f;

/// What a lane, then a warp has found. Extremes are those of the squared distances.
struct Found {
    float low, high;
    double sum, count;
};

__device__ inline float square(float2 a, float2 b) {
    const float dx = a.x - b.x, dy = a.y - b.y;
    return dx * dx + dy * dy;
}

/// The entry with that square, for the mean, to about 2^-22. `factor` is that of the exponent of 2.
template <PairEnding ending> __device__ float entry_of(float square, float factor) {
    if constexpr (ending == PairEnding::root) return approximate_root(square);
    if constexpr (ending == PairEnding::gaussian) return approximate_exp2(factor * square);
    return square;
}

/// Differences of such coordinates have finite squares.
__device__ inline bool is_tame(float2 point) { return fabsf(point.x) < 1e17f && fabsf(point.y) < 1e17f; }

/// All points are tame: squares are neither infinite nor NaN, and order like their bits. The rows of a lane are 32
/// apart, so that lanes load neighbours.
template <PairEnding ending, int rows_of_lane>
__device__ Found look_at_tame_points(const float2 (&row)[rows_of_lane], const float4* columns, float factor) {
    constexpr int side = 32 * rows_of_lane, pairs = side / 2;
    constexpr int chains = rows_of_lane < 4 ? rows_of_lane : 4; // extremes that do not wait for each other
    unsigned low[chains], high[chains];
    for (int c = 0; c < chains; ++c) {
        low[c] = ~0u;
        high[c] = 0;
    }
    double total = 0.0;
    for (int begin = 0; begin < pairs; begin += pairs_summed) {
        float sum[rows_of_lane] = {};
#pragma unroll 4
        for (int k = 0; k < pairs_summed; ++k) {
            const float4 pair = columns[begin + k];
#pragma unroll
            for (int r = 0; r < rows_of_lane; ++r) {
                const float first = square(row[r], make_float2(pair.x, pair.y));
                const float second = square(row[r], make_float2(pair.z, pair.w));
                const unsigned a = __float_as_uint(first), b = __float_as_uint(second);
                low[r % chains] = __vimin3_u32(low[r % chains], a, b);
                high[r % chains] = __vimax3_u32(high[r % chains], a, b);
                sum[r] += entry_of<ending>(first, factor) + entry_of<ending>(second, factor);
            }
        }
#pragma unroll
        for (int step = 1; step < rows_of_lane; step *= 2) {
#pragma unroll
            for (int r = 0; r < rows_of_lane; r += 2 * step) sum[r] += sum[r + step];
        }
        total += sum[0];
    }
    for (int c = 1; c < chains; ++c) {
        low[0] = min(low[0], low[c]);
        high[0] = max(high[0], high[c]);
    }
    return {__uint_as_float(low[0]), __uint_as_float(high[0]), total, static_cast<double>(rows_of_lane * side)};
}

/// Some points are far away, no numbers, or beyond the end of the set, where they are NaN.
template <int rows_of_lane>
__device__ Found look_at_wild_points(const float2 (&row)[rows_of_lane], const float2* columns,
                                     const matrix::PairQuestion& question) {
    constexpr int side = 32 * rows_of_lane;
    Found found{__int_as_float(0x7f800000), __int_as_float(0xff800000), 0.0, 0.0}; // both infinities
    for (int k = 0; k < side; ++k) {
        double sum = 0.0; // the float32 sum of finite entries might overflow
        int count = 0;
#pragma unroll
        for (int r = 0; r < rows_of_lane; ++r) {
            const float s = square(row[r], columns[k]);
            const bool is_number = s == s;
            found.low = fminf(found.low, s); // both functions return the number if one argument is NaN
            found.high = fmaxf(found.high, s);
            sum += is_number ? matrix::entry_of_sum(question, s) : 0.0f;
            count += is_number;
        }
        found.sum += sum;
        found.count += count;
    }
    return found;
}

__device__ inline BlockTotal total_of(const Found& found, const matrix::PairQuestion& question) {
    if (found.count == 0.0) return {};
    const float a = matrix::entry_of_sum(question, found.low), b = matrix::entry_of_sum(question, found.high);
    return {.min = fminf(a, b), .max = fmaxf(a, b), .sum = found.sum, .count = found.count};
}

template <PairEnding ending, int rows_of_lane>
__global__ void __launch_bounds__(32 * warps) look_at_tiles(const PanelRun run) {
    constexpr int side = 32 * rows_of_lane;
    __shared__ float4 columns[side / 2];
    const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
    const std::int64_t row_in_panel = static_cast<std::int64_t>(blockIdx.y) * warps + warp;
    const std::int64_t tile_row = run.panel.first_row + row_in_panel, tile_col = run.panel.first_col + blockIdx.x;
    const bool has_work =
        row_in_panel < run.panel.rows && run.layout.weight_of_tile(tile_row, tile_col, run.panel.parts) > 0;
    if (!__syncthreads_or(has_work)) return;
    const auto* const a = static_cast<const float2*>(run.question.a.data);
    const auto* const b = static_cast<const float2*>(run.question.b.data);
    const float nan = __int_as_float(0x7fffffff);
    const std::int64_t first_row = run.layout.grid.first_row + tile_row * side;
    const std::int64_t first_col = run.layout.grid.first_col + tile_col * side;
    bool tame = true;
    for (int i = static_cast<int>(threadIdx.x); i < side; i += 32 * warps) {
        const float2 point = first_col + i < run.layout.matrix.cols ? b[first_col + i] : make_float2(nan, nan);
        tame = tame && is_tame(point);
        reinterpret_cast<float2*>(columns)[i] = point;
    }
    float2 row[rows_of_lane];
#pragma unroll
    for (int r = 0; r < rows_of_lane; ++r) {
        const std::int64_t at = first_row + lane + 32 * r;
        row[r] = at < run.layout.matrix.rows ? a[at] : make_float2(nan, nan);
        tame = tame && (is_tame(row[r]) || !has_work);
    }
    const bool all_tame = __syncthreads_and(tame);
    if (!has_work) return;
    const float factor = run.question.factor * log2_of_e;
    const Found found = all_tame ? look_at_tame_points<ending>(row, columns, factor)
                                 : look_at_wild_points(row, reinterpret_cast<float2*>(columns), run.question);
    const BlockTotal total = sum_of_lanes(total_of(found, run.question), 32);
    if (lane == 0) run.parts[row_in_panel * run.panel.cols + blockIdx.x] = total;
}

} // namespace planar

template <int rows_of_lane> void launch_planar_tiles_of(const matrix::PanelRun& run, cudaStream_t stream) {
    const dim3 grid(static_cast<unsigned>(run.panel.cols), tiles(run.panel.rows, planar::warps));
    constexpr int threads = 32 * planar::warps;
    switch (run.question.formula.ending) {
    case PairEnding::sum:
    case PairEnding::fraction: // has other terms, and so have the next ones
    case PairEnding::one_minus:
    case PairEnding::arc:
        return launch_grid(planar::look_at_tiles<PairEnding::sum, rows_of_lane>, grid, threads, 0, stream, run);
    case PairEnding::root:
        return launch_grid(planar::look_at_tiles<PairEnding::root, rows_of_lane>, grid, threads, 0, stream, run);
    case PairEnding::gaussian:
        return launch_grid(planar::look_at_tiles<PairEnding::gaussian, rows_of_lane>, grid, threads, 0, stream, run);
    }
}

/// Tiles have a side of 64, 128 or 256 entries.
inline void launch_planar_tiles(std::int64_t side, const matrix::PanelRun& run, cudaStream_t stream) {
    if (side == 64)
        launch_planar_tiles_of<2>(run, stream);
    else if (side == 128)
        launch_planar_tiles_of<4>(run, stream);
    else
        launch_planar_tiles_of<8>(run, stream);
}

} // namespace pairscope::cuda::inline PAIRSCOPE_SIDE
