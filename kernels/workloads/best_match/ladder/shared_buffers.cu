// SPDX-License-Identifier: MIT
// The kernel is in windows.cuh. Two vectors are 128 words apart in shared memory.
//
// A GPU counts a quarter of the shared loads of the trace, because nvcc combines four loads of 4 bytes into one load of
// 16 bytes.
#include "kernels/workloads/best_match/windows.cuh"

namespace pairscope::ladder::best_match {
namespace {

using namespace matching;
using Blocks = cuda::BlockSizes<side * side>;

__global__ void shared_buffers(MatchSets sets, Screening screening) {
    match_windows<float, dims_at_once>(sets, screening);
}

void launch(const Run& run) { launch_windows(shared_buffers, run); }

} // namespace

KernelVariant shared_buffers_variant() {
    return {.title = "Windows in shared memory",
            .teaches = "A block copies a window, which is 16 vectors of each set, into shared memory and uses each of "
                       "them 16 times.",
            .wastes = "The 16 candidates that a warp reads at the same time lie in the same bank of shared memory, so "
                      "they are read one after the other.",
            .parent = "best_match/one_row_per_thread",
            .backend = Backend::cuda,
            .blocks = Blocks::all,
            .workspace_bytes = screening_of_one_slice,
            .launch = launch};
}

} // namespace pairscope::ladder::best_match
