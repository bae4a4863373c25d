// SPDX-License-Identifier: MIT
// Two vectors are a mutual match if each is the best match of the other. Without this variant, finding mutual matches
// takes two runs, which compute every score twice.
//
// The scores of a row stay in one block, but those of a candidate are spread over all blocks. So a block puts the best
// rows that it has found for a candidate into three words of global memory, by atomic operations. Few scores get that
// far: a block has read the third highest score of each candidate before, and skips all scores that are not higher.
// Blocks with the same candidates begin with different ones, because otherwise they would learn nothing from each
// other.
//
// The GPU counts other loads and stores than the trace, beyond the differences of sgemm_tile. What a block offers for a
// candidate depends on what other blocks have found before; a GPU runs many blocks at once, and the trace runs one
// after another. nvcc makes a loop of a load and a compare-and-swap (ATOMS.CAST.SPIN.64 in the machine code) of each
// maximum of 64 bits in shared memory.
#include "kernels/engines/cuda/dynamic_shared.cuh"
#include "kernels/workloads/best_match/column_keys.cuh"
#include "kernels/workloads/best_match/score_tile.cuh"

namespace pairscope::ladder::best_match {
namespace {

using namespace matching;
using namespace matching::score_tile;
using Blocks = cuda::BlockSizes<threads>;

/// The order of the candidates of a slice. It begins anywhere, and continues at the begin of the slice after its end.
struct Around {
    int end, length; ///< end and length of the slice [candidates], in whole tiles
    __device__ int operator()(int place) const { return place < end ? place : place - length; }
};

/// What a block knows of the candidates of a tile. Tiles use two of these in turn, so that one can be emptied while
/// threads fill the other one.
struct OfCandidates {
    Key keys[places][tile]; ///< the keys of this block's rows that are better than the line
    float line[tile];       ///< the third highest score when the block looked, or more than any score
};

struct Shared {
    Stage x[stages], y[stages];
    Screened of_rows[tile];
    OfCandidates of_candidates[2];
};

/// Reads the lines of a tile. The third highest score may grow meanwhile, and then the line is lower than it could be.
__device__ void look_up(OfCandidates& of_tile, const ColumnKeys& columns, int first) {
    constexpr float above_all = 3.0e38f;
    for (int i = static_cast<int>(threadIdx.x); i < tile; i += threads) {
        const long long third = (places - 1) * static_cast<long long>(columns.count) + first + i;
        of_tile.line[i] = first + i < columns.count ? score_of(__ldcg(columns.keys + third)) : above_all;
    }
}

/// Tells the other blocks what this one found in a tile, and forgets it.
__device__ void hand_over(OfCandidates& of_tile, const ColumnKeys& columns, int first) {
    for (int i = static_cast<int>(threadIdx.x); i < tile; i += threads) {
        if (of_tile.keys[0][i] == no_key) continue;
        for (int place = 0; place < places; ++place) {
            put(columns.keys + first + i, columns.count, of_tile.keys[place][i], place);
            of_tile.keys[place][i] = no_key;
        }
    }
}

/// Puts a thread's scores of a candidate, which belong to eight rows, the highest score first, as long as they are
/// above the line.
__device__ void offer_column(Key* keys, float (&scores)[per_thread], float line, int first_row, const Mine& mine,
                             int rows) {
#pragma unroll
    for (int i = 0; i < per_thread; ++i)
        if (first_row + mine.row(i) >= rows) scores[i] = no_score;
    for (;;) {
        const float highest = highest_of(scores);
        if (!(highest > line)) return;
        int which = 0;
#pragma unroll
        for (int i = per_thread - 1; i >= 0; --i)
            if (scores[i] == highest) which = i;
#pragma unroll
        for (int i = 0; i < per_thread; ++i)
            if (i == which) scores[i] = no_score;
        line = fmaxf(line, put(keys, tile, key_of(highest, first_row + mine.row(which))));
    }
}

__device__ void offer_columns(OfCandidates& of_tile, const Scores& scores, int first_row, const Mine& mine, int rows) {
#pragma unroll
    for (int j = 0; j < per_thread; ++j) {
        float of_candidate[per_thread];
#pragma unroll
        for (int i = 0; i < per_thread; ++i) of_candidate[i] = scores[i][j];
        const int candidate = mine.candidate(j);
        if (const float line = of_tile.line[candidate]; highest_of(of_candidate) > line)
            offer_column(&of_tile.keys[0][candidate], of_candidate, line, first_row, mine, rows);
    }
}

/// Block (x, y) has the rows of tile x, and slice y of the candidates.
__global__ void __launch_bounds__(threads, 2)
    two_sided(MatchSets sets, Screening screening, ColumnKeys columns, int tiles_of_slice) {
    auto& [x, y, of_rows, of_candidates] = *cuda::dynamic_shared<Shared>();
    const int first_row = blockIdx.x * tile, begin = blockIdx.y * tiles_of_slice * tile;
    const int tiles = min(tiles_of_slice, (sets.cols - begin + tile - 1) / tile);
    const Around order{begin + tiles * tile, tiles * tile};
    const int first_place = begin + static_cast<int>(blockIdx.x) % tiles * tile;
    const int pieces_of_tile = (sets.dims + dims_of_stage - 1) / dims_of_stage;
    Pieces pieces(sets, first_row, first_place, first_place + order.length, order);
    const Mine mine;
    for (int i = threadIdx.x; i < tile; i += threads) {
        of_rows[i] = Screened{};
        for (OfCandidates& of_tile : of_candidates)
            for (int place = 0; place < places; ++place) of_tile.keys[place][i] = no_key;
    }
    look_up(of_candidates[0], columns, order(first_place));
    for (int stage = 0; stage < stages - 1; ++stage) pieces.fetch(x[stage], y[stage]);
    int stage = 0, next = stages - 1;
    for (int at = 0; at < tiles; ++at) {
        const int first = order(first_place + at * tile);
        OfCandidates &of_tile = of_candidates[at % 2], &of_other = of_candidates[(at + 1) % 2];
        Scores scores{};
        for (int piece = 0; piece < pieces_of_tile; ++piece) {
            __pipeline_wait_prior(stages - 2); // what this thread copied for the stage has arrived
            __syncthreads(); // what the others copied has arrived, too; nobody reads the previous stage any more
            pieces.fetch(x[next], y[next]);
            if (piece == 0) { // all threads have offered what they found in the tile before
                if (at > 0) hand_over(of_other, columns, order(first_place + (at - 1) * tile));
                if (at + 1 < tiles) look_up(of_other, columns, order(first_place + (at + 1) * tile));
            }
            accumulate(x[stage], y[stage], mine, scores);
            next = stage;
            stage = stage + 1 == stages ? 0 : stage + 1;
        }
        offer_columns(of_tile, scores, first_row, mine, sets.rows);
#pragma unroll
        for (int i = 0; i < per_thread; ++i) {
            Screened& of_row = of_rows[mine.row(i)];
            if (__any_sync(~0u, highest_of(scores[i]) > of_row.third_score))
                offer_row(of_row, scores[i], first, mine, sets.cols);
        }
    }
    __syncthreads();
    hand_over(of_candidates[(tiles - 1) % 2], columns, order(first_place + (tiles - 1) * tile));
    for (int row = threadIdx.x; row < tile && first_row + row < sets.rows; row += threads)
        keep(screening, first_row + row, blockIdx.y, of_rows[row]);
}

/// How the two directions use the workspace.
struct Places {
    Screening of_rows, of_candidates;
    ColumnKeys columns;
};
constexpr std::int64_t aligned(std::int64_t bytes) { return (bytes + 255) / 256 * 256; }

std::int64_t workspace_bytes(const Workload& workload) {
    return aligned(places * std::int64_t{sizeof(Key)} * workload.cols) +
           aligned(screening_bytes(workload.rows, workload.cols, slices_for(workload.rows, workload.cols))) +
           screening_bytes(workload.cols, workload.rows, 1);
}

Places places_in(std::byte* workspace, const MatchSets& sets, int slices) {
    std::byte* const of_rows = workspace + aligned(places * std::int64_t{sizeof(Key)} * sets.cols);
    std::byte* const of_candidates = of_rows + aligned(screening_bytes(sets.rows, sets.cols, slices));
    return {screening_in(of_rows, sets, slices),
            screening_in(of_candidates, turned(sets)),
            {reinterpret_cast<Key*>(workspace), sets.cols}};
}

void launch(const Run& run) {
    constexpr int small_blocks = 128;
    const MatchSets sets = match_sets(run.problem);
    const int most_slices = slices_for(sets.rows, sets.cols);
    const int tiles_of_slice = static_cast<int>(cuda::tiles(cuda::tiles(sets.cols, tile), most_slices));
    const int slices = static_cast<int>(cuda::tiles(sets.cols, tile * tiles_of_slice)); // no slice is empty
    const auto [of_rows, of_candidates, columns] = places_in(run.problem.workspace, sets, slices);
    const unsigned blocks_of_columns = cuda::tiles(sets.cols, small_blocks);
    cuda::launch_grid(clear_keys, blocks_of_columns, small_blocks, 0, run.stream, columns);
    cuda::launch_grid(two_sided, dim3(cuda::tiles(sets.rows, tile), static_cast<unsigned>(slices)), threads,
                      sizeof(Shared), run.stream, sets, of_rows, columns, tiles_of_slice);
    finish(sets, of_rows, run.stream);
    cuda::launch_grid(screen_columns, blocks_of_columns, small_blocks, 0, run.stream, columns, of_candidates);
    finish(turned(sets), of_candidates, run.stream);
}

} // namespace

KernelVariant two_sided_variant() {
    return {.title = "Both directions from one pass",
            .teaches = "The scores that the vectors of the first set need are the same scores that the candidates "
                       "need, so one pass serves both directions.",
            .wastes = "Tensor cores multiply many times as many fp16 numbers in the same time.",
            .parent = "best_match/sgemm_tile",
            .backend = Backend::cuda,
            .both_directions = true,
            .form = "both_directions",
            .blocks = Blocks::all,
            .layout = Layout::column_major,
            .workspace_bytes = workspace_bytes,
            .launch = launch};
}

} // namespace pairscope::ladder::best_match
