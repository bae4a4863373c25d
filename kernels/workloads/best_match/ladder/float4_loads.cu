// SPDX-License-Identifier: MIT
// A GPU counts 15 % fewer shared loads than the trace, because nvcc loads four scores of a row at once.
#include "kernels/workloads/best_match/windows.cuh"

namespace pairscope::ladder::best_match {
namespace {

using namespace matching;
using Blocks = cuda::BlockSizes<side * side>;

__global__ void float4_loads(MatchSets sets, Screening screening) {
    match_windows<float4, dims_at_once / 4 + 1>(sets, screening);
}

void launch(const Run& run) { launch_windows(float4_loads, run); }

} // namespace

KernelVariant float4_loads_variant() {
    return {.title = "Four coordinates with one load",
            .teaches = "One load of 16 bytes brings four coordinates, so the same work needs a quarter of the loads.",
            .wastes = "Each vector that a thread loads serves only one pair, and one thread of 16 looks at the scores "
                      "while the others wait.",
            .parent = "best_match/padded",
            .backend = Backend::cuda,
            .blocks = Blocks::all,
            .workspace_bytes = screening_of_one_slice,
            .launch = launch};
}

} // namespace pairscope::ladder::best_match
