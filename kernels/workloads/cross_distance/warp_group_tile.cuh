// SPDX-License-Identifier: MIT
// What a warp group does besides multiplying: it brings halves into the layout of wgmma, turns sums into distances, and
// stores them. A wgmma gives a lane two neighbouring columns of eight. The columns are permuted in shared memory, so
// that a lane gets four neighbouring columns of sixteen and stores 16 bytes at once. Where rows begin anywhere, a tile
// may begin at any column in shared memory, so the columns are not permuted, and two lanes exchange entries instead.
#pragma once

#include "kernels/engines/cuda/approximate_root.cuh"
#include "kernels/engines/cuda/warp_group.cuh"
#include "kernels/workloads/cross_distance/halves.cuh"
#include "kernels/workloads/cross_distance/odd_rows.cuh"

#include <cuda/ptx>

namespace pairscope::cross_tiles::inline PAIRSCOPE_SIDE {

namespace ptx = ::cuda::ptx;
using cuda::octet_bytes;
constexpr int group_threads = 128; // four warps
constexpr int panel_rows = 64;     // rows of one product
constexpr int group_cols = 128;    // columns of one product of long vectors

/// The shuffle tells the compiler that all lanes of a warp have the same value, so that addresses are computed once per
/// warp.
__device__ inline int my_group() { return __shfl_sync(~0u, static_cast<int>(threadIdx.x) / group_threads, 0); }

/// The place in the panel of a row in which this lane has entries (it also has entries in the one 8 places below), and
/// its place in each row.
__device__ inline int lane_row() { return threadIdx.x % group_threads / 32 * 16 + threadIdx.x % 32 / 4; }
__device__ inline int lane_quad() { return threadIdx.x % 4; }

/// Which column is in this place of the permuted ones.
__device__ inline int column_of(int place) {
    return place / 16 * 16 + place % 8 / 2 * 4 + place % 16 / 8 * 2 + place % 2;
}

constexpr int vector_bytes = 16; // eight halves of a vector, in a core matrix

/// Stores four coordinates of a vector beside those of the other vectors of its octet. The four lanes of each of eight
/// vectors fill neighbouring words. The core matrices of an octet lie `apart` bytes apart.
__device__ inline void put(const QuadHalves& halves, std::byte* octet, int apart = cuda::core_matrix_bytes) {
    unsigned* const words = reinterpret_cast<unsigned*>(octet) + threadIdx.x % 32;
    const int step = apart / static_cast<int>(sizeof(unsigned));
    words[0] = halves.upper.x;
    words[step] = halves.upper.y;
    words[2 * step] = halves.lower.x;
    words[3 * step] = halves.lower.y;
}

__device__ inline float min_or_nan(float x, float y) {
    float least;
    asm("min.NaN.f32 %0, %1, %2;" : "=f"(least) : "f"(x), "f"(y));
    return least;
}

/// Adds the three products that make one of two sums of halves.
template <int count, class Rows, class Columns>
__device__ void add_products(float (&sums)[count], const Rows& upper, const Rows& lower, Columns b, bool keep) {
    cuda::add_product(sums, upper, b.lower_halves(), keep);
    cuda::add_product(sums, lower, b, true);
    cuda::add_product(sums, upper, b, true);
}

/// The first row of a warp, counted from the panel's.
template <class Target> __device__ int first_row_of(int warp) { return warp * 16 * rows_apart<Target>; }

/// A warp's part of the output.
struct Part {
    int first_row, first_col;
    const Measures* cols; ///< in shared memory
    float share;          ///< see least_share()
    bool is_inside;       ///< all of the part exists, and four neighbours may be stored at once
};

/// The distances of one row and four columns. `spare` is below 1e-30, or NaN, if one of their squares is suspect: see
/// is_suspect().
struct FourDistances {
    float4 values;
    float spare;
};
__device__ inline FourDistances four_distances(const float (&products)[4], Measures row, const Measures (&cols)[4],
                                               float share) {
    const float scale = -2.0f * row.inverse_scale;
    float v[4], least = 0.0f;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const float norms = row.norm + cols[k].norm;
        const float square = fmaf(scale * cols[k].inverse_scale, products[k], norms);
        const float spare = fmaf(-share, norms, square);
        least = k == 0 ? spare : min_or_nan(least, spare);
        v[k] = cuda::approximate_root(fabsf(square)); // the square is below zero only where it is suspect
    }
    return {make_float4(v[0], v[1], v[2], v[3]), least};
}

/// Entry k of this lane among 16 columns of a product: their place there.
template <class Target> __device__ int column_of_entry(int quad, int k) {
    return has_odd_rows<Target> ? k / 2 * 8 + quad * 2 + k % 2 : quad * 4 + k;
}

/// The measures of the columns of this lane's entries among 16 columns.
template <class Target> __device__ void load_measures(const Measures* from, Measures (&cols)[4]) {
    if constexpr (has_odd_rows<Target>) {
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            const float2 one = *reinterpret_cast<const float2*>(from + column_of_entry<Target>(lane_quad(), k));
            cols[k] = {one.x, one.y};
        }
    } else {
        from += lane_quad() * 4;
        const float4 left = *reinterpret_cast<const float4*>(from), right = *reinterpret_cast<const float4*>(from + 2);
        cols[0] = {left.x, left.y}, cols[1] = {left.z, left.w};
        cols[2] = {right.x, right.y}, cols[3] = {right.z, right.w};
    }
}

/// Stores this lane's entries among the 16 columns from `col` on. `is_inside`: all of them exist.
template <bool is_inside, class Target>
__device__ void store_entries(const Target& out, int row, int col, const CrossSets& sets, float4 v) {
    col += lane_quad() * 4;
    if (is_inside)
        out.store4(row, col, v);
    else if (row < sets.rows)
        store_quad(out, row, col, sets.cols, v);
}
/// Two neighbouring lanes exchange entries: the first one gets four neighbours of the first eight columns, and the
/// second one those of the others.
template <bool is_inside>
__device__ void store_entries(const OddRows<many_rows_apart>& out, int row, int col, const CrossSets& sets, float4 v) {
    const bool is_second = threadIdx.x % 2 == 1;
    const float got0 = __shfl_xor_sync(~0u, is_second ? v.x : v.z, 1),
                got1 = __shfl_xor_sync(~0u, is_second ? v.y : v.w, 1);
    const float4 four = is_second ? make_float4(got0, got1, v.z, v.w) : make_float4(v.x, v.y, got0, got1);
    col += (is_second ? 8 : 0) + lane_quad() / 2 * 4;
    if (row >= sets.rows) return;
    if (is_inside)
        out.store4(row, col, four);
    else
        cuda::store4_inside(out, row, col, sets.cols, four);
}
template <bool is_inside>
__device__ void store_entries(const OddRows<few_rows_apart>& out, int row, int col, const CrossSets& sets, float4 v) {
    if (row >= sets.rows) return;
    const float values[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
    for (int k = 0; k < 4; k += 2) {
        const int here = col + column_of_entry<OddRows<few_rows_apart>>(lane_quad(), k);
        if (is_inside || (here >= 0 && here + 2 <= sets.cols)) {
            out.store2(row, here, make_float2(values[k], values[k + 1]));
        } else {
            if (here >= 0 && here < sets.cols) out.store(row, here, values[k]);
            if (here + 1 >= 0 && here + 1 < sets.cols) out.store(row, here + 1, values[k + 1]);
        }
    }
}

/// Turns sums into distances and stores them. Returns one bit for each group of four entries, which is set if one of
/// its squares is too small compared with its error.
///
/// It stores 32 columns of a row and then those of the row 8 below, because the L2 cache takes both halves of a line
/// faster if they follow each other.
template <bool is_inside, int count, class Target>
__device__ unsigned store_distances(const float (&sums)[count], const Part& part, const Measures (&rows)[2],
                                    const CrossSets& sets, const Target& out) {
    unsigned suspects = 0;
#pragma unroll
    for (int line = 0; line < count / 16; ++line) {
        Measures cols[2][4];
#pragma unroll
        for (int half = 0; half < 2; ++half) load_measures<Target>(part.cols + line * 32 + half * 16, cols[half]);
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            const int below = i / 2, half = i % 2, at = 2 * line + half;
            const int row = part.first_row + (threadIdx.x % 32 / 4 + below * 8) * rows_apart<Target>;
            const int col = part.first_col + at * 16;
            const float* const mine = sums + 8 * at + 2 * below;
            const float products[4] = {mine[0], mine[1], mine[4], mine[5]};
            const FourDistances four = four_distances(products, rows[below], cols[half], part.share);
            if (!(four.spare >= 1e-30f)) suspects |= 1u << (2 * at + below);
            store_entries<is_inside>(out, row, col, sets, four.values);
        }
        if (line % 2 == 1 && line + 1 < count / 16) __syncwarp(); // keeps all stores from waiting for the last root
    }
    if constexpr (has_odd_rows<Target>) { // there may be many copies of the last vector behind the last row
        const int row = part.first_row + threadIdx.x % 32 / 4 * rows_apart<Target>;
        if (row >= sets.rows) suspects = 0;
        if (row + 8 * rows_apart<Target> >= sets.rows) suspects &= 0x55555555u;
    }
    return suspects;
}

/// Adds what a lane contributes to the square of a distance: every eighth group of four coordinates. Eight groups are
/// loaded before the first one is used, because loads that wait for each other take a microsecond each.
template <bool by_quads> __device__ float part_of_square(const float* x, const float* y, int first, int dims) {
    constexpr int at_once = 4, step = 32;
    const auto quad_at = [&](const float* from, int k) {
        if constexpr (by_quads)
            return k < dims ? *reinterpret_cast<const float4*>(from + k) : make_float4(0, 0, 0, 0);
        else
            return make_float4(k < dims ? from[k] : 0.0f, k + 1 < dims ? from[k + 1] : 0.0f,
                               k + 2 < dims ? from[k + 2] : 0.0f, k + 3 < dims ? from[k + 3] : 0.0f);
    };
    float sum = 0.0f;
    for (int k = first; k < dims; k += at_once * step) {
        float4 xs[at_once], ys[at_once];
#pragma unroll
        for (int i = 0; i < at_once; ++i) xs[i] = quad_at(x, k + i * step), ys[i] = quad_at(y, k + i * step);
#pragma unroll
        for (int i = 0; i < at_once; ++i) sum = Differences::added(sum, xs[i], ys[i]);
    }
    return sum;
}

/// Computes suspect distances of long vectors with the direct form and stores them. All lanes work together on four
/// neighbours at a time, with eight lanes per pair.
template <class Target>
__device__ __noinline__ void store_long_suspects(unsigned suspects, int first_row, int first_col, const CrossSets sets,
                                                 const Target out) {
    const int lane = threadIdx.x % 32;
    for (unsigned with_some; (with_some = __ballot_sync(~0u, suspects != 0)) != 0;) {
        const int source = __ffs(with_some) - 1, bit = __ffs(__shfl_sync(~0u, suspects, source)) - 1;
        if (lane == source) suspects &= suspects - 1;
        const int row = first_row + (source / 4 + bit % 2 * 8) * rows_apart<Target>;
        const int col = first_col + bit / 2 * 16 + column_of_entry<Target>(source % 4, lane / 8);
        const bool exists = row < sets.rows && col >= 0 && col < sets.cols;
        const float *const x = sets.a + (exists ? row : 0) * sets.a_pitch, *const y = sets.b +
                                                                                      (exists ? col : 0) * sets.b_pitch;
        float sum = sets.dims % 4 == 0 ? part_of_square<true>(x, y, lane % 8 * 4, sets.dims)
                                       : part_of_square<false>(x, y, lane % 8 * 4, sets.dims);
        for (int step = 1; step < 8; step *= 2) sum += __shfl_xor_sync(~0u, sum, step);
        if (exists && lane % 8 == 0) out.store(row, col, sqrtf(sum));
    }
}
constexpr int long_suspects = 128; // vectors with more coordinates are long

/// Computes suspect distances with the direct form and stores them. Eight lanes work together on their suspects: on
/// four entries at a time, with two lanes per pair.
template <class Target>
__device__ __noinline__ void store_suspects(unsigned suspects, int first_row, int first_col, const CrossSets sets,
                                            const Target out) {
    const int lane = threadIdx.x % 32;
    while (__any_sync(~0u, suspects != 0)) {
        const unsigned with_some = __ballot_sync(~0u, suspects != 0) >> (lane & 24) & 0xff;
        const int from = with_some != 0 ? __ffs(with_some) - 1 : 0;
        const unsigned theirs = __shfl_sync(~0u, suspects, from, 8);
        const int bit = with_some != 0 ? __ffs(theirs) - 1 : 0;
        if (with_some != 0 && lane % 8 == from) suspects &= suspects - 1;
        const int source = (lane & 24) + from;
        const int row = first_row + (source / 4 + bit % 2 * 8) * rows_apart<Target>;
        const int col = first_col + bit / 2 * 16 + column_of_entry<Target>(source % 4, lane % 8 / 2);
        const bool exists = with_some != 0 && row < sets.rows && col >= 0 && col < sets.cols;
        float sum = 0.0f;
        if (exists) {
            const float *const x = sets.a + row * sets.a_pitch, *const y = sets.b + col * sets.b_pitch;
            for (int k = lane % 2 * 4; k < sets.dims; k += 8)
                sum = Differences::added(sum, quad_of(x, k, sets.dims), quad_of(y, k, sets.dims));
        }
        sum += __shfl_xor_sync(~0u, sum, 1);
        if (exists && lane % 2 == 0) out.store(row, col, sqrtf(sum));
    }
}

template <int count, class Target>
__device__ void finish(const float (&sums)[count], const Part& part, const Measures (&rows)[2], const CrossSets& sets,
                       const Target& out) {
    const unsigned suspects = part.is_inside ? store_distances<true>(sums, part, rows, sets, out)
                                             : store_distances<false>(sums, part, rows, sets, out);
    if (!__any_sync(~0u, suspects != 0)) return;
    if (sets.dims > long_suspects)
        store_long_suspects(suspects, part.first_row, part.first_col, sets, out);
    else
        store_suspects(suspects, part.first_row, part.first_col, sets, out);
}

/// Do all entries of a tile of so many rows and columns exist, and may four neighbours be stored at once?
template <class Target>
__device__ bool is_inside(const CrossSets& sets, int first_row, int rows, int first_col, int cols, const Target& out) {
    return first_row + rows <= sets.rows && first_col + cols <= sets.cols &&
           (out.misalignment(0) | out.misalignment(1)) % 4 == 0;
}
/// Many tiles of such rows are not full, so it is always asked whether a row exists.
template <int distance>
__device__ bool is_inside(const CrossSets& sets, int, int, int first_col, int cols, const OddRows<distance>&) {
    return first_col >= 0 && first_col + cols <= sets.cols;
}

/// Calls `launch` with the target of a run, or with OddRows.
template <class Launch> void with_rows_of(const OutputTarget& output, int rows, Launch launch) {
    constexpr int few_rows = 256; // tiles of rows at a distance of eight would have less than half of their rows
    cuda::with_target(output, [&](auto target) {
        if constexpr (std::is_same_v<decltype(target), cuda::LinearTarget>) {
            if (target.pitch % 8 != 0) {
                if (rows < few_rows) return launch(OddRows<few_rows_apart>{target});
                return launch(OddRows<many_rows_apart>{target});
            }
        }
        launch(target);
    });
}

/// Starts the copy of `bytes` bytes into shared memory. The barrier counts their arrival.
__device__ inline void copy_in(void* to, const void* from, std::uint32_t bytes, std::uint64_t* barrier) {
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, to, from, bytes, barrier);
}
__device__ inline void wait_for(std::uint64_t* barrier, int phase) {
    while (!ptx::mbarrier_try_wait_parity(barrier, static_cast<std::uint32_t>(phase & 1))) {
    }
}

} // namespace pairscope::cross_tiles::inline PAIRSCOPE_SIDE
