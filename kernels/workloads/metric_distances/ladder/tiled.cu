// SPDX-License-Identifier: MIT
// Adds to one_per_thread: a block copies 16 coordinates of 128 vectors at a time into shared memory, and each thread
// keeps 4 x 4 sums in registers. A loaded coordinate serves four pairs, and four neighbouring entries are stored at
// once. The kernel is in kernels/metrics/kernels.cuh.
//
// Still wasted: of these metrics, only the cosine distance needs nothing but multiply-adds, and each block computes the
// lengths of its vectors again. A block waits for its coordinates before it computes.
#include "kernels/metrics/kernels.cuh"
#include "kernels/workloads/metric_distances/ladder.h"

namespace pairscope::ladder::metric_distances {

std::vector<KernelVariant> tiled_variants() {
    return pairscope::metric_distances::for_each_metric([](auto formula, const auto& entry) {
        return KernelVariant{
            .title = "Tiles of 64 x 64 pairs",
            .teaches = "A block copies coordinates into shared memory in whole sectors, and each loaded coordinate "
                       "serves four pairs of a thread. A thread stores 16 bytes at once.",
            .wastes = entry.tiled_wastes,
            .parent = "one_per_thread",
            .backend = Backend::cuda,
            .writes_surface = true,
            .blocks = metrics::TileBlocks::all,
            .launch = metrics::launch_tiled<decltype(formula)>};
    });
}

} // namespace pairscope::ladder::metric_distances
