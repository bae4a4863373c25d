// SPDX-License-Identifier: MIT
// The first kernel of a variant with wgmma: it writes both sets as halves into the workspace, in the layout of shared
// memory, so that the bulk copy engine can copy them unchanged.
#pragma once

#include "kernels/engines/cuda/launch.h"
#include "kernels/workloads/cross_distance/warp_group_tile.cuh"

namespace pairscope::cross_tiles::inline PAIRSCOPE_SIDE {

/// How a kernel divides both sets. Copies of the last vector fill up the last block, and zeros fill up vectors to a
/// multiple of `pieces` pieces.
struct Division {
    int rows, cols; ///< vectors of a block
    int pieces;     ///< how many are copied at once
};

/// Where everything lies in the workspace: the blocks of rows, then those of columns, each of them piece by piece and
/// octet by octet; then the measures of all vectors. Of each group of `group_cols` columns the last `overlap` ones are
/// also the first ones of the next group.
struct SplitPlan {
    Division division;
    int overlap;
    int row_blocks, col_blocks, pieces;
    std::byte *rows, *cols;
    Measures *row_measures, *col_measures;

    /// The bytes of one piece of all vectors of a block.
    [[nodiscard]] __host__ __device__ int row_bytes() const { return division.rows / 8 * octet_bytes; }
    [[nodiscard]] __host__ __device__ int col_bytes() const { return division.cols / 8 * octet_bytes; }
    /// The row at this place of the blocks. Where columns overlap, a warp has rows at a distance of eight.
    [[nodiscard]] __host__ __device__ int row_at(int place) const {
        const int in_panel = place % panel_rows;
        return overlap == 0 ? place : place - in_panel + in_panel / 8 + in_panel % 8 * 8;
    }
    /// The first column of a group.
    [[nodiscard]] __host__ __device__ int first_col(int group) const { return group * (group_cols - overlap); }
};

inline SplitPlan split_plan(const Division& division, int overlap, std::int64_t rows, std::int64_t cols,
                            std::int64_t dims, std::byte* workspace) {
    const auto filled = [](std::int64_t count, int of) { return static_cast<int>((count + of - 1) / of); };
    SplitPlan plan{};
    plan.division = division;
    plan.overlap = overlap;
    plan.row_blocks = filled(rows, division.rows);
    plan.col_blocks = filled(cols, division.cols / group_cols * plan.first_col(1));
    plan.pieces = filled(pieces_of(dims), division.pieces) * division.pieces;
    plan.rows = workspace;
    plan.cols = plan.rows + std::int64_t{plan.row_blocks} * plan.pieces * plan.row_bytes();
    plan.row_measures =
        reinterpret_cast<Measures*>(plan.cols + std::int64_t{plan.col_blocks} * plan.pieces * plan.col_bytes());
    plan.col_measures = plan.row_measures + plan.row_blocks * division.rows;
    return plan;
}
inline std::int64_t split_bytes(const Division& division, int overlap, std::int64_t rows, std::int64_t cols,
                                std::int64_t dims) {
    const SplitPlan plan = split_plan(division, overlap, rows, cols, dims, nullptr);
    return (std::int64_t{plan.row_blocks} * division.rows + std::int64_t{plan.col_blocks} * division.cols) *
           (plan.pieces * octet_bytes / 8 + std::int64_t{sizeof(Measures)});
}

/// An octet of one set, and where a lane finds its vector: four lanes share it.
struct Octet {
    const float* from;
    Measures* measures;
    std::byte* to;   ///< where its first piece goes
    int piece_bytes; ///< from one piece to the next one

    /// The octets of the rows come first. A warp that has no octet of its own gets the last one.
    __device__ Octet(const CrossSets& sets, const SplitPlan& plan, int index) {
        const int row_octets = plan.row_blocks * (plan.division.rows / 8),
                  col_octets = plan.col_blocks * (plan.division.cols / 8);
        const bool is_row = index < row_octets;
        const int octet = is_row ? index : min(index - row_octets, col_octets - 1);
        const int place = octet * 8 + threadIdx.x % 32 / 4, to_measure = is_row ? place : column_of(place);
        const int vector = is_row ? plan.row_at(place) : to_measure - place / group_cols * plan.overlap;
        const int in_block = (is_row ? plan.division.rows : plan.division.cols) / 8;
        from = vector_at(is_row ? rows_of(sets, 0) : cols_of(sets, 0), vector);
        measures = (is_row ? plan.row_measures : plan.col_measures) + to_measure;
        piece_bytes = in_block * octet_bytes;
        to = (is_row ? plan.rows : plan.cols) + std::int64_t{octet / in_block} * plan.pieces * piece_bytes +
             octet % in_block * octet_bytes;
    }
};
inline int octets_of(const SplitPlan& plan) {
    return plan.row_blocks * (plan.division.rows / 8) + plan.col_blocks * (plan.division.cols / 8);
}

/// For short vectors: a warp splits two octets, and all of their pieces at once.
template <int pieces>
static __global__ void __launch_bounds__(group_threads) split_short_vectors(CrossSets sets, SplitPlan plan) {
#if PAIRSCOPE_HAS_WARP_GROUPS
    cudaTriggerProgrammaticLaunchCompletion(); // the next kernel may begin; it waits for the end of this one
    __shared__ float4 middles[pieces * 4];
    const int first = (blockIdx.x * (group_threads / 32) + threadIdx.x / 32) * 2;
    const Octet octets[2] = {{sets, plan, first}, {sets, plan, first + 1}};
    float4 vectors[2][pieces], center[pieces];
#pragma unroll
    for (int half = 0; half < 2; ++half) {
#pragma unroll
        for (int piece = 0; piece < pieces; ++piece)
            vectors[half][piece] = quad_of(octets[half].from, piece * halves_dims + 4 * lane_quad(), sets.dims);
    }
    if (threadIdx.x < pieces * halves_dims)
        reinterpret_cast<float*>(middles)[threadIdx.x] = threadIdx.x < sets.dims ? middle(sets, threadIdx.x) : 0.0f;
    __syncthreads();
#pragma unroll
    for (int piece = 0; piece < pieces; ++piece) center[piece] = middles[piece * 4 + lane_quad()];
#pragma unroll
    for (int half = 0; half < 2; ++half) {
        const Measures measures = scale_vector<4>(vectors[half], center);
        if (lane_quad() == 0) *octets[half].measures = measures;
#pragma unroll
        for (int piece = 0; piece < pieces; ++piece)
            put(halves_of(vectors[half][piece]), octets[half].to + piece * octets[half].piece_bytes);
    }
#endif
}

constexpr int split_warps = 8;

/// For long vectors: the warps of a block share an octet, and each warp has `per_warp` of its pieces. A block splits
/// one octet after the other with the same middle.
template <int per_warp>
static __global__ void __launch_bounds__(split_warps * 32)
    split_long_vectors(CrossSets sets, SplitPlan plan, int octets) {
#if PAIRSCOPE_HAS_WARP_GROUPS
    cudaTriggerProgrammaticLaunchCompletion();
    __shared__ Extent extents[2][split_warps][8];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const auto first_dim = [&](int i) { return (i * split_warps + warp) * halves_dims; };
    float4 vector[per_warp], center[per_warp];
    const auto load = [&](const Octet& octet) {
#pragma unroll
        for (int i = 0; i < per_warp; ++i) vector[i] = quad_of(octet.from, first_dim(i) + 4 * lane_quad(), sets.dims);
    };
    load({sets, plan, static_cast<int>(blockIdx.x)});
#pragma unroll
    for (int i = 0; i < per_warp; ++i) { // 16 lanes compute one coordinate each
        const int k = first_dim(i) + lane % halves_dims;
        const float mine = k < sets.dims ? middle(sets, k) : 0.0f;
        const auto at = [&](int j) { return __shfl_sync(~0u, mine, 4 * lane_quad() + j); };
        center[i] = make_float4(at(0), at(1), at(2), at(3));
    }
    int turn = 0;
    for (int index = static_cast<int>(blockIdx.x); index < octets; index += static_cast<int>(gridDim.x), turn ^= 1) {
        const Octet octet(sets, plan, index);
        if (index != static_cast<int>(blockIdx.x)) load(octet);
        const Extent part = center_vector<4>(vector, center);
        if (lane_quad() == 0) extents[turn][warp][lane / 4] = part;
        __syncthreads();
        Extent extent{};
        for (const auto& of_warp : extents[turn]) extent.add(of_warp[lane / 4]);
        const Measures measures = scale_vector(vector, extent);
        if (warp == 0 && lane_quad() == 0) *octet.measures = measures;
#pragma unroll
        for (int i = 0; i < per_warp; ++i) {
            const int piece = i * split_warps + warp;
            if (piece < plan.pieces) put(halves_of(vector[i]), octet.to + piece * octet.piece_bytes);
        }
    }
#endif
}

template <int pieces> void launch_split_short(const CrossSets& sets, const SplitPlan& plan, cudaStream_t stream) {
    const unsigned warps = (octets_of(plan) + 1) / 2;
    cuda::launch_grid(split_short_vectors<pieces>, cuda::tiles(warps, group_threads / 32), group_threads, 0, stream,
                      sets, plan);
}

inline void launch_split_long(const CrossSets& sets, const SplitPlan& plan, cudaStream_t stream) {
    const auto launch = [&](auto kernel) {
        constexpr int blocks_at_most = 528; // four for each multiprocessor of an H200
        const int octets = octets_of(plan);
        cuda::launch_grid(kernel, min(octets, blocks_at_most), split_warps * 32, 0, stream, sets, plan, octets);
    };
    if (plan.pieces <= 2 * split_warps) return launch(split_long_vectors<2>);
    if (plan.pieces <= 4 * split_warps) return launch(split_long_vectors<4>);
    launch(split_long_vectors<8>); // 1024 coordinates
}

} // namespace pairscope::cross_tiles::inline PAIRSCOPE_SIDE
