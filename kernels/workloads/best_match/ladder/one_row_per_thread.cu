// SPDX-License-Identifier: MIT
#include "kernels/workloads/best_match/screened.cuh"

namespace pairscope::ladder::best_match {
namespace {

using namespace matching;
using Blocks = cuda::BlockSizes<128, 64, 256>;

__global__ void one_row_per_thread(MatchSets sets, Screening screening) {
    const int row = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (row >= sets.rows) return;
    Screened found;
    for (int candidate = 0; candidate < sets.cols; ++candidate) {
        float score = 0.0f;
        for (int k = 0; k < sets.dims; ++k)
            score = fmaf(sets.a[row * sets.a_pitch + k], sets.b[candidate * sets.b_pitch + k], score);
        offer(found, score, candidate);
    }
    keep(screening, row, 0, found);
}

void launch(const Run& run) {
    const MatchSets sets = match_sets(run.problem);
    const Screening screening = screening_in(run.problem.workspace, sets);
    const int threads = Blocks::threads(run.block);
    cuda::launch_grid(one_row_per_thread, cuda::tiles(sets.rows, threads), threads, 0, run.stream, sets, screening);
    finish(sets, screening, run.stream);
}

} // namespace

KernelVariant one_row_per_thread_variant() {
    return {
        .title = "One thread per vector",
        .teaches =
            "The vectors of the first set do not depend on each other, so each of them gets a thread of its own.",
        .wastes =
            "The lanes of a warp read coordinates that are far apart in memory, and every warp reads all candidates.",
        .backend = Backend::cuda,
        .blocks = Blocks::all,
        .workspace_bytes = screening_of_one_slice,
        .launch = launch};
}

} // namespace pairscope::ladder::best_match
