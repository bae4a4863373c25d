// SPDX-License-Identifier: MIT
// Adds to four_matches: scores stay in the registers of the thread that computed them, and this thread keeps the best
// of them. Only at the end, the 16 threads of a row compare what they have. The kernel is in register_window.cuh.
//
// Still wasted: a window has only 16 candidates, so a vector of the first set that a warp reads serves only half of its
// lanes.
#include "kernels/workloads/best_match/register_window.cuh"

namespace pairscope::ladder::best_match {
namespace {

using namespace matching;
using Tile = RegisterWindow<16, 1, 8>;
using Blocks = cuda::BlockSizes<Tile::threads>;

void launch(const Run& run) { Tile::launch(run); }

} // namespace

KernelVariant registers_keep_best_variant() {
    return {.title = "Best scores stay in registers",
            .teaches = "Each thread keeps the best of its own scores in registers. The threads of a row compare their "
                       "best scores only once, at the end.",
            .wastes = "A window has only 16 candidates, so a vector of the first set that a warp reads serves only "
                      "half of its lanes.",
            .parent = "best_match/four_matches",
            .backend = Backend::cuda,
            .blocks = Blocks::all,
            .workspace_bytes = screening_of_one_slice,
            .launch = launch};
}

} // namespace pairscope::ladder::best_match
