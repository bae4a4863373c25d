// SPDX-License-Identifier: MIT
// Asynchronous copies bring 16 coordinates at a time in three stages: while a block computes with one stage, the next
// two are being copied. With column-major sets, one load brings a coordinate of four vectors. What a thread multiplies
// next is loaded into a second set of registers. The candidates are divided into slices if there are too few rows to
// keep all multiprocessors busy.
//
// The GPU counts more shared loads and stores than the trace. nvcc puts three loads that no lane executes before each
// asynchronous copy (@!PT LDS in the machine code), and a store of zeros that is counted even if no lane needs it. It
// unrolls the loops over rows and slices, so that each row and each slice has loads and stores of its own. Where a
// score is offered, it makes predicated stores of the second and the third place, which are also counted if no lane
// executes them. Where rows begin inside a sector (37 coordinates), the GPU counts up to 1.4 % more sectors: of 16-byte
// copies that begin there it may count a sector twice, as one warp that was counted alone shows.
#include "kernels/engines/cuda/dynamic_shared.cuh"
#include "kernels/workloads/best_match/score_tile.cuh"

namespace pairscope::ladder::best_match {
namespace {

using namespace matching;
using namespace matching::score_tile;
using Blocks = cuda::BlockSizes<threads>;

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
    Pieces pieces(sets, first_row, begin, (end + tile - 1) / tile * tile, Ascending{});
    const Mine mine;
    for (int row = threadIdx.x; row < tile; row += threads) found[row] = Screened{};
    for (int stage = 0; stage < stages - 1; ++stage) pieces.fetch(x[stage], y[stage]);
    int stage = 0, next = stages - 1;
    for (int first = begin; first < end; first += tile) {
        Scores scores{};
        for (int piece = 0; piece < pieces_of_tile; ++piece) {
            __pipeline_wait_prior(stages - 2); // what this thread copied for the stage has arrived
            __syncthreads(); // what the others copied has arrived, too; nobody reads the previous stage any more
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

void launch(const Run& run) {
    const MatchSets sets = match_sets(run.problem);
    const int most_slices = slices_for(sets.rows, sets.cols);
    const int tiles_of_slice = static_cast<int>(cuda::tiles(cuda::tiles(sets.cols, tile), most_slices));
    const int slices = static_cast<int>(cuda::tiles(sets.cols, tile * tiles_of_slice)); // no slice is empty
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
            .teaches = "Each thread keeps 8 x 8 scores in registers, so four loads serve 64 multiply-adds. The next "
                       "coordinates are loaded meanwhile.",
            .wastes = "Tensor cores multiply many times as many fp16 numbers in the same time.",
            .parent = "best_match/two_features",
            .backend = Backend::cuda,
            .blocks = Blocks::all,
            .layout = Layout::column_major,
            .workspace_bytes = workspace_bytes,
            .launch = launch};
}

} // namespace pairscope::ladder::best_match
