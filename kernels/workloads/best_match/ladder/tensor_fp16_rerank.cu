// SPDX-License-Identifier: MIT
// Adds to sgemm_tile: tensor cores compute all scores in half precision, which is a screening only. A proven bound of
// its error tells which few candidates can be the best two, and only their exact scores are computed. The answer is
// exact, though most of the work is not.
//
// A block keeps 128 vectors as halves in shared memory, and the candidates pass through a ring. For each vector, a lane
// keeps its two highest groups of four candidates: the number of the group takes the place of a score's lowest bits, so
// that two instructions for each pair are enough.
//
// Still wasteful: while a warp group looks for the highest scores, it does not multiply; and what the other set could
// learn from the same scores is thrown away.
#include "kernels/workloads/best_match/grouped.cuh"

namespace pairscope::ladder::best_match {
namespace {

using namespace matching;

void launch(const Run& run) {
    const MatchSets sets = match_sets(run.problem);
    const Screen screen = screen_plan(run.problem.workspace, sets.rows, sets.cols, sets.dims).screen;
    const cuda::PanelPlan plan = cuda::panel_plan(screen.a, true, true);
    const int octets = (screen.a.blocks + screen.b.blocks) * (cuda::block_vectors / 8);
    cuda::launch_grid(begin_screen, 1, 1, 0, run.stream, screen);
    cuda::launch_grid(make_halves, cuda::tiles(octets, halving_threads / 32), halving_threads, 0, run.stream, sets,
                      screen);
    const dim3 grid(cuda::tiles(sets.rows, cuda::panel_vectors), static_cast<unsigned>(screen.slices));
    cuda::with_steps_at_once(plan, [&](auto at_once) {
        cuda::launch_grid(screen_groups<at_once>, grid, cuda::panel_threads, plan.shared_bytes(), run.stream, sets,
                          screen, plan);
    });
    cuda::launch_grid(rank_exactly, cuda::tiles(std::int64_t{sets.rows} * lanes_of_ranking, ranking_threads),
                      ranking_threads, 0, run.stream, sets, screen);
    launch_match_exactly(sets, screen.rest, run.stream);
}

std::string why_not(const Workload&, const Device& device) {
    if (device.compute_capability == cuda::with_warp_groups) return {};
    return "it needs wgmma, which only GPUs of compute capability 9.0 have";
}

} // namespace

KernelVariant tensor_fp16_rerank_variant() {
    return {.title = "Tensor cores, then exact scores",
            .teaches = "A fast screening with a proven bound of its error leaves few candidates for exact arithmetic.",
            .wastes = "A warp group that looks for the highest scores does not multiply meanwhile.",
            .parent = "best_match/sgemm_tile",
            .backend = Backend::cuda,
            .gpu_only = true,
            .workspace_bytes = screen_bytes,
            .why_not = why_not,
            .launch = launch};
}

} // namespace pairscope::ladder::best_match
