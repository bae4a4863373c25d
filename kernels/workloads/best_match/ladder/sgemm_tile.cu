// SPDX-License-Identifier: MIT
// Adds to two_features: a tile of 128 x 128 pairs, of which a thread has 8 x 8 in registers, and asynchronous copies of
// 16 coordinates at a time in three stages: while a block computes with one stage, the next two are on their way. The
// candidates are divided into slices where there are too few rows to keep all multiprocessors busy.
//
// Still wasteful: float32 multiply-adds, where tensor cores multiply many times as many halves.
#include "kernels/workloads/best_match/windows.cuh"

#include <cuda_pipeline.h>

#include <algorithm>

namespace pairscope::ladder::best_match {
namespace {

using namespace matching;
constexpr int tile = 128, per_thread = 8, edge = tile / per_thread, threads = edge * edge;
constexpr int quads = 4, dims_of_stage = 4 * quads, stages = 3; // 48 KiB of shared memory
using Blocks = cuda::BlockSizes<threads>;

/// Four coordinates of each vector of a tile: stage[quad][vector].
using Stage = float4[quads][tile];
/// Where a vector lies in a row of a stage. Lanes read neighbours, and the four that store one vector's coordinates
/// would use the same bank four times if each quad were not turned by two places.
__device__ int place_of(int vector, int quad) { return vector ^ (2 * quad); }

/// Starts the copy of four coordinates. Those that do not exist are stored as zeros.
__device__ void copy_quad(float4& to, const Window& from, int vector, int k) {
    const bool whole = from.pitch % 4 == 0 && from.dims % 4 == 0;
    if (whole && from.first + vector < from.count && k < from.dims) {
        __pipeline_memcpy_async(&to, from.vectors + (from.first + vector) * from.pitch + k, sizeof(float4));
    } else {
        to = from.quad_at(vector, k);
    }
}

/// Starts the copy of a stage and closes it. Behind the last coordinate it is empty.
__device__ void fetch(Stage& x, Stage& y, const Window& rows, const Window& candidates, int first_dim) {
    if (first_dim < rows.dims)
        for (int at = threadIdx.x; at < tile * quads; at += threads) {
            const int vector = at / quads, quad = at % quads;
            copy_quad(x[quad][place_of(vector, quad)], rows, vector, first_dim + 4 * quad);
            copy_quad(y[quad][place_of(vector, quad)], candidates, vector, first_dim + 4 * quad);
        }
    __pipeline_commit();
}

using Scores = float[per_thread][per_thread];

/// Which rows and which candidates of a tile a thread has: those whose numbers are `line` and `column` modulo 16.
struct Mine {
    int line = threadIdx.x / edge, column = threadIdx.x % edge;

    __device__ int row(int i) const { return line + i * edge; }
    __device__ int candidate(int j) const { return column + j * edge; }
};

__device__ void accumulate(const Stage& x, const Stage& y, const Mine& mine, Scores& scores) {
#pragma unroll
    for (int quad = 0; quad < quads; ++quad) {
        float4 of_rows[per_thread];
#pragma unroll
        for (int i = 0; i < per_thread; ++i) of_rows[i] = x[quad][place_of(mine.row(i), quad)];
#pragma unroll
        for (int j = 0; j < per_thread; ++j) {
            const float4 of_candidate = y[quad][place_of(mine.candidate(j), quad)];
#pragma unroll
            for (int i = 0; i < per_thread; ++i) scores[i][j] = added(scores[i][j], of_rows[i], of_candidate);
        }
    }
}

/// The scores of one tile.
__device__ void score_tile(Stage (&x)[stages], Stage (&y)[stages], const Window& rows, const Window& candidates,
                           const Mine& mine, Scores& scores) {
    for (int stage = 0; stage < stages - 1; ++stage) fetch(x[stage], y[stage], rows, candidates, stage * dims_of_stage);
    int stage = 0;
    for (int first_dim = 0; first_dim < rows.dims; first_dim += dims_of_stage) {
        __pipeline_wait_prior(stages - 2); // what this thread copied for the stage
        __syncthreads();                   // and what the others copied; nobody reads the stage before it any more
        const int next = (stage + stages - 1) % stages;
        fetch(x[next], y[next], rows, candidates, first_dim + (stages - 1) * dims_of_stage);
        accumulate(x[stage], y[stage], mine, scores);
        stage = (stage + 1) % stages;
    }
    __syncthreads(); // nobody reads the stages any more: the next tile may come
}

/// Offers a row's scores of which one at least can be among the highest. Few tiles have any.
__device__ void offer_row(Screened& found, const float (&scores)[per_thread], int first, const Mine& mine, int cols) {
    float highest = scores[0];
#pragma unroll
    for (int j = 1; j < per_thread; ++j) highest = fmaxf(highest, scores[j]);
    if (!(highest > found.third_score)) return;
#pragma unroll
    for (int j = 0; j < per_thread; ++j) {
        const int candidate = first + mine.candidate(j);
        if (candidate < cols) offer(found, scores[j], candidate);
    }
}

/// Block (x, y) has the rows of tile x, and slice y of the candidates.
__global__ void __launch_bounds__(threads) sgemm_tile(MatchSets sets, Screening screening, int tiles_of_slice) {
    __shared__ Stage x[stages], y[stages];
    const int first_row = blockIdx.x * tile, begin = blockIdx.y * tiles_of_slice * tile;
    const int end = min(begin + tiles_of_slice * tile, sets.cols);
    const Mine mine;
    const Window rows = rows_from(sets, first_row);
    Screened found[per_thread];
    for (int first = begin; first < end; first += tile) {
        Scores scores{};
        score_tile(x, y, rows, candidates_from(sets, first), mine, scores);
#pragma unroll
        for (int i = 0; i < per_thread; ++i) offer_row(found[i], scores[i], first, mine, sets.cols);
    }
#pragma unroll
    for (int i = 0; i < per_thread; ++i) {
        const Screened of_row = together<edge>(found[i]);
        const int row = first_row + mine.row(i);
        if (mine.column == 0 && row < sets.rows) keep(screening, row, blockIdx.y, of_row);
    }
}

/// As many slices as give each multiprocessor of a large GPU two blocks.
int slices_for(std::int64_t rows, std::int64_t cols) {
    constexpr std::int64_t blocks = 264;
    const std::int64_t row_tiles = cuda::tiles(rows, tile), col_tiles = cuda::tiles(cols, tile);
    return static_cast<int>(std::clamp<std::int64_t>(blocks / row_tiles, 1, col_tiles));
}

void launch(const Run& run) {
    const MatchSets sets = match_sets(run.problem);
    const int most_slices = slices_for(sets.rows, sets.cols);
    const int tiles_of_slice = static_cast<int>(cuda::tiles(cuda::tiles(sets.cols, tile), most_slices));
    const int slices = static_cast<int>(cuda::tiles(sets.cols, tile * tiles_of_slice)); // none of them is empty
    const Screening screening = screening_in(run.problem.workspace, sets, slices);
    cuda::launch_grid(sgemm_tile, dim3(cuda::tiles(sets.rows, tile), static_cast<unsigned>(slices)), threads, 0,
                      run.stream, sets, screening, tiles_of_slice);
    finish(sets, screening, run.stream);
}

std::int64_t workspace_bytes(const Workload& workload) {
    return screening_bytes(workload.rows, slices_for(workload.rows, workload.cols));
}

} // namespace

KernelVariant sgemm_tile_variant() {
    return {.title = "A tile of 8 x 8 pairs in registers",
            .teaches =
                "Sixteen loads of four coordinates serve 256 multiply-adds, while the next ones are on their way.",
            .wastes = "Tensor cores multiply many times as many halves in the same time.",
            .parent = "best_match/two_features",
            .backend = Backend::cuda,
            .blocks = Blocks::all,
            .workspace_bytes = workspace_bytes,
            .launch = launch};
}

} // namespace pairscope::ladder::best_match
