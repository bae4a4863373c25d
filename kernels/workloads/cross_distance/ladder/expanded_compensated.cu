// SPDX-License-Identifier: MIT
// The middle of the sets is subtracted from all vectors, which makes the norms small. Each 32 coordinates have a sum of
// their own, which keeps the error of the products small. A pair whose square is small compared with that error is put
// on a list and computed again with the direct form. All threads of a block share the list, because lanes with such
// pairs would keep the other lanes of their warp waiting.
//
// A GPU counts three shared loads fewer per warp than the trace, because nvcc loads the norms of four columns at once.
// It counts up to 20 % more shared stores, because it also counts the three warps that skip the store of the zero
// count, and because nvcc unrolls the loop over the entries, so that the suspects of each entry have a store of their
// own. The order of the list differs from run to run, and with it the sectors that are read again.
#include "kernels/engines/cuda/approximate_root.cuh"
#include "kernels/engines/cuda/launch.h"
#include "kernels/workloads/cross_distance/norms.cuh"
#include "kernels/workloads/cross_distance/recheck.cuh"

namespace pairscope::ladder::cross_distance {
namespace {

using namespace cross_tiles;
using Blocks = cuda::BlockSizes<threads>;
constexpr int quads = 1; // the registers must have room for a second set of sums
constexpr int cols = tile_cols<quads>;
constexpr int dims_per_sum = 32;
constexpr int most_dims = 1024;

/// The largest possible error of a square, relative to the norms. A sum of n terms has an error of at most n 2^-24
/// times the sum of their magnitudes. A product is a sum of sums of 32 terms, and a norm is a sum of sums of 16 terms.
/// The 8 covers the shift and the last additions.
double largest_error(int dims) {
    const double product = min(dims, dims_per_sum) + dims / 32.0, norm = min(dims, dims_at_once) + dims / 16.0;
    return (8.0 + product + norm) * 0x1p-24;
}

__device__ float4 minus(float4 x, float4 y) { return make_float4(x.x - y.x, x.y - y.y, x.z - y.z, x.w - y.w); }

/// Subtracts the middle from the coordinates in shared memory that this thread has loaded.
template <int count> __device__ void shift(SharedQuads<count>& vectors, const float4* center, int first_dim) {
    for (int at = threadIdx.x; at < count * quads_at_once; at += threads) {
        float4& x = vectors[at % quads_at_once][at / quads_at_once];
        x = minus(x, center[first_dim / 4 + at % quads_at_once]);
    }
}

/// Adds the sums to the totals and begins new ones.
__device__ void close_sums(Sums<quads>& sums, Sums<quads>& totals) {
    for (int at = 0; at < rows_per_thread * 4 * quads; ++at) {
        totals[at / (4 * quads)][at % (4 * quads)] += sums[at / (4 * quads)][at % (4 * quads)];
        sums[at / (4 * quads)][at % (4 * quads)] = 0.0f;
    }
}

template <class Target>
__global__ void __launch_bounds__(threads) expanded_compensated(CrossSets sets, float share, Target out) {
    __shared__ SharedQuads<tile_rows> a;
    __shared__ SharedQuads<cols> b;
    __shared__ float norms[Norms<quads>::count];
    __shared__ float4 center[most_dims / 4];
    __shared__ unsigned short places[tile_rows * cols];
    __shared__ unsigned suspect_count;
    const int first_row = blockIdx.y * tile_rows, first_col = blockIdx.x * cols;
    const int dims_with_zeros = (sets.dims + dims_at_once - 1) / dims_at_once * dims_at_once;
    for (int k = threadIdx.x; k < dims_with_zeros; k += threads)
        reinterpret_cast<float*>(center)[k] = k < sets.dims ? middle(sets, k) : 0.0f;
    if (threadIdx.x == 0) suspect_count = 0;
    __syncthreads();
    const Mine<quads> mine;
    Sums<quads> sums{}, totals{};
    Norms<quads> my_norms;
    for (int first_dim = 0; first_dim < sets.dims; first_dim += dims_at_once) {
        if (first_dim > 0) __syncthreads(); // nobody reads the previous coordinates any more
        load_rows(rows_of(sets, first_row), first_dim, a);
        load_cols<quads>(cols_of(sets, first_col), first_dim, b);
        shift<tile_rows>(a, center, first_dim);
        shift<cols>(b, center, first_dim);
        __syncthreads();
        my_norms.add(a, b);
        accumulate<Products, quads>(a, b, quads_left(sets.dims, first_dim), mine, sums);
        if ((first_dim + dims_at_once) % dims_per_sum == 0) close_sums(sums, totals);
    }
    close_sums(sums, totals);
    my_norms.share(norms);
    __syncthreads();
    const Suspects<unsigned short> suspects{places, &suspect_count};
    const MyNorms<quads> both(norms, mine);
    store_tile<quads>(sets, first_row, first_col, out, [&](int i, int j) {
        const int row = mine.row(i), col = mine.col(j / 4) + j % 4;
        const float sum = usable_norm(both.rows[i]) + usable_norm(both.cols[j]);
        const float square = expanded_square(sum, totals[i][j]);
        if (is_suspect(square, sum, share) && first_col + col < sets.cols) suspects.add(row * cols + col);
        return cuda::approximate_root(square);
    });
    __syncthreads();
    store_again<threads>(sets, first_row, first_col, cols, places, static_cast<int>(suspect_count), out);
}

void launch(const Run& run) {
    const CrossSets sets = cross_sets(run);
    const dim3 grid(cuda::tiles(sets.cols, cols), cuda::tiles(sets.rows, tile_rows));
    const float share = least_share(largest_error(sets.dims), rechecked_tolerance, sets.dims);
    cuda::with_target(run.problem.out, [&](auto target) {
        cuda::launch_grid(expanded_compensated<decltype(target)>, grid, threads, 0, run.stream, sets, share, target);
    });
}

} // namespace

KernelVariant expanded_compensated_variant() {
    return {.title = "Norms and a product, corrected",
            .teaches = "The expanded form is right for all pairs if the sets are centred first and close pairs are "
                       "computed again with the direct form.",
            .wastes = "It leaves the tensor cores idle, which multiply matrices many times as fast.",
            .parent = "cross_distance/expanded",
            .backend = Backend::cuda,
            .writes_surface = true,
            .form = "expanded",
            .blocks = Blocks::all,
            .launch = launch,
            .tolerance = rechecked_tolerance};
}

} // namespace pairscope::ladder::cross_distance
