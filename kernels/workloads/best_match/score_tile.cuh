// SPDX-License-Identifier: MIT
// A tile of 128 x 128 scores in the registers of a block, 8 x 8 per thread, and the stages of shared memory through
// which both sets pass. Both sets are column-major, so one load brings a coordinate of four vectors.
#pragma once

#include "kernels/engines/cuda/launch.h"
#include "kernels/workloads/best_match/screened.cuh"

#include <algorithm>
#include <cuda_pipeline.h>

namespace pairscope::matching::inline PAIRSCOPE_SIDE {

namespace score_tile {

constexpr int tile = 128, per_thread = 8, threads = tile * tile / (per_thread * per_thread);
constexpr int dims_of_stage = 16, stages = 3;

/// Sixteen coordinates of each vector of a tile.
using Stage = float[dims_of_stage][tile];

/// The candidates of a block in ascending order. It tells which candidate stands at a place of that order.
struct Ascending {
    __device__ int operator()(int place) const { return place; }
};

/// The pieces that a block copies: 16 coordinates at a time of its rows and of the first 128 candidates, until all
/// coordinates are done, and then the same for the next 128 candidates. Each thread copies two coordinates of four
/// vectors of each set. `order` tells which candidates are at the places from `first_place` to `end`.
template <class Order> class Pieces {
public:
    __device__ Pieces(const MatchSets& sets, int first_row, int first_place, int end, Order order)
        : sets_(sets), row_(first_row + vector()), place_(first_place + vector()), end_(end), order_(order) {}

    /// Starts the copy of the next piece and closes the stage. After the last piece the stage is empty.
    __device__ void fetch(Stage& x, Stage& y) {
        if (place_ < end_) {
            const int candidate = order_(place_);
#pragma unroll
            for (int k = coordinate(); k < dims_of_stage; k += lines) {
                copy_quad(&x[k][vector()], sets_.a, sets_.a_pitch, row_, k);
                copy_quad(&y[k][vector()], sets_.b, sets_.b_pitch, candidate, k);
            }
            dim_ += dims_of_stage;
            if (dim_ >= sets_.dims) dim_ = 0, place_ += tile;
        }
        __pipeline_commit();
    }

private:
    static constexpr int quads = tile / 4, lines = threads / quads;
    static __device__ int vector() { return static_cast<int>(threadIdx.x) % quads * 4; }
    static __device__ int coordinate() { return static_cast<int>(threadIdx.x) / quads; }

    /// Coordinates that do not exist are stored as zeros; vectors that do not exist are left out later.
    __device__ void copy_quad(float* to, const float* set, int pitch, int first, int k) const {
        if (dim_ + k < sets_.dims && first < pitch)
            __pipeline_memcpy_async(to, set + (dim_ + k) * static_cast<long long>(pitch) + first, sizeof(float4));
        else
            *reinterpret_cast<float4*>(to) = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    }

    MatchSets sets_;
    int row_, place_, end_, dim_ = 0;
    Order order_;
};

using Scores = float[per_thread][per_thread];

/// Which rows and which candidates of a tile a thread has: two groups of four neighbouring rows, and as many
/// candidates. A warp has 16 rows and all 128 candidates.
struct Mine {
    static constexpr int lanes_down = 2, lanes_across = 16;
    int first_row = static_cast<int>(threadIdx.x) / 32 * lanes_down * per_thread +
                    static_cast<int>(threadIdx.x) % 32 / lanes_across * 4;
    int first_candidate = static_cast<int>(threadIdx.x) % lanes_across * 4;

    __device__ int row(int i) const { return first_row + i / 4 * (lanes_down * 4) + i % 4; }
    __device__ int candidate(int j) const { return first_candidate + j / 4 * (lanes_across * 4) + j % 4; }
};

/// Coordinate k of a thread's rows and candidates.
struct Coordinates {
    float x[per_thread], y[per_thread];

    __device__ void load(const Stage& of_rows, const Stage& of_candidates, int k, const Mine& mine) {
#pragma unroll
        for (int half = 0; half < 2; ++half) {
            const float4 a = *reinterpret_cast<const float4*>(&of_rows[k][mine.row(4 * half)]);
            const float4 b = *reinterpret_cast<const float4*>(&of_candidates[k][mine.candidate(4 * half)]);
            x[4 * half] = a.x, x[4 * half + 1] = a.y, x[4 * half + 2] = a.z, x[4 * half + 3] = a.w;
            y[4 * half] = b.x, y[4 * half + 1] = b.y, y[4 * half + 2] = b.z, y[4 * half + 3] = b.w;
        }
    }
};

__device__ inline void accumulate(const Stage& x, const Stage& y, const Mine& mine, Scores& scores) {
    Coordinates now, next;
    now.load(x, y, 0, mine);
#pragma unroll
    for (int k = 0; k < dims_of_stage; ++k) {
        if (k + 1 < dims_of_stage) next.load(x, y, k + 1, mine);
#pragma unroll
        for (int i = 0; i < per_thread; ++i)
#pragma unroll
            for (int j = 0; j < per_thread; ++j) scores[i][j] = fmaf(now.x[i], now.y[j], scores[i][j]);
        now = next;
    }
}

__device__ inline float highest_of(const float (&scores)[per_thread]) {
    float highest = scores[0];
#pragma unroll
    for (int j = 1; j < per_thread; ++j) highest = fmaxf(highest, scores[j]);
    return highest;
}

/// Offers the scores of a row, the highest first, as long as one of them is among the highest so far. Sixteen lanes
/// have the row together; each score that was offered is removed. `found` belongs to the row, in shared memory. Few
/// tiles have such scores.
__device__ inline void offer_row(Screened& found, float (&scores)[per_thread], int first, const Mine& mine, int cols) {
    const int lane = static_cast<int>(threadIdx.x) % 32;
#pragma unroll
    for (int j = 0; j < per_thread; ++j)
        if (first + mine.candidate(j) >= cols) scores[j] = no_score;
    for (;;) {
        const float highest = highest_of(scores), third = found.third_score;
        float of_row = highest;
#pragma unroll
        for (int distance = Mine::lanes_across / 2; distance > 0; distance /= 2)
            of_row = fmaxf(of_row, __shfl_xor_sync(~0u, of_row, distance));
        const unsigned owners = __ballot_sync(~0u, of_row > third && highest == of_row);
        if (owners == 0) break;
        __syncwarp(); // all lanes have read what one lane of each row may change now
        const unsigned of_my_row = owners >> (lane & ~(Mine::lanes_across - 1)) & ((1u << Mine::lanes_across) - 1);
        if (__ffs(static_cast<int>(of_my_row)) - 1 == lane % Mine::lanes_across) {
            int which = 0;
#pragma unroll
            for (int j = per_thread - 1; j >= 0; --j)
                if (scores[j] == highest) which = j;
#pragma unroll
            for (int j = 0; j < per_thread; ++j)
                if (j == which) scores[j] = no_score;
            offer(found, highest, first + mine.candidate(which));
        }
        __syncwarp();
    }
}

/// The number of slices that gives each multiprocessor of a large GPU two blocks.
[[nodiscard]] inline int slices_for(std::int64_t rows, std::int64_t cols) {
    constexpr std::int64_t blocks = 264;
    const std::int64_t row_tiles = cuda::tiles(rows, tile), col_tiles = cuda::tiles(cols, tile);
    return static_cast<int>(std::clamp<std::int64_t>(blocks / row_tiles, 1, col_tiles));
}

} // namespace score_tile

} // namespace pairscope::matching::inline PAIRSCOPE_SIDE
