// SPDX-License-Identifier: MIT
// Adds to wide_window: a thread has two candidates by four rows. Six loads of four coordinates serve 32 multiply-adds.
//
// Still wasteful: all threads wait until a window is copied, and nobody computes meanwhile.
#include "kernels/workloads/best_match/register_window.cuh"

namespace pairscope::ladder::best_match {
namespace {

using namespace matching;
using Tile = RegisterWindow<16, 2, 8>;
using Blocks = cuda::BlockSizes<Tile::threads>;

void launch(const Run& run) { Tile::launch(run); }

} // namespace

KernelVariant two_features_variant() {
    return {
        .title = "Two candidates by four rows",
        .teaches = "With two candidates and four rows in registers, six loads serve 32 multiply-adds instead of 16.",
        .wastes =
            "Threads wait for each window to be copied, and loads still take more than a sixth of the instructions.",
        .parent = "best_match/wide_window",
        .backend = Backend::cuda,
        .blocks = Blocks::all,
        .workspace_bytes = screening_of_one_slice,
        .launch = launch};
}

} // namespace pairscope::ladder::best_match
