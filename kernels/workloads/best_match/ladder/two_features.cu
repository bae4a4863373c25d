// SPDX-License-Identifier: MIT
// Adds to wide_window: a thread has two candidates and four rows. Six loads of four coordinates serve 32 multiply-adds.
//
// Still wasted: all threads wait until a window is copied, and nothing is computed meanwhile.
#include "kernels/workloads/best_match/register_window.cuh"

namespace pairscope::ladder::best_match {
namespace {

using namespace matching;
using Tile = RegisterWindow<16, 2, 8>;
using Blocks = cuda::BlockSizes<Tile::threads>;

void launch(const Run& run) { Tile::launch(run); }

} // namespace

KernelVariant two_features_variant() {
    return {.title = "Two candidates by four rows",
            .teaches = "With two candidates and four rows in registers, six loads serve 32 multiply-adds; before, five "
                       "loads served 16.",
            .wastes =
                "All threads wait while a window is copied, and there is still one load for about five multiply-adds.",
            .parent = "best_match/wide_window",
            .backend = Backend::cuda,
            .blocks = Blocks::all,
            .workspace_bytes = screening_of_one_slice,
            .launch = launch};
}

} // namespace pairscope::ladder::best_match
