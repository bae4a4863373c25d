// SPDX-License-Identifier: MIT
// Adds to one_per_thread: a block copies 16 coordinates of 128 vectors at a time into shared memory, and each thread
// keeps 4 x 4 sums in registers. A loaded coordinate serves four pairs, and four neighbouring entries are stored at
// once. The kernel is in kernels/metrics/kernels.cuh.
//
// Still wasted: each coordinate of a pair costs a subtraction and an addition, which no multiply-add can combine. A
// block waits for its coordinates before it computes.
#include "kernels/metrics/kernels.cuh"

namespace pairscope::ladder::manhattan_distance {

KernelVariant tiled_variant() {
    return {.title = "Tiles of 64 x 64 pairs",
            .teaches = "A block copies coordinates into shared memory in whole sectors, and each loaded coordinate "
                       "serves four pairs of a thread. A thread stores 16 bytes at once.",
            .wastes =
                "Each coordinate of a pair costs a subtraction and an addition, which no multiply-add can combine.",
            .parent = "manhattan_distance/one_per_thread",
            .backend = Backend::cuda,
            .writes_surface = true,
            .blocks = metrics::TileBlocks::all,
            .launch = metrics::launch_tiled<metrics::Manhattan>};
}

} // namespace pairscope::ladder::manhattan_distance
