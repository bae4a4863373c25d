// SPDX-License-Identifier: MIT
// The first variant on the GPU: a two-dimensional grid with one thread per pair, which loops over the coordinates of
// its two vectors. The kernel is in kernels/metrics/kernels.cuh, and the formula is in kernels/metrics/formulas.h.
//
// Still wasted: the lanes of a warp read the same coordinate of 32 vectors, which lie `dims` floats apart. No loaded
// coordinate is used for a second pair.
#include "kernels/metrics/kernels.cuh"

namespace pairscope::ladder::manhattan_distance {

KernelVariant one_per_thread_variant() {
    return {
        .title = "One pair per thread",
        .teaches =
            "No pair depends on another pair, so each pair gets its own thread, which loops over the coordinates.",
        .wastes = "Neighbouring lanes read different vectors, so their words are not adjacent in memory, and each pair "
                  "loads both of its vectors again.",
        .backend = Backend::cuda,
        .writes_surface = true,
        .blocks = metrics::PairBlocks::all,
        .launch = metrics::launch_one_per_thread<metrics::Manhattan>};
}

} // namespace pairscope::ladder::manhattan_distance
