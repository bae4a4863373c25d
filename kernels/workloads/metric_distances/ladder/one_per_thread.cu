// SPDX-License-Identifier: MIT
// The first variant on the GPU: a two-dimensional grid with one thread per pair, which loops over the coordinates of
// its two vectors. The kernel is in kernels/metrics/kernels.cuh, and the formulas are in kernels/metrics/formulas.h.
//
// Still wasted: the lanes of a warp read the same coordinate of 32 vectors, which lie `dims` floats apart. No loaded
// coordinate is used for a second pair. For cosine distances the lengths of both vectors are computed again for each
// pair.
#include "kernels/metrics/kernels.cuh"
#include "kernels/workloads/metric_distances/ladder.h"

namespace pairscope::ladder::metric_distances {

std::vector<KernelVariant> one_per_thread_variants() {
    return pairscope::metric_distances::for_each_metric([](auto formula, const auto&) {
        return KernelVariant{
            .title = "One pair per thread",
            .teaches =
                "No pair depends on another pair, so each pair gets its own thread, which loops over the coordinates.",
            .wastes =
                "Neighbouring lanes read different vectors, so their words are not adjacent in memory, and each pair "
                "loads both of its vectors again.",
            .backend = Backend::cuda,
            .writes_surface = true,
            .blocks = metrics::PairBlocks::all,
            .launch = metrics::launch_one_per_thread<decltype(formula)>};
    });
}

} // namespace pairscope::ladder::metric_distances
