// SPDX-License-Identifier: MIT
// The first variant on the GPU: a two-dimensional grid with one thread per pair, which loops over the coordinates of
// its two vectors. The formulas of all metrics are in kernels/metrics/formulas.h.
//
// Still wasted: the lanes of a warp read the same coordinate of 32 vectors, which lie `dims` floats apart. No loaded
// coordinate is used for a second pair. For cosine distances the lengths of both vectors are computed again for each
// pair.
#include "kernels/engines/cuda/launch.h"
#include "kernels/matrix/target.cuh"
#include "kernels/metrics/formulas.h"
#include "kernels/metrics/set.h"
#include "kernels/workloads/metric_distances/ladder.h"

namespace pairscope::ladder::metric_distances {
namespace {

using metrics::Set;
using Blocks = cuda::BlockSizes<256, 64, 128, 512>;
constexpr int lanes = 32; // side by side; the warps of a block lie below each other

template <class Formula, class Target> __global__ void one_per_thread(Set set, Target out) {
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= set.count || col >= set.count) return;
    float sum = 0.0f, squares_a = 0.0f, squares_b = 0.0f;
    for (int k = 0; k < set.dims; ++k) {
        const float a = set.data[row * set.pitch + k], b = set.data[col * set.pitch + k];
        sum = Formula::added(sum, a, b);
        if constexpr (Formula::needs_norms) {
            squares_a += a * a;
            squares_b += b * b;
        }
    }
    if constexpr (Formula::needs_norms)
        out.store(row, col, Formula::entry(sum, Formula::weight(squares_a), Formula::weight(squares_b)));
    else
        out.store(row, col, metrics::entry_without_norms<Formula>(sum, set.dims));
}

template <class Formula> void launch(const Run& run) {
    const Set set = metrics::set_of(run);
    const dim3 block(lanes, Blocks::threads(run.block) / lanes);
    const dim3 grid(cuda::tiles(set.count, lanes), cuda::tiles(set.count, static_cast<int>(block.y)));
    cuda::with_target(run.problem.out, [&](auto target) {
        cuda::launch_grid(one_per_thread<Formula, decltype(target)>, grid, block, 0, run.stream, set, target);
    });
}

} // namespace

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
            .blocks = Blocks::all,
            .launch = launch<decltype(formula)>};
    });
}

} // namespace pairscope::ladder::metric_distances
