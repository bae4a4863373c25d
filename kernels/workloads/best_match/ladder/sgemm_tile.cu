// SPDX-License-Identifier: MIT
// Adds to two_features: a tile of 128 x 128 pairs, of which a thread has 8 x 8 in registers, and asynchronous copies of
// 16 coordinates at a time in three stages: while a block computes with one stage, the next two are on their way. With
// column-major sets, four vectors come with one load. What a thread multiplies next is loaded into a second set of
// registers. The candidates are divided into slices where there are too few rows to keep all multiprocessors busy.
//
// Still wasteful: float32 multiply-adds, where tensor cores multiply many times as many halves.
//
// The GPU counts more shared loads and stores than the trace. nvcc puts three loads that no lane executes before each
// asynchronous copy (@!PT LDS in the machine code), and a store of zeros that is counted even if no lane needs it. It
// unrolls the loops over rows and slices, so that each row and each slice has loads and stores of its own. In an offer
// it makes predicated stores of the second and third place, which are counted also if no lane executes them.
#include "kernels/cuda/dynamic_shared.cuh"
#include "kernels/workloads/best_match/screened.cuh"

#include <cuda_pipeline.h>

#include <algorithm>

namespace pairscope::ladder::best_match {
namespace {

using namespace matching;
constexpr int tile = 128, per_thread = 8, threads = tile * tile / (per_thread * per_thread);
constexpr int dims_of_stage = 16, stages = 3;
using Blocks = cuda::BlockSizes<threads>;

/// Some coordinates of each vector of a tile.
using Stage = float[dims_of_stage][tile];

/// The pieces of a block's tiles: all coordinates of its rows and of the first 128 candidates, 16 at a time, then of
/// the next. Its own thread copies four vectors of two coordinates of each set.
class Pieces {
public:
    __device__ Pieces(const MatchSets& sets, int first_row, int first_candidate, int end)
        : sets_(sets), row_(first_row + vector()), candidate_(first_candidate + vector()), end_(end) {}

    /// Starts the copy of the next piece and closes it. Behind the last one it is empty.
    __device__ void fetch(Stage& x, Stage& y) {
        if (candidate_ < end_) {
#pragma unroll
            for (int k = coordinate(); k < dims_of_stage; k += lines) {
                copy_quad(&x[k][vector()], sets_.a, sets_.a_pitch, row_, k);
                copy_quad(&y[k][vector()], sets_.b, sets_.b_pitch, candidate_, k);
            }
            dim_ += dims_of_stage;
            if (dim_ >= sets_.dims) dim_ = 0, candidate_ += tile;
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
    int row_, candidate_, end_, dim_ = 0;
};

using Scores = float[per_thread][per_thread];

/// Which rows and which candidates of a tile a thread has: two groups of four neighbours of each. A warp has 16 rows
/// and all 128 candidates.
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

__device__ void accumulate(const Stage& x, const Stage& y, const Mine& mine, Scores& scores) {
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

__device__ float highest_of(const float (&scores)[per_thread]) {
    float highest = scores[0];
#pragma unroll
    for (int j = 1; j < per_thread; ++j) highest = fmaxf(highest, scores[j]);
    return highest;
}

/// Offers a row's scores as long as one of them is among the highest. Sixteen lanes have the row together; of their
/// scores the highest comes first, and is taken away. `found` is the row's, in shared memory. Few tiles have any.
__device__ void offer_row(Screened& found, float (&scores)[per_thread], int first, const Mine& mine, int cols) {
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
        __syncwarp(); // all have read what one lane of each row may change now
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

struct Shared {
    Stage x[stages], y[stages];
    Screened found[tile];
};

/// Block (x, y) has the rows of tile x, and slice y of the candidates.
__global__ void __launch_bounds__(threads, 2) sgemm_tile(MatchSets sets, Screening screening, int tiles_of_slice) {
    auto& [x, y, found] = *cuda::dynamic_shared<Shared>();
    const int first_row = blockIdx.x * tile, begin = blockIdx.y * tiles_of_slice * tile;
    const int end = min(begin + tiles_of_slice * tile, sets.cols);
    const int pieces_of_tile = (sets.dims + dims_of_stage - 1) / dims_of_stage;
    Pieces pieces(sets, first_row, begin, (end + tile - 1) / tile * tile);
    const Mine mine;
    for (int row = threadIdx.x; row < tile; row += threads) found[row] = Screened{};
    for (int stage = 0; stage < stages - 1; ++stage) pieces.fetch(x[stage], y[stage]);
    int stage = 0, next = stages - 1;
    for (int first = begin; first < end; first += tile) {
        Scores scores{};
        for (int piece = 0; piece < pieces_of_tile; ++piece) {
            __pipeline_wait_prior(stages - 2); // what this thread copied for the stage
            __syncthreads();                   // and what the others copied; nobody reads the stage before it any more
            pieces.fetch(x[next], y[next]);
            accumulate(x[stage], y[stage], mine, scores);
            next = stage;
            stage = stage + 1 == stages ? 0 : stage + 1;
        }
#pragma unroll
        for (int i = 0; i < per_thread; ++i) {
            Screened& of_row = found[mine.row(i)];
            if (__any_sync(~0u, highest_of(scores[i]) > of_row.third_score))
                offer_row(of_row, scores[i], first, mine, sets.cols);
        }
    }
    __syncthreads();
    for (int row = threadIdx.x; row < tile && first_row + row < sets.rows; row += threads)
        keep(screening, first_row + row, blockIdx.y, found[row]);
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
    cuda::launch_grid(sgemm_tile, dim3(cuda::tiles(sets.rows, tile), static_cast<unsigned>(slices)), threads,
                      sizeof(Shared), run.stream, sets, screening, tiles_of_slice);
    finish(sets, screening, run.stream);
}

std::int64_t workspace_bytes(const Workload& workload) {
    return screening_bytes(workload.rows, workload.cols, slices_for(workload.rows, workload.cols));
}

} // namespace

KernelVariant sgemm_tile_variant() {
    return {.title = "A tile of 8 x 8 pairs in registers",
            .teaches = "Four loads serve 64 multiply-adds, while the next ones are on their way.",
            .wastes = "Tensor cores multiply many times as many halves in the same time.",
            .parent = "best_match/two_features",
            .backend = Backend::cuda,
            .blocks = Blocks::all,
            .layout = Layout::column_major,
            .workspace_bytes = workspace_bytes,
            .launch = launch};
}

} // namespace pairscope::ladder::best_match
