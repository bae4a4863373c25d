// SPDX-License-Identifier: MIT
// With wgmma four warps multiply together and read both factors from shared memory by themselves. One more warp does
// nothing but fill the ring that they read from, by bulk copies of whole blocks. A first kernel brings the set into the
// order in which tensor cores read it.
//
// A key of 64 bits is made for each pair, and no tensor core works meanwhile.
#include "kernels/workloads/farthest_pair/blocked.cuh"

namespace pairscope::ladder::farthest_pair {
namespace {

template <int at_once>
__global__ void __launch_bounds__(cuda::panel_threads, 1)
    multiply_all(farthest::BlockedBytes blocked, cuda::PanelPlan plan) {
#if PAIRSCOPE_HAS_WARP_GROUPS
    farthest::Key best = farthest::no_key;
    cuda::multiply_panels<at_once, int>(
        plan, blocked.set, blocked.set, cuda::dynamic_shared<std::byte>(), farthest::Units(blocked),
        [&](const cuda::PanelTile& tile, const int(&sums)[farthest::sums_of_lane]) {
            const farthest::LaneOfTile lane(tile);
            best = max(best, farthest::best_of_sums(sums, lane.row, lane.column, blocked, 0, [](int i) { return i; }));
        },
        [&] { farthest::offer_of_warp(blocked.winner, best); });
#endif
}

void launch(const Run& run) {
    const FarthestPairProblem problem = farthest_pair_problem(run.problem);
    const farthest::BlockedBytes blocked = farthest::blocked_bytes_in(run.problem.workspace, problem.n, problem.dims);
    const cuda::PanelPlan plan = cuda::panel_plan(blocked.set, false, false);
    cuda::launch_grid(farthest::begin_search, 1, 1, 0, run.stream, blocked.winner);
    farthest::launch_bring_into_blocks(problem, blocked, nullptr, run.stream);
    cuda::with_steps_at_once(plan, [&](auto at_once) {
        cuda::launch_grid(multiply_all<at_once>, farthest::multiprocessors, cuda::panel_threads, plan.shared_bytes(),
                          run.stream, blocked, plan);
    });
    farthest::finish_search_in_rows(problem, blocked.winner, run.stream);
}

} // namespace

KernelVariant tensor_u8_async_variant() {
    return {.title = "Tensor cores, four warps together",
            .teaches =
                "With the instruction wgmma, four warps multiply together, while another warp copies the data that "
                "they need next.",
            .wastes =
                "The rows are copied again for each tile, and the tensor cores wait while the products are turned into "
                "distances and compared.",
            .parent = "farthest_pair/tensor_u8",
            .backend = Backend::cuda,
            .gpu_only = true,
            .workspace_bytes = farthest::workspace_of_blocked,
            .why_not = farthest::why_not_by_warp_groups,
            .launch = launch};
}

} // namespace pairscope::ladder::farthest_pair
