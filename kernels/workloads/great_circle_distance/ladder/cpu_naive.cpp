// SPDX-License-Identifier: MIT
#include "kernels/ladder/host_run.h"
#include "kernels/workloads/great_circle_distance/problem.h"

namespace pairscope::ladder::great_circle_distance {
namespace {

void launch(const Run& run) {
    const auto problem = places_problem(run);
    const auto out = std::get<LinearMemory>(problem.out);
    const float* const all = problem.coordinates;
    for (int row = 0; row < problem.n; ++row) {
        if (run.host->stop.stop_requested()) return;
        for (int col = 0; col < problem.n; ++col) {
            const auto a = globe::place_of(problem.frame, all[2 * row], all[2 * row + 1]);
            const auto b = globe::place_of(problem.frame, all[2 * col], all[2 * col + 1]);
            out.data[row * out.pitch + col] = globe::kilometres(problem.frame, a, b);
        }
        if (run.host->rows_done != nullptr) ++*run.host->rows_done;
    }
}

} // namespace

KernelVariant cpu_naive_variant() {
    return {.title = "Double loop, one thread",
            .teaches =
                "The haversine formula is accurate for near places, where the cosine of the distance would lose "
                "all digits. Near the antipode, the place on the other side of the Earth, the distance from there is "
                "computed instead.",
            .wastes = "The cosine of each latitude is computed again for each pair, and one lane of one core does all "
                      "of the work.",
            .backend = Backend::cpu,
            .launch = launch,
            .tolerance = 2e-6};
}

} // namespace pairscope::ladder::great_circle_distance
