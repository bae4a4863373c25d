// SPDX-License-Identifier: MIT
// If h is half of a squared length, rounded up, then the squared distance is at most 2 (h_x - (x.y - h_y)), and at
// least 2 less than that. The rows stay in shared memory if they fit.
#include "kernels/workloads/farthest_pair/blocked.cuh"

namespace pairscope::ladder::farthest_pair {
namespace {

template <int at_once>
__global__ void __launch_bounds__(cuda::panel_threads, 1)
    multiply_and_bound(farthest::BlockedBytes blocked, cuda::PanelPlan plan) {
#if PAIRSCOPE_HAS_WARP_GROUPS
    cuda::multiply_panels<at_once, int>(
        plan, blocked.set, blocked.set, cuda::dynamic_shared<std::byte>(), farthest::Units(blocked),
        [&](const cuda::PanelTile& tile, const int(&sums)[farthest::sums_of_lane]) {
            farthest::offer_where_worth_it(tile, sums, blocked, [](int i) { return i; });
        },
        [] {});
#endif
}

void launch(const Run& run) {
    const FarthestPairProblem problem = farthest_pair_problem(run.problem);
    const farthest::BlockedBytes blocked = farthest::blocked_bytes_in(run.problem.workspace, problem.n, problem.dims);
    const cuda::PanelPlan plan = cuda::panel_plan(blocked.set, true, false);
    cuda::launch_grid(farthest::begin_search, 1, 1, 0, run.stream, blocked.winner);
    farthest::launch_bring_into_blocks(problem, blocked, nullptr, run.stream);
    cuda::with_steps_at_once(plan, [&](auto at_once) {
        cuda::launch_grid(multiply_and_bound<at_once>, farthest::multiprocessors, cuda::panel_threads,
                          plan.shared_bytes(), run.stream, blocked, plan);
    });
    farthest::finish_search_in_rows(problem, blocked.winner, run.stream);
}

std::string why_not(const Workload& workload, const Device& device) {
    if (workload.dims > farthest::most_coordinates_of_bound)
        return "The bound is a signed number of 32 bits, so the vectors must have 33 025 coordinates at most.";
    return farthest::why_not_by_warp_groups(workload, device);
}

} // namespace

KernelVariant value_only_epilogue_variant() {
    return {.title = "The largest value first, then its indices",
            .teaches = "One instruction per pair finds an upper bound of the distances. Exact values and indices are "
                       "computed only where the bound reaches the best pair so far.",
            .wastes = "Most pairs are far from being the farthest one, and cheap bounds could tell this beforehand.",
            .parent = "farthest_pair/tensor_u8_async",
            .backend = Backend::cuda,
            .gpu_only = true,
            .workspace_bytes = farthest::workspace_of_blocked,
            .why_not = why_not,
            .launch = launch};
}

} // namespace pairscope::ladder::farthest_pair
