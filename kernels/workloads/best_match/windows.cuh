// SPDX-License-Identifier: MIT
// What the variants that copy windows of both sets into shared memory have in common.
#pragma once

#include "kernels/workloads/best_match/screened.cuh"

namespace pairscope::matching::inline PAIRSCOPE_SIDE {

constexpr int dims_at_once = 128; ///< coordinates of a vector in shared memory; most features have no more

/// Some vectors of a set, from `first` on.
struct Window {
    const float* vectors;
    int pitch, count, dims, first;

    /// Coordinate k of vector number i of the window, or 0 where there is none.
    __device__ float at(int i, int k) const {
        return first + i < count && k < dims ? vectors[(first + i) * pitch + k] : 0.0f;
    }
    /// Coordinates k to k + 3. Vectors begin on 16-byte boundaries only if their length is a multiple of four.
    __device__ float4 quad_at(int i, int k) const {
        if (pitch % 4 == 0 && dims % 4 == 0 && first + i < count && k < dims)
            return *reinterpret_cast<const float4*>(vectors + (first + i) * pitch + k);
        return make_float4(at(i, k), at(i, k + 1), at(i, k + 2), at(i, k + 3));
    }
};
__device__ inline Window rows_from(const MatchSets& sets, int first) {
    return {sets.a, sets.a_pitch, sets.rows, sets.dims, first};
}
__device__ inline Window candidates_from(const MatchSets& sets, int first) {
    return {sets.b, sets.b_pitch, sets.cols, sets.dims, first};
}

/// The number of this thread in its block, and how many threads the block has.
__device__ inline int thread_of_block() { return static_cast<int>(threadIdx.y * blockDim.x + threadIdx.x); }
__device__ inline int threads_of_block() { return static_cast<int>(blockDim.x * blockDim.y); }

/// Copies `dims_at_once` coordinates, from `first_dim` on, of each vector of a window into its row of shared memory.
template <int vectors, int stride>
__device__ void load(float (&to)[vectors][stride], const Window& from, int first_dim) {
    for (int at = thread_of_block(); at < vectors * dims_at_once; at += threads_of_block())
        to[at / dims_at_once][at % dims_at_once] = from.at(at / dims_at_once, first_dim + at % dims_at_once);
}
template <int vectors, int stride>
__device__ void load(float4 (&to)[vectors][stride], const Window& from, int first_dim) {
    constexpr int quads = dims_at_once / 4;
    for (int at = thread_of_block(); at < vectors * quads; at += threads_of_block())
        to[at / quads][at % quads] = from.quad_at(at / quads, first_dim + at % quads * 4);
}

/// Adds the products of four coordinates to a score.
__device__ inline float added(float score, float4 x, float4 y) {
    return fmaf(x.w, y.w, fmaf(x.z, y.z, fmaf(x.y, y.y, fmaf(x.x, y.x, score))));
}

/// The dot product of two rows of shared memory.
template <int stride> __device__ float product(const float (&x)[stride], const float (&y)[stride]) {
    float score = 0.0f;
    for (int k = 0; k < dims_at_once; ++k) score = fmaf(x[k], y[k], score);
    return score;
}
template <int stride> __device__ float product(const float4 (&x)[stride], const float4 (&y)[stride]) {
    float score = 0.0f;
    for (int k = 0; k < dims_at_once / 4; ++k) score = added(score, x[k], y[k]);
    return score;
}

constexpr int side = 16; // vectors of each set in a window

/// Answers 16 rows with a block of 16 x 16 threads. Each thread computes the score of one pair of a window, and then
/// one thread per row looks at the 16 scores of the row. `Coordinates` is float or float4, and `stride` is the distance
/// between two vectors in shared memory.
template <class Coordinates, int stride>
__device__ void match_windows(const MatchSets& sets, const Screening& screening) {
    __shared__ Coordinates x[side][stride], y[side][stride];
    __shared__ float scores[side][side];
    const int column = threadIdx.x, line = threadIdx.y, first_row = blockIdx.x * side;
    Screened found;
    for (int first = 0; first < sets.cols; first += side) {
        float score = 0.0f;
        for (int first_dim = 0; first_dim < sets.dims; first_dim += dims_at_once) {
            if (first == 0 || sets.dims > dims_at_once) load(x, rows_from(sets, first_row), first_dim);
            load(y, candidates_from(sets, first), first_dim);
            __syncthreads();
            score += product(x[line], y[column]);
            __syncthreads(); // nobody reads the windows any more, so the next ones may overwrite them
        }
        scores[line][column] = score;
        __syncthreads();
        if (column == 0)
            for (int k = 0; k < side && first + k < sets.cols; ++k) offer(found, scores[line][k], first + k);
    }
    if (column == 0 && first_row + line < sets.rows) keep(screening, first_row + line, 0, found);
}

/// Launches a kernel whose blocks answer `rows` rows each.
static inline void launch_windows(void (*kernel)(MatchSets, Screening), const Run& run, int rows = side,
                                  dim3 threads = dim3(side, side)) {
    const MatchSets sets = match_sets(run.problem);
    const Screening screening = screening_in(run.problem.workspace, sets);
    cuda::launch_grid(kernel, cuda::tiles(sets.rows, rows), threads, 0, run.stream, sets, screening);
    finish(sets, screening, run.stream);
}

} // namespace pairscope::matching::inline PAIRSCOPE_SIDE
