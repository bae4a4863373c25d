// SPDX-License-Identifier: MIT
// Adds to sgemm_tile: tensor cores compute all scores with fp16 inputs, which only screens the candidates. A proven
// bound of the error tells which few candidates can be the best two, and only their exact scores are computed. So the
// output is exact, although most of the arithmetic is not.
//
// A block keeps 128 vectors as fp16 numbers in shared memory, and the candidates pass through a ring. For each vector,
// a lane keeps its two highest groups of four candidates. The number of the group replaces the lowest bits of a score,
// so two instructions per pair are enough.
//
// Still wasted: a warp group does not multiply while it looks for the highest scores. What the candidates could learn
// from the same scores is not used.
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
            .teaches = "Tensor cores compute all scores with fp16 inputs. A proven bound of the error leaves only a "
                       "few candidates, whose scores are then computed exactly.",
            .wastes = "A warp group does not multiply while it looks for the highest scores.",
            .parent = "best_match/sgemm_tile",
            .backend = Backend::cuda,
            .form = "fp16_products",
            .gpu_only = true,
            .workspace_bytes = screen_bytes,
            .why_not = why_not,
            .launch = launch};
}

} // namespace pairscope::ladder::best_match
