// SPDX-License-Identifier: MIT
// Answers both directions: the candidates look for their nearest queries, too.
#include "kernels/ladder/host_run.h"
#include "tests/workloads/byte_matches/nearest_two.h"

namespace pairscope::ladder::byte_matches {
namespace {

void launch(const Run& run) {
    const ByteMatchesProblem problem = byte_matches_problem(run.problem);
    const auto exact = [](std::uint8_t byte) { return int{byte}; };
    FoundMatch* match = problem.matches;
    for (std::int64_t i = 0; i < problem.queries.rows && !run.host->stop.stop_requested(); ++i)
        *match++ = nearest_two(problem.queries, problem.candidates, i, problem.weight, exact);
    for (std::int64_t j = 0; j < problem.candidates.rows && !run.host->stop.stop_requested(); ++j)
        *match++ = nearest_two(problem.candidates, problem.queries, j, problem.weight, exact);
}

} // namespace

KernelVariant cpu_both_variant() {
    return {.title = "Both directions",
            .teaches = "A variant can answer for the vectors of both sets.",
            .wastes = "It computes every distance twice.",
            .backend = Backend::cpu,
            .both_directions = true,
            .launch = launch};
}

} // namespace pairscope::ladder::byte_matches
