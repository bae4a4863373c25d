// SPDX-License-Identifier: MIT
// A GPU counts 4 % fewer shared loads than the trace, because nvcc loads four scores of a row at once.
#include "kernels/workloads/best_match/windows.cuh"

namespace pairscope::ladder::best_match {
namespace {

using namespace matching;
using Blocks = cuda::BlockSizes<side * side>;

__global__ void padded(MatchSets sets, Screening screening) { match_windows<float, dims_at_once + 1>(sets, screening); }

void launch(const Run& run) { launch_windows(padded, run); }

} // namespace

KernelVariant padded_variant() {
    return {.title = "One unused word per vector",
            .teaches = "With one unused word after each vector, two vectors are 129 words apart, and the coordinates "
                       "that a warp reads at the same time lie in different banks.",
            .wastes = "A load from shared memory brings only one coordinate, and each multiply-add needs two loads.",
            .parent = "best_match/shared_buffers",
            .backend = Backend::cuda,
            .blocks = Blocks::all,
            .workspace_bytes = screening_of_one_slice,
            .launch = launch};
}

} // namespace pairscope::ladder::best_match
