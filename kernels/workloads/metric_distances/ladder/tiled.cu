// SPDX-License-Identifier: MIT
// Adds to one_per_thread: a block copies 16 coordinates of 128 vectors at a time into shared memory, and each thread
// keeps 4 x 4 sums in registers. A loaded coordinate serves four pairs, and four neighbouring entries are stored at
// once.
//
// Still wasted: of these metrics, only the cosine distance needs nothing but multiply-adds, and each block computes the
// lengths of its vectors again. A block waits for its coordinates before it computes.
#include "kernels/engines/cuda/launch.h"
#include "kernels/matrix/target.cuh"
#include "kernels/metrics/formulas.h"
#include "kernels/metrics/set.h"
#include "kernels/workloads/metric_distances/ladder.h"

namespace pairscope::ladder::metric_distances {
namespace {

using metrics::Set;
constexpr int side = 64;           // rows and columns of a tile
constexpr int own = 4;             // rows and columns of a thread
constexpr int across = side / own; // threads side by side: half a warp stores 256 bytes of a row
constexpr int threads = across * across;
constexpr int depth = 16;          // coordinates of each vector that are in shared memory
constexpr int padded = side + own; // vectors stay aligned, and lanes that fill a column meet in few banks
using Blocks = cuda::BlockSizes<threads>;

/// Coordinate k of vector i of a tile is stage[k][i]. Beyond the end of the set there are zeros, which are not stored.
using Stage = float[depth][padded];

__device__ void fill(const Set& set, int first, int first_dim, Stage& stage) {
    for (int i = threadIdx.x; i < side * depth; i += threads) {
        const int vector = first + i / depth, k = first_dim + i % depth;
        stage[i % depth][i / depth] = vector < set.count && k < set.dims ? set.data[vector * set.pitch + k] : 0.0f;
    }
}

/// The sums of one thread: of 4 x 4 pairs, and of the squares of its vectors.
struct Sums {
    float pairs[own][own], rows[own], cols[own];
};

template <class Formula>
__device__ void accumulate(const Stage& a, const Stage& b, int count, int first_row, int first_col, Sums& sums) {
    for (int k = 0; k < count; ++k) {
        float x[own];
        for (int r = 0; r < own; ++r) x[r] = a[k][first_row + across * r];
        const float4 quad = *reinterpret_cast<const float4*>(&b[k][first_col]);
        const float y[own] = {quad.x, quad.y, quad.z, quad.w};
#pragma unroll
        for (int r = 0; r < own; ++r) {
#pragma unroll
            for (int c = 0; c < own; ++c) sums.pairs[r][c] = Formula::added(sums.pairs[r][c], x[r], y[c]);
            if constexpr (Formula::needs_norms) {
                sums.rows[r] += x[r] * x[r];
                sums.cols[r] += y[r] * y[r];
            }
        }
    }
}

/// Stores four neighbouring entries. It stores 16 bytes at once where the row begins on such a boundary.
template <class Target> __device__ void store_quad(const Target& out, int row, int col, int cols, float4 v) {
    if (out.misalignment(row) % 4 == 0) {
        cuda::store4_inside(out, row, col, cols, v);
        return;
    }
    const float values[own] = {v.x, v.y, v.z, v.w};
    for (int k = 0; k < own; ++k) {
        if (col + k < cols) out.store(row, col + k, values[k]);
    }
}

/// A block computes a tile of 64 x 64 pairs, 16 coordinates of its vectors at a time. A thread has 4 neighbouring
/// columns in 4 rows, 16 apart.
template <class Formula, class Target> __global__ void __launch_bounds__(threads) tiled(Set set, Target out) {
    alignas(16) __shared__ Stage a, b;
    const int first_row = threadIdx.x / across, first_col = threadIdx.x % across * own;
    Sums sums{};
    for (int first_dim = 0; first_dim < set.dims; first_dim += depth) {
        if (first_dim > 0) __syncthreads(); // nobody reads the previous coordinates any more
        fill(set, blockIdx.y * side, first_dim, a);
        fill(set, blockIdx.x * side, first_dim, b);
        __syncthreads();
        accumulate<Formula>(a, b, min(depth, set.dims - first_dim), first_row, first_col, sums);
    }
    if constexpr (Formula::needs_norms) {
        for (int r = 0; r < own; ++r) {
            sums.rows[r] = Formula::weight(sums.rows[r]);
            sums.cols[r] = Formula::weight(sums.cols[r]);
        }
    }
    if constexpr (Formula::ending == pairscope::PairEnding::fraction) {
        for (int r = 0; r < own; ++r) sums.rows[r] = static_cast<float>(set.dims);
    }
    const int col = blockIdx.x * side + first_col;
#pragma unroll
    for (int r = 0; r < own; ++r) {
        const int row = blockIdx.y * side + first_row + across * r;
        if (row >= set.count) return;
        const float4 v = make_float4(Formula::entry(sums.pairs[r][0], sums.rows[r], sums.cols[0]),
                                     Formula::entry(sums.pairs[r][1], sums.rows[r], sums.cols[1]),
                                     Formula::entry(sums.pairs[r][2], sums.rows[r], sums.cols[2]),
                                     Formula::entry(sums.pairs[r][3], sums.rows[r], sums.cols[3]));
        store_quad(out, row, col, set.count, v);
    }
}

template <class Formula> void launch(const Run& run) {
    const Set set = metrics::set_of(run);
    const dim3 grid(cuda::tiles(set.count, side), cuda::tiles(set.count, side));
    cuda::with_target(run.problem.out, [&](auto target) {
        cuda::launch_grid(tiled<Formula, decltype(target)>, grid, threads, 0, run.stream, set, target);
    });
}

} // namespace

std::vector<KernelVariant> tiled_variants() {
    return pairscope::metric_distances::for_each_metric([](auto formula, const auto& entry) {
        return KernelVariant{
            .title = "Tiles of 64 x 64 pairs",
            .teaches = "A block copies coordinates into shared memory in whole sectors, and each loaded coordinate "
                       "serves four pairs of a thread. A thread stores 16 bytes at once.",
            .wastes = entry.tiled_wastes,
            .parent = "one_per_thread",
            .backend = Backend::cuda,
            .writes_surface = true,
            .blocks = Blocks::all,
            .launch = launch<decltype(formula)>};
    });
}

} // namespace pairscope::ladder::metric_distances
