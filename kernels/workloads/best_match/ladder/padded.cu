// SPDX-License-Identifier: MIT
// Adds to shared_buffers: one unused word behind each vector in shared memory. With 129 words between two vectors the
// lanes of a warp read from different banks.
//
// Still wasteful: each multiply-add needs two loads of one coordinate.
//
// A GPU counts 4 % fewer shared loads than the trace: nvcc loads four scores of a row at once.
#include "kernels/workloads/best_match/windows.cuh"

namespace pairscope::ladder::best_match {
namespace {

using namespace matching;
using Blocks = cuda::BlockSizes<side * side>;

__global__ void padded(MatchSets sets, Screening screening) { match_windows<float, dims_at_once + 1>(sets, screening); }

void launch(const Run& run) { launch_windows(padded, run); }

} // namespace

KernelVariant padded_variant() {
    return {.title = "One unused word for each vector",
            .teaches =
                "With 129 words between two vectors, the coordinates that a warp reads at once lie in different banks.",
            .wastes = "A load from shared memory brings one coordinate, and each multiply-add needs two loads.",
            .parent = "best_match/shared_buffers",
            .backend = Backend::cuda,
            .blocks = Blocks::all,
            .workspace_bytes = screening_of_one_slice,
            .launch = launch};
}

} // namespace pairscope::ladder::best_match
