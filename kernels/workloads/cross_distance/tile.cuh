// SPDX-License-Identifier: MIT
// What the variants that keep a tile of the output in registers share: who computes which entries, how the vectors lie
// in shared memory, and the stores.
//
// A block of four warps has a tile of 64 rows and 64 or 128 columns. A thread has 8 rows, four apart, and one or two
// groups of 4 neighbouring columns, so that a warp stores 128 bytes in each of 4 neighbouring rows: whole sectors of
// linear memory (8 x 1 entries) and of a texture (4 x 2).
#pragma once

#include "kernels/engines/cuda/side.h"
#include "kernels/matrix/target.cuh"
#include "kernels/workloads/cross_distance/problem.h"

#include <cuda_runtime.h>

namespace pairscope::cross_tiles::inline PAIRSCOPE_SIDE {

constexpr int threads = 128;
constexpr int tile_rows = 64;
constexpr int rows_per_thread = 8;
constexpr int dims_at_once = 16;
constexpr int quads_at_once = dims_at_once / 4;
/// Unused vectors at the end of each row of shared memory. The 8 lanes that store 16 bytes at the same time have 2
/// vectors and 4 quads of coordinates. With this padding they use all banks.
constexpr int padding = 2;
template <int quads> constexpr int tile_cols = 64 * quads;

/// Four coordinates of each vector of a tile: shared[k / 4][place_of(vector)].
template <int count> using SharedQuads = float4[quads_at_once][count + padding];

/// The entries of this thread, counted from the tile's corner. A lane has the same columns as lane xor 1 and the same
/// rows as lane xor 2. Only then does shared memory serve the 16-byte loads of all 32 lanes at once, instead of those
/// of 8 lanes. Eight consecutive lanes have two neighbouring rows, and fill whole sectors of a texture.
template <int quads> struct Mine {
    int first_row, first_col;

    __device__ Mine() {
        const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
        const int down = (lane & 1) | (lane >> 3 & 2), across = lane >> 1 & 7;
        first_row = warp / 2 * 32 + down;
        first_col = warp % 2 * 32 * quads + across * 4;
    }
    __device__ int row(int i) const { return first_row + 4 * i; }
    __device__ int col(int quad) const { return first_col + 32 * quad; }
};

/// Where a vector of the second set lies. The vectors that 8 lanes read together are neighbours there, in different
/// banks.
__device__ inline int place_of(int col) { return (col & ~31) + col % 4 * 8 + col % 32 / 4; }
__device__ inline int col_at(int place) { return (place & ~31) + place % 8 * 4 + place / 8 % 4; }

/// The vectors of one set. A block works on those from `first` on.
struct Vectors {
    const float* data;
    int pitch, count, dims, first;
};
__device__ inline Vectors rows_of(const CrossSets& sets, int first) {
    return {sets.a, sets.a_pitch, sets.rows, sets.dims, first};
}
__device__ inline Vectors cols_of(const CrossSets& sets, int first) {
    return {sets.b, sets.b_pitch, sets.cols, sets.dims, first};
}

/// Where a vector begins. After the last vector this is the last vector again; distances of such copies are not stored.
__device__ inline const float* vector_at(const Vectors& set, int index) {
    return set.data + min(set.first + index, set.count - 1) * set.pitch;
}

/// Coordinates k to k + 3; 0 where there are none. Vectors begin on 16-byte boundaries only if their length is a
/// multiple of four.
__device__ inline float4 quad_of(const float* vector, int k, int dims) {
    if (dims % 4 == 0 && k < dims) return *reinterpret_cast<const float4*>(vector + k);
    float4 v = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    if (k < dims) v.x = vector[k];
    if (k + 1 < dims) v.y = vector[k + 1];
    if (k + 2 < dims) v.z = vector[k + 2];
    if (k + 3 < dims) v.w = vector[k + 3];
    return v;
}

/// Copies the coordinates from `first_dim` on of the tile's rows. Four lanes read 64 bytes of a vector.
__device__ inline void load_rows(const Vectors& set, int first_dim, SharedQuads<tile_rows>& to) {
    for (int at = threadIdx.x; at < tile_rows * quads_at_once; at += threads) {
        const int row = at / quads_at_once, quad = at % quads_at_once;
        to[quad][row] = quad_of(vector_at(set, row), first_dim + 4 * quad, set.dims);
    }
}

template <int quads> __device__ void load_cols(const Vectors& set, int first_dim, SharedQuads<tile_cols<quads>>& to) {
    for (int at = threadIdx.x; at < tile_cols<quads> * quads_at_once; at += threads) {
        const int place = at / quads_at_once, quad = at % quads_at_once;
        to[quad][place] = quad_of(vector_at(set, col_at(place)), first_dim + 4 * quad, set.dims);
    }
}

/// The sums of one thread, by row and column.
template <int quads> using Sums = float[rows_per_thread][4 * quads];

/// What four coordinates add to the square of a distance.
struct Differences {
    static __device__ float added(float sum, float4 x, float4 y) {
        const float d0 = x.x - y.x, d1 = x.y - y.y, d2 = x.z - y.z, d3 = x.w - y.w;
        return fmaf(d3, d3, fmaf(d2, d2, fmaf(d1, d1, fmaf(d0, d0, sum))));
    }
};
/// What four coordinates add to the product of two vectors. This takes half as many instructions.
struct Products {
    static __device__ float added(float sum, float4 x, float4 y) {
        return fmaf(x.w, y.w, fmaf(x.z, y.z, fmaf(x.y, y.y, fmaf(x.x, y.x, sum))));
    }
};

/// How many quads of the coordinates from `first_dim` on exist.
__device__ inline int quads_left(int dims, int first_dim) { return min(quads_at_once, (dims - first_dim + 3) / 4); }

/// Adds what the first `count` quads of coordinates in shared memory contribute. A loaded vector serves all of the
/// thread's rows or columns.
template <class Term, int quads>
__device__ void accumulate(const SharedQuads<tile_rows>& a, const SharedQuads<tile_cols<quads>>& b, int count,
                           const Mine<quads>& mine, Sums<quads>& sums) {
    for (int quad = 0; quad < count; ++quad) {
        float4 x[rows_per_thread];
#pragma unroll
        for (int i = 0; i < rows_per_thread; ++i) x[i] = a[quad][mine.row(i)];
#pragma unroll
        for (int j = 0; j < 4 * quads; ++j) {
            const float4 y = b[quad][place_of(mine.col(j / 4)) + j % 4 * 8];
#pragma unroll
            for (int i = 0; i < rows_per_thread; ++i) sums[i][j] = Term::added(sums[i][j], x[i], y);
        }
    }
}

/// Stores four neighbouring entries from column `col` on, which is a multiple of four. Stores 16 bytes at once where
/// the row allows it.
template <class Target> __device__ void store_quad(const Target& out, int row, int col, int cols, float4 v) {
    if (out.misalignment(row) % 4 == 0) {
        cuda::store4_inside(out, row, col, cols, v);
        return;
    }
    const float values[4] = {v.x, v.y, v.z, v.w};
    for (int k = 0; k < 4; ++k) {
        if (col + k < cols) out.store(row, col + k, values[k]);
    }
}

/// Stores distance(i, j) of each entry of this thread that lies in the output.
template <int quads, class Target, class Distance>
__device__ void store_tile(const CrossSets& sets, int first_row, int first_col, const Target& out, Distance distance) {
    const Mine<quads> mine;
#pragma unroll
    for (int i = 0; i < rows_per_thread; ++i) {
        const int row = first_row + mine.row(i);
        if (row >= sets.rows) return;
#pragma unroll
        for (int quad = 0; quad < quads; ++quad) {
            const float4 v = make_float4(distance(i, 4 * quad), distance(i, 4 * quad + 1), distance(i, 4 * quad + 2),
                                         distance(i, 4 * quad + 3));
            store_quad(out, row, first_col + mine.col(quad), sets.cols, v);
        }
    }
}

/// How many groups of columns a thread should have: two where the output is large enough to keep every multiprocessor
/// busy with half as many blocks, because each loaded vector then serves more pairs.
inline int quads_for(const CrossSets& sets) {
    constexpr std::int64_t large = std::int64_t{1} << 23; // 1024 blocks: two waves of an H200
    return std::int64_t{sets.rows} * sets.cols >= large ? 2 : 1;
}

} // namespace pairscope::cross_tiles::inline PAIRSCOPE_SIDE
