// SPDX-License-Identifier: MIT
// Adds to four_matches: scores stay in the registers of the thread that computed them, which keeps the best of them.
// Only at the end the 16 threads of a row compare what they have. The kernel is in register_window.cuh.
//
// Still wasteful: a window has 16 candidates only, so that the vectors of the first set are read for few pairs.
#include "kernels/workloads/best_match/register_window.cuh"

namespace pairscope::ladder::best_match {
namespace {

using namespace matching;
using Tile = RegisterWindow<16, 1, 8>;
using Blocks = cuda::BlockSizes<Tile::threads>;

void launch(const Run& run) { Tile::launch(run); }

} // namespace

KernelVariant registers_keep_best_variant() {
    return {.title = "The best stays in registers",
            .teaches = "Each thread keeps the best of its own scores in registers, and the threads of a row compare "
                       "theirs once, at the end.",
            .wastes =
                "A window of 16 candidates is too narrow for a warp, so half of each copied vector's uses are missing.",
            .parent = "best_match/four_matches",
            .backend = Backend::cuda,
            .blocks = Blocks::all,
            .workspace_bytes = screening_of_one_slice,
            .launch = launch};
}

} // namespace pairscope::ladder::best_match
