// SPDX-License-Identifier: MIT
// A block keeps 128 vectors as fp16 numbers in shared memory, and the candidates pass through a ring. For each vector,
// a lane keeps its two highest groups of four candidates. The number of the group replaces the lowest bits of a score,
// so two instructions per pair are enough. The bound of the error is in grouped.cuh.
#include "kernels/workloads/best_match/grouped.cuh"

namespace pairscope::ladder::best_match {
namespace {

using namespace matching;

/// The tiles of a block of threads: one panel, and a slice of the candidates. Each panel begins elsewhere in the slice,
/// so that not all of them ask for the same candidates at the same time.
struct SliceWalk {
    int panel, begin, count, walked = 0;

    __device__ bool next(cuda::PanelTile& tile) {
        if (walked == count) return false;
        tile = {panel, begin + (panel + walked++) % count};
        return true;
    }
};

/// Finds the three highest of a lane's sixteen groups, for both of its rows at the same time, so that the instructions
/// of one row fill the waits of the other. `is_whole` is false where some sums belong to no candidate.
template <bool is_whole>
__device__ void find_groups(const unsigned (&sums)[cuda::block_vectors / 2], int candidates, Groups (&found)[2]) {
#pragma unroll
    for (int group = 0; group < groups_of_lane; ++group) {
#pragma unroll
        for (int below = 0; below < 2; ++below) {
            float score[4];
#pragma unroll
            for (int k = 0; k < 4; ++k) {
                const int octet = 2 * group + k / 2;
                score[k] = __uint_as_float(sums[4 * octet + 2 * below + k % 2]);
                if (!is_whole && octet * 8 + static_cast<int>(threadIdx.x) % 4 * 2 + k % 2 >= candidates)
                    score[k] = no_score;
            }
            const unsigned highest = __float_as_uint(fmaxf(fmaxf(score[0], score[1]), fmaxf(score[2], score[3])));
            const float marked = __uint_as_float((highest & ~static_cast<unsigned>(group_bits)) | group);
            Groups& of_row = found[below];
            const float below_best = fminf(of_row.best, marked), below_second = fminf(of_row.second, below_best);
            of_row.best = fmaxf(of_row.best, marked);
            of_row.second = fmaxf(of_row.second, below_best);
            of_row.third = fmaxf(of_row.third, below_second);
        }
    }
}

template <int at_once>
__global__ void __launch_bounds__(cuda::panel_threads, 1)
    screen_groups(MatchSets sets, Screen screen, cuda::PanelPlan plan) {
#if PAIRSCOPE_HAS_WARP_GROUPS
    const int of_slice = (screen.b.blocks + screen.slices - 1) / screen.slices;
    const int begin = blockIdx.y * of_slice;
    const SliceWalk walk{static_cast<int>(blockIdx.x), begin, min(of_slice, screen.b.blocks - begin)};
    const int of_part = (of_slice + parts_of_slice - 1) / parts_of_slice;
    Groups found[2];
    int part = 0, tiles = 0;
    const auto next_part = [&] {
        const int row = walk.panel * cuda::panel_vectors + static_cast<int>(threadIdx.x) / 32 * 16 +
                        static_cast<int>(threadIdx.x) % 32 / lanes_of_row;
#pragma unroll
        for (int below = 0; below < 2; ++below) {
            if (const int i = row + 8 * below; i < sets.rows)
                screen.found[(i * screen.slices + blockIdx.y) * lists_of_slice + part * lanes_of_row +
                             threadIdx.x % lanes_of_row] = found[below];
            found[below] = Groups{};
        }
        ++part;
    };
    cuda::multiply_panels<at_once, unsigned>(
        plan, screen.a, screen.b, cuda::dynamic_shared<std::byte>(), walk,
        [&](const cuda::PanelTile& tile, const unsigned(&sums)[cuda::block_vectors / 2]) {
            const int candidates = sets.cols - tile.block * cuda::block_vectors;
            if (tiles++ == (part + 1) * of_part) next_part();
            Groups of_tile[2];
            if (candidates >= cuda::block_vectors)
                find_groups<true>(sums, candidates, of_tile);
            else
                find_groups<false>(sums, candidates, of_tile);
#pragma unroll
            for (int below = 0; below < 2; ++below)
                if (of_tile[below].best > found[below].third) {
                    found[below].offer(of_tile[below].best, tile.block);
                    found[below].offer(of_tile[below].second, tile.block);
                    found[below].third = fmaxf(found[below].third, of_tile[below].third);
                }
        },
        [&] {
            while (part < parts_of_slice) next_part();
        });
#endif
}

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
