// SPDX-License-Identifier: MIT
// Adds to registers_keep_best: a window of 32 candidates. All lanes of a warp read the same vectors of the first set,
// which shared memory hands out to all of them at once.
//
// Still wasteful: a thread loads five times four coordinates for sixteen multiply-adds.
#include "kernels/workloads/best_match/register_window.cuh"

namespace pairscope::ladder::best_match {
namespace {

using namespace matching;
using Tile = RegisterWindow<32, 1, 8>;
using Blocks = cuda::BlockSizes<Tile::threads>;

void launch(const Run& run) { Tile::launch(run); }

} // namespace

KernelVariant wide_window_variant() {
    return {.title = "A window as wide as a warp",
            .teaches = "With 32 candidates, all lanes of a warp share the vector that they read from the first set: "
                       "one load serves all.",
            .wastes = "A thread loads five times four coordinates for sixteen multiply-adds.",
            .parent = "best_match/registers_keep_best",
            .backend = Backend::cuda,
            .blocks = Blocks::all,
            .workspace_bytes = screening_of_one_slice,
            .launch = launch};
}

} // namespace pairscope::ladder::best_match
