// SPDX-License-Identifier: MIT
// What a warp group does besides multiplying: it brings halves into the layout of wgmma, turns sums into distances, and
// stores them. A wgmma gives a lane two neighbouring columns of eight. The columns are permuted in shared memory, so
// that a lane gets four neighbouring columns of sixteen and stores 16 bytes at once.
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

/// Stores four coordinates of a vector beside those of the other vectors of its octet. The four lanes of each of eight
/// vectors fill neighbouring words.
__device__ inline void put(const QuadHalves& halves, std::byte* octet) {
    unsigned* const words = reinterpret_cast<unsigned*>(octet) + threadIdx.x % 32;
    words[0] = halves.upper.x;
    words[32] = halves.upper.y;
    words[64] = halves.lower.x;
    words[96] = halves.lower.y;
}

__device__ inline float min_or_nan(float x, float y) {
    float least;
    asm("min.NaN.f32 %0, %1, %2;" : "=f"(least) : "f"(x), "f"(y));
    return least;
}

/// Adds the three products that make one of two sums of halves.
template <int count, class Rows>
__device__ void add_products(float (&sums)[count], const Rows& upper, const Rows& lower, cuda::CoreMatrices b,
                             bool keep) {
    cuda::add_product(sums, upper, b.lower_halves(), keep);
    cuda::add_product(sums, lower, b, true);
    cuda::add_product(sums, upper, b, true);
}

/// The first row of a warp, counted from the panel's.
template <class Target> __device__ int first_row_of(int warp) { return warp * 2 * below_apart<Target>; }

/// A warp's part of the output.
struct Part {
    int first_row, first_col;
    const Measures* cols; ///< in shared memory
    float share;          ///< see least_share()
    bool is_inside;       ///< all of the part exists, and four neighbours may be stored at once
};

/// The distances of one row and four neighbouring columns. `spare` is below 1e-30, or NaN, if one of their squares is
/// suspect: see is_suspect().
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

/// Turns sums into distances and stores them. Returns one bit for each group of four neighbours, which is set if one of
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
        for (int half = 0; half < 2; ++half) {
            const Measures* const from = part.cols + line * 32 + half * 16 + lane_quad() * 4;
            const float4 left = *reinterpret_cast<const float4*>(from),
                         right = *reinterpret_cast<const float4*>(from + 2);
            cols[half][0] = {left.x, left.y}, cols[half][1] = {left.z, left.w};
            cols[half][2] = {right.x, right.y}, cols[half][3] = {right.z, right.w};
        }
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            const int below = i / 2, half = i % 2, at = 2 * line + half;
            const int row = part.first_row + threadIdx.x % 32 / 4 + below * 8;
            const int col = part.first_col + at * 16 + lane_quad() * 4;
            const float* const mine = sums + 8 * at + 2 * below;
            const float products[4] = {mine[0], mine[1], mine[4], mine[5]};
            const FourDistances four = four_distances(products, rows[below], cols[half], part.share);
            if (!(four.spare >= 1e-30f)) suspects |= 1u << (2 * at + below);
            if (is_inside)
                out.store4(row, col, four.values);
            else if (row < sets.rows)
                store_quad(out, row, col, sets.cols, four.values);
        }
        if (line % 2 == 1 && line + 1 < count / 16) __syncwarp(); // keeps all stores from waiting for the last root
    }
    return suspects;
}

/// The same for rows that begin anywhere.
template <bool is_inside, int count>
__device__ unsigned store_distances(const float (&sums)[count], const Part& part, const Measures (&rows)[2],
                                    const CrossSets& sets, const OddRows& out) {
    constexpr int ats = count / 8;
    float values[2][ats][4];
    unsigned suspects = 0;
#pragma unroll
    for (int at = 0; at < ats; ++at) {
        const Measures* const from = part.cols + at * 16 + lane_quad() * 4;
        const float4 left = *reinterpret_cast<const float4*>(from), right = *reinterpret_cast<const float4*>(from + 2);
        const Measures cols[4] = {{left.x, left.y}, {left.z, left.w}, {right.x, right.y}, {right.z, right.w}};
#pragma unroll
        for (int below = 0; below < 2; ++below) {
            const float* const mine = sums + 8 * at + 2 * below;
            const float products[4] = {mine[0], mine[1], mine[4], mine[5]};
            const FourDistances four = four_distances(products, rows[below], cols, part.share);
            if (!(four.spare >= 1e-30f)) suspects |= 1u << (2 * at + below);
            values[below][at][0] = four.values.x, values[below][at][1] = four.values.y;
            values[below][at][2] = four.values.z, values[below][at][3] = four.values.w;
        }
    }
#pragma unroll 1 // so that there is one copy of the code below, which otherwise takes microseconds to be fetched
    for (int below = 0; below < 2; ++below) {
        const int first_row = part.first_row + below * below_apart<OddRows>;
        const int row = first_row + threadIdx.x % 32 / 4 * rows_apart<OddRows>;
        const RowPart mine(out, first_row, part.first_col, 2 * count - overlap_of<OddRows>, sets.cols);
        if (is_inside)
            store_inside(out, values[0], row, part.first_col, mine);
        else
            store_at_ends(out, values[0], row, sets.rows, part.first_col, mine);
#pragma unroll
        for (int at = 0; at < ats; ++at)
#pragma unroll
            for (int k = 0; k < 4; ++k) values[0][at][k] = values[1][at][k];
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
        const int row = first_row + source / 4 * rows_apart<Target> + bit % 2 * below_apart<Target>;
        const int col = first_col + bit / 2 * 16 + source % 4 * 4 + lane / 8;
        const bool exists = row < sets.rows && col < sets.cols;
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
/// four neighbours at a time, with two lanes per pair.
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
        const int row = first_row + source / 4 * rows_apart<Target> + bit % 2 * below_apart<Target>;
        const int col = first_col + bit / 2 * 16 + source % 4 * 4 + lane % 8 / 2;
        const bool exists = with_some != 0 && row < sets.rows && col < sets.cols;
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

template <class Target>
__device__ bool is_inside(const CrossSets& sets, int last_row, int last_col, const Target& out) {
    return last_row < sets.rows && last_col < sets.cols && (out.misalignment(0) | out.misalignment(1)) % 4 == 0;
}
/// Of a row that begins anywhere, the first columns are stored one by one.
__device__ inline bool is_inside(const CrossSets& sets, int last_row, int last_col, const OddRows&) {
    return last_row < sets.rows && last_col < sets.cols && last_col >= group_cols;
}

/// Calls `launch` with the target of a run, or with OddRows.
template <class Launch> void with_rows_of(const OutputTarget& output, Launch launch) {
    cuda::with_target(output, [&](auto target) {
        if constexpr (std::is_same_v<decltype(target), cuda::LinearTarget>) {
            if (target.pitch % 8 != 0) return launch(OddRows{target});
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
