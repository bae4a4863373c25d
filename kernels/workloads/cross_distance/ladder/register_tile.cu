// SPDX-License-Identifier: MIT
// A thread loads 12 or 16 vectors, four coordinates at a time, which serve 32 or 64 pairs, and it stores four
// neighbouring entries at once.
#include "kernels/engines/cuda/launch.h"
#include "kernels/workloads/cross_distance/tile.cuh"

namespace pairscope::ladder::cross_distance {
namespace {

using namespace cross_tiles;
using Blocks = cuda::BlockSizes<threads>;

template <int quads, class Target>
__global__ void __launch_bounds__(threads) register_tile(CrossSets sets, Target out) {
    __shared__ SharedQuads<tile_rows> a;
    __shared__ SharedQuads<tile_cols<quads>> b;
    const int first_row = blockIdx.y * tile_rows, first_col = blockIdx.x * tile_cols<quads>;
    const Mine<quads> mine;
    Sums<quads> sums{};
    for (int first_dim = 0; first_dim < sets.dims; first_dim += dims_at_once) {
        if (first_dim > 0) __syncthreads(); // nobody reads the previous coordinates any more
        load_rows(rows_of(sets, first_row), first_dim, a);
        load_cols<quads>(cols_of(sets, first_col), first_dim, b);
        __syncthreads();
        accumulate<Differences, quads>(a, b, quads_left(sets.dims, first_dim), mine, sums);
    }
    store_tile<quads>(sets, first_row, first_col, out, [&](int i, int j) { return sqrtf(sums[i][j]); });
}

template <int quads> void launch_with(const Run& run, const CrossSets& sets) {
    const dim3 grid(cuda::tiles(sets.cols, tile_cols<quads>), cuda::tiles(sets.rows, tile_rows));
    cuda::with_target(run.problem.out, [&](auto target) {
        cuda::launch_grid(register_tile<quads, decltype(target)>, grid, threads, 0, run.stream, sets, target);
    });
}

void launch(const Run& run) {
    const CrossSets sets = cross_sets(run);
    quads_for(sets) == 1 ? launch_with<1>(run, sets) : launch_with<2>(run, sets);
}

} // namespace

KernelVariant register_tile_variant() {
    return {
        .title = "A tile of pairs in registers",
        .teaches = "Each thread keeps a tile of pairs in registers. Each vector that it loads serves 4 or 8 pairs, so "
                   "a pair needs far fewer loads from shared memory.",
        .wastes =
            "Each multiply-add needs a subtraction first, and a block waits for its coordinates before it computes.",
        .parent = "cross_distance/shared_transposed",
        .backend = Backend::cuda,
        .writes_surface = true,
        .blocks = Blocks::all,
        .launch = launch};
}

} // namespace pairscope::ladder::cross_distance
