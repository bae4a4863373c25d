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
/// octet by octet; then the measures of all vectors. Where rows begin anywhere, the blocks of columns also have the
/// last columns of the block before, and their pieces are VectorRuns.
struct SplitPlan {
    Division division;
    int row_blocks, col_blocks, pieces;
    int apart; ///< see rows_apart
    std::byte *rows, *cols;
    Measures *row_measures, *col_measures;

    /// The columns in a block, with those before its first one.
    [[nodiscard]] __host__ __device__ int block_cols() const { return division.cols + columns_before_for(apart); }
    /// The bytes of one piece of all vectors of a block.
    [[nodiscard]] __host__ __device__ int row_bytes() const { return division.rows / 8 * octet_bytes; }
    [[nodiscard]] __host__ __device__ int col_bytes() const { return block_cols() / 8 * octet_bytes; }
};

inline SplitPlan split_plan(const Division& division, int apart, std::int64_t rows, std::int64_t cols,
                            std::int64_t dims, std::byte* workspace) {
    const auto filled = [](std::int64_t count, int of) { return static_cast<int>((count + of - 1) / of); };
    SplitPlan plan{};
    plan.division = division;
    plan.apart = apart;
    plan.row_blocks = filled(RowGroups{static_cast<int>(rows), panel_rows, apart}.count(), division.rows / panel_rows);
    plan.col_blocks = filled(cols + apart - 1, division.cols);
    plan.pieces = filled(pieces_of(dims), division.pieces) * division.pieces;
    plan.rows = workspace;
    plan.cols = plan.rows + std::int64_t{plan.row_blocks} * plan.pieces * plan.row_bytes();
    plan.row_measures =
        reinterpret_cast<Measures*>(plan.cols + std::int64_t{plan.col_blocks} * plan.pieces * plan.col_bytes());
    plan.col_measures = plan.row_measures + plan.row_blocks * division.rows;
    return plan;
}
inline std::int64_t split_bytes(const Division& division, int apart, std::int64_t rows, std::int64_t cols,
                                std::int64_t dims) {
    const SplitPlan plan = split_plan(division, apart, rows, cols, dims, nullptr);
    return (std::int64_t{plan.row_blocks} * division.rows + std::int64_t{plan.col_blocks} * plan.block_cols()) *
           (plan.pieces * octet_bytes / 8 + std::int64_t{sizeof(Measures)});
}

/// A piece of the columns of a block in shared memory, from this column on.
template <class Target, int cols> __device__ auto columns_from(const std::byte* piece, int first) {
    if constexpr (has_odd_rows<Target>)
        return cuda::VectorRuns<cols + columns_before<Target>>::upper_halves(piece + first * vector_bytes);
    else
        return cuda::CoreMatrices::upper_halves(piece + first / 8 * octet_bytes);
}

/// An octet of one set, and where a lane finds its vector: four lanes share it.
struct Octet {
    const float* from;
    Measures* measures;
    std::byte* to;   ///< where its first piece goes
    int piece_bytes; ///< from one piece to the next one
    int apart;       ///< the bytes from one of its core matrices to the next one

    /// The octets of the rows come first. A warp that has no octet of its own gets the last one.
    template <class Target> static __device__ Octet of(const CrossSets& sets, const SplitPlan& plan, int index) {
        constexpr int before = columns_before<Target>;
        const int row_octets = plan.row_blocks * (plan.division.rows / 8), block_cols = plan.division.cols + before,
                  col_octets = plan.col_blocks * (block_cols / 8);
        const bool is_row = index < row_octets;
        const int octet = is_row ? index : min(index - row_octets, col_octets - 1);
        const int in_block = (is_row ? plan.division.rows : block_cols) / 8, block = octet / in_block,
                  place = octet * 8 + threadIdx.x % 32 / 4;
        int to_measure = place, vector = place;
        if (is_row) {
            if constexpr (has_odd_rows<Target>) {
                const RowGroups panels{sets.rows, panel_rows, rows_apart<Target>};
                vector = panels.first_row(place / panel_rows) + place % panel_rows * rows_apart<Target>;
            }
        } else if constexpr (has_odd_rows<Target>) {
            vector = max(0, place - (block + 1) * before);
        } else {
            vector = to_measure = column_of(place);
        }
        Octet result;
        result.from = vector_at(is_row ? rows_of(sets, 0) : cols_of(sets, 0), vector);
        result.measures = (is_row ? plan.row_measures : plan.col_measures) + to_measure;
        result.piece_bytes = in_block * octet_bytes;
        const bool is_run = has_odd_rows<Target> && !is_row;
        result.apart = is_run ? in_block * cuda::core_matrix_bytes : cuda::core_matrix_bytes;
        result.to = (is_row ? plan.rows : plan.cols) + std::int64_t{block} * plan.pieces * result.piece_bytes +
                    octet % in_block * (is_run ? cuda::core_matrix_bytes : octet_bytes);
        return result;
    }
};
inline int octets_of(const SplitPlan& plan) {
    return plan.row_blocks * (plan.division.rows / 8) + plan.col_blocks * (plan.block_cols() / 8);
}

/// For short vectors: a warp splits two octets, and all of their pieces at once.
template <int pieces, class Target>
static __global__ void __launch_bounds__(group_threads) split_short_vectors(CrossSets sets, SplitPlan plan) {
#if PAIRSCOPE_HAS_WARP_GROUPS
    cudaTriggerProgrammaticLaunchCompletion(); // the next kernel may begin; it waits for the end of this one
    __shared__ float4 middles[pieces * 4];
    const int first = (blockIdx.x * (group_threads / 32) + threadIdx.x / 32) * 2;
    const Octet octets[2] = {Octet::of<Target>(sets, plan, first), Octet::of<Target>(sets, plan, first + 1)};
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
            put(halves_of(vectors[half][piece]), octets[half].to + piece * octets[half].piece_bytes,
                octets[half].apart);
    }
#endif
}

constexpr int split_warps = 8;

/// For long vectors: the warps of a block share an octet, and each warp has `per_warp` of its pieces. A block splits
/// one octet after the other with the same middle.
template <int per_warp, class Target>
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
    load(Octet::of<Target>(sets, plan, static_cast<int>(blockIdx.x)));
#pragma unroll
    for (int i = 0; i < per_warp; ++i) { // 16 lanes compute one coordinate each
        const int k = first_dim(i) + lane % halves_dims;
        const float mine = k < sets.dims ? middle(sets, k) : 0.0f;
        const auto at = [&](int j) { return __shfl_sync(~0u, mine, 4 * lane_quad() + j); };
        center[i] = make_float4(at(0), at(1), at(2), at(3));
    }
    int turn = 0;
    for (int index = static_cast<int>(blockIdx.x); index < octets; index += static_cast<int>(gridDim.x), turn ^= 1) {
        const Octet octet = Octet::of<Target>(sets, plan, index);
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
            if (piece < plan.pieces) put(halves_of(vector[i]), octet.to + piece * octet.piece_bytes, octet.apart);
        }
    }
#endif
}

template <int pieces, class Target>
void launch_split_short(const CrossSets& sets, const SplitPlan& plan, cudaStream_t stream) {
    const unsigned warps = (octets_of(plan) + 1) / 2;
    cuda::launch_grid(split_short_vectors<pieces, Target>, cuda::tiles(warps, group_threads / 32), group_threads, 0,
                      stream, sets, plan);
}

template <class Target> void launch_split_long(const CrossSets& sets, const SplitPlan& plan, cudaStream_t stream) {
    const auto launch = [&](auto kernel) {
        constexpr int blocks_at_most = 528; // four for each multiprocessor of an H200
        const int octets = octets_of(plan);
        cuda::launch_grid(kernel, min(octets, blocks_at_most), split_warps * 32, 0, stream, sets, plan, octets);
    };
    if (plan.pieces <= 2 * split_warps) return launch(split_long_vectors<2, Target>);
    if (plan.pieces <= 4 * split_warps) return launch(split_long_vectors<4, Target>);
    launch(split_long_vectors<8, Target>); // 1024 coordinates
}

} // namespace pairscope::cross_tiles::inline PAIRSCOPE_SIDE
