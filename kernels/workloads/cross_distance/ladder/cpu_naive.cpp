// SPDX-License-Identifier: MIT
#include "kernels/ladder/host_run.h"
#include "kernels/workloads/cross_distance/problem.h"

#include <cmath>

namespace pairscope::ladder::cross_distance {
namespace {

float distance(const float* x, const float* y, int dims) {
    float sum = 0.0f;
    for (int k = 0; k < dims; ++k) {
        const float difference = x[k] - y[k];
        sum += difference * difference;
    }
    return std::sqrt(sum);
}

void launch(const Run& run) {
    const CrossSets sets = cross_sets(run);
    const auto out = std::get<LinearMemory>(run.problem.out);
    for (int row = 0; row < sets.rows; ++row) {
        if (run.host->stop.stop_requested()) return;
        for (int col = 0; col < sets.cols; ++col)
            out.data[row * out.pitch + col] =
                distance(sets.a + row * sets.a_pitch, sets.b + col * sets.b_pitch, sets.dims);
        if (run.host->rows_done != nullptr) ++*run.host->rows_done;
    }
}

} // namespace

KernelVariant cpu_naive_variant() {
    return {.title = "Three loops, one thread",
            .teaches = "The program follows the definition: for each pair of vectors it adds up the squared "
                       "differences of their coordinates.",
            .wastes = "Each addition waits for the one before it, and one lane of one core does all of the work.",
            .backend = Backend::cpu,
            .launch = launch};
}

} // namespace pairscope::ladder::cross_distance
