// SPDX-License-Identifier: MIT
#include "kernels/ladder/host_run.h"
#include "kernels/workloads/distance_matrix/problem.h"

#include <cmath>

namespace pairscope::ladder::distance_matrix {
namespace {

void launch(const Run& run) {
    const auto problem = distance_matrix_problem(run);
    const auto out = std::get<LinearMemory>(problem.out);
    for (std::int64_t row = 0; row < problem.n; ++row) {
        if (run.host->stop.stop_requested()) return;
        for (std::int64_t col = 0; col < problem.n; ++col) {
            const float dx = problem.points[2 * row] - problem.points[2 * col];
            const float dy = problem.points[2 * row + 1] - problem.points[2 * col + 1];
            out.data[row * out.pitch + col] = std::sqrt(dx * dx + dy * dy);
        }
        if (run.host->rows_done != nullptr) ++*run.host->rows_done;
    }
}

/// An ordinary store first reads the line it is about to overwrite (read for ownership), so the output crosses the
/// memory bus twice. A matrix that stays in the last-level cache costs less than this model says.
double predicted_bytes(const Workload& workload) {
    const double entries = static_cast<double>(workload.rows) * static_cast<double>(workload.cols);
    return 2 * sizeof(float) * entries + 2 * sizeof(float) * static_cast<double>(workload.rows);
}

} // namespace

KernelVariant cpu_naive_variant() {
    return {.title = "Double loop, one thread",
            .teaches = "The program follows the definition: for each row and each column, it computes one sqrt and "
                       "stores one entry.",
            .wastes = "It uses one lane of the vector unit and one core, and the CPU reads every cache line of the "
                      "matrix before it writes it.",
            .backend = Backend::cpu,
            .launch = launch,
            .predicted_bytes = predicted_bytes,
            .tolerance = 1e-6};
}

} // namespace pairscope::ladder::distance_matrix
