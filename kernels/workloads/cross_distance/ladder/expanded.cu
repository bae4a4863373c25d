// SPDX-License-Identifier: MIT
// The distances of vectors that are close to each other and far from zero can be wrong, and equal vectors need not have
// the distance 0. So this variant is judged relative to the norms; expanded_compensated corrects it.
//
// A GPU counts three shared loads fewer per warp than the trace, because nvcc loads the norms of four columns at once.
#include "kernels/engines/cuda/approximate_root.cuh"
#include "kernels/engines/cuda/launch.h"
#include "kernels/workloads/cross_distance/norms.cuh"

namespace pairscope::ladder::cross_distance {
namespace {

using namespace cross_tiles;
using Blocks = cuda::BlockSizes<threads>;

template <int quads, class Target> __global__ void __launch_bounds__(threads) expanded(CrossSets sets, Target out) {
    __shared__ SharedQuads<tile_rows> a;
    __shared__ SharedQuads<tile_cols<quads>> b;
    __shared__ float norms[Norms<quads>::count];
    const int first_row = blockIdx.y * tile_rows, first_col = blockIdx.x * tile_cols<quads>;
    const Mine<quads> mine;
    Sums<quads> sums{};
    Norms<quads> my_norms;
    for (int first_dim = 0; first_dim < sets.dims; first_dim += dims_at_once) {
        if (first_dim > 0) __syncthreads(); // nobody reads the previous coordinates any more
        load_rows(rows_of(sets, first_row), first_dim, a);
        load_cols<quads>(cols_of(sets, first_col), first_dim, b);
        __syncthreads();
        my_norms.add(a, b); // this needs no extra kernel, because the coordinates are here
        accumulate<Products, quads>(a, b, quads_left(sets.dims, first_dim), mine, sums);
    }
    my_norms.share(norms);
    __syncthreads();
    const MyNorms<quads> both(norms, mine);
    store_tile<quads>(sets, first_row, first_col, out, [&](int i, int j) {
        return cuda::approximate_root(expanded_square(both.rows[i] + both.cols[j], sums[i][j]));
    });
}

template <int quads> void launch_with(const Run& run, const CrossSets& sets) {
    const dim3 grid(cuda::tiles(sets.cols, tile_cols<quads>), cuda::tiles(sets.rows, tile_rows));
    cuda::with_target(run.problem.out, [&](auto target) {
        cuda::launch_grid(expanded<quads, decltype(target)>, grid, threads, 0, run.stream, sets, target);
    });
}

void launch(const Run& run) {
    const CrossSets sets = cross_sets(run);
    quads_for(sets) == 1 ? launch_with<1>(run, sets) : launch_with<2>(run, sets);
}

} // namespace

KernelVariant expanded_variant() {
    return {.title = "Norms and a product",
            .teaches = "The square of a distance is |x|^2 + |y|^2 - 2 x.y. This expanded form needs one multiply-add "
                       "per coordinate instead of two instructions, but close pairs lose digits.",
            .wastes = "The error is relative to the norms, so the distances of close pairs can be wrong. A block still "
                      "waits for its coordinates before it computes.",
            .parent = "cross_distance/register_tile",
            .backend = Backend::cuda,
            .writes_surface = true,
            .form = "expanded",
            .blocks = Blocks::all,
            .launch = launch,
            .of_norms = 1e-6};
}

} // namespace pairscope::ladder::cross_distance
