// SPDX-License-Identifier: MIT
// Adds to registers_keep_best: a window of 32 candidates. All lanes of a warp then read the same vector of the first
// set, and shared memory gives it to all of them at once.
//
// Still wasted: a thread needs five loads of four coordinates for sixteen multiply-adds.
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
            .teaches = "With 32 candidates per window, all lanes of a warp read the same vector of the first set, so "
                       "one load serves all of them.",
            .wastes = "A thread needs five loads of four coordinates for sixteen multiply-adds.",
            .parent = "best_match/registers_keep_best",
            .backend = Backend::cuda,
            .blocks = Blocks::all,
            .workspace_bytes = screening_of_one_slice,
            .launch = launch};
}

} // namespace pairscope::ladder::best_match
