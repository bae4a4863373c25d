// SPDX-License-Identifier: MIT
// Gives another output on purpose: it compares only the upper four bits of each byte.
#include "kernels/engines/cpu/parallel.h"
#include "kernels/ladder/host_run.h"
#include "tests/workloads/byte_matches/nearest_two.h"

namespace pairscope::ladder::byte_matches {
namespace {

void launch(const Run& run) {
    const ByteMatchesProblem problem = byte_matches_problem(run.problem);
    const auto coarse = [](std::uint8_t byte) { return (byte & 0xf0) + 8; };
    const cpu::RowLoop loop{
        .rows = problem.queries.rows, .threads = 1, .stop = run.host->stop, .rows_done = run.host->rows_done};
    cpu::for_rows(loop, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t i = first; i < last; ++i)
            problem.matches[i] = nearest_two(problem.queries, problem.candidates, i, problem.weight, coarse);
    });
}

/// A byte changes by 8 at most, a difference by 16, its square by 16 x 526, and the weight is 4 at most.
double may_differ_by(const Workload& workload) { return 4.0 * 16.0 * 526.0 * static_cast<double>(workload.dims); }

} // namespace

KernelVariant cpu_coarse_variant() {
    return {.title = "Upper halves of bytes",
            .teaches = "A coarse comparison confuses candidates that are almost equally near.",
            .wastes = "It uses one core, and one lane of its vector unit.",
            .backend = Backend::cpu,
            .may_differ_by = may_differ_by,
            .launch = launch};
}

} // namespace pairscope::ladder::byte_matches
