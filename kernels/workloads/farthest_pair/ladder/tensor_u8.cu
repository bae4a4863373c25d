// SPDX-License-Identifier: MIT
// A block has 128 x 256 pairs and a warp has 64 x 64. Asynchronous copies bring the next 64 coordinates while a block
// multiplies. A first kernel brings the set into the order in which tensor cores read it.
#include "kernels/engines/cuda/tensor_core.cuh"
#include "kernels/workloads/farthest_pair/blocked.cuh"

#include <cuda_pipeline.h>

namespace pairscope::ladder::farthest_pair {
namespace {

constexpr int threads = 256, warps_across = 4, side_of_warp = 64;
constexpr int steps_of_stage = 2, stages = 4;
constexpr int bytes_of_step = cuda::panel_step_bytes + cuda::block_step_bytes;
constexpr int stage_bytes = steps_of_stage * bytes_of_step, shared_bytes = stages * stage_bytes;
constexpr int parts_down = side_of_warp / 16, parts_across = side_of_warp / 8;
using Sums = int[parts_down][parts_across * 4];

/// Starts the copy of 64 coordinates of all vectors of a tile and closes the stage. After the last coordinates the
/// stage is empty.
__device__ void fetch(const cuda::BlockedSet& set, const cuda::PanelTile& tile, int first_step, std::byte* stage) {
    for (int step = first_step; step < first_step + steps_of_stage && step < set.steps; ++step) {
        const std::byte* const rows = set.data +
                                      (std::int64_t{tile.panel / 2} * set.steps + step) * cuda::block_step_bytes +
                                      tile.panel % 2 * cuda::panel_step_bytes;
        const std::byte* const cols = set.data + (std::int64_t{tile.block} * set.steps + step) * cuda::block_step_bytes;
        std::byte* const to = stage + (step - first_step) * bytes_of_step;
        for (int at = threadIdx.x * 16; at < bytes_of_step; at += threads * 16)
            __pipeline_memcpy_async(to + at,
                                    at < cuda::panel_step_bytes ? rows + at : cols + (at - cuda::panel_step_bytes), 16);
    }
    __pipeline_commit();
}

/// Where this lane's 16 bytes of four small matrices begin. The matrices are the first and the last 16 bytes of two
/// octets.
__device__ const std::byte* matrices_of(const std::byte* octets, int octet, bool octets_first) {
    const int lane = threadIdx.x % 32, matrix = lane / 8;
    const int of_octet = octets_first ? matrix % 2 : matrix / 2, half = octets_first ? matrix / 2 : matrix % 2;
    return octets + (octet + of_octet) * cuda::octet_step_bytes + half * cuda::small_matrix_bytes + lane % 8 * 16;
}

__device__ void accumulate(const std::byte* step, int warp_row, int warp_col, Sums& sums) {
    const std::byte* const cols = step + cuda::panel_step_bytes;
    unsigned b[parts_across / 2][4];
#pragma unroll
    for (int pair = 0; pair < parts_across / 2; ++pair)
        cuda::load_matrices(b[pair], matrices_of(cols, warp_col / 8 + 2 * pair, false));
#pragma unroll
    for (int down = 0; down < parts_down; ++down) {
        unsigned a[4];
        cuda::load_matrices(a, matrices_of(step, warp_row / 8 + 2 * down, true));
#pragma unroll
        for (int across = 0; across < parts_across; ++across) {
            auto& four = *reinterpret_cast<int(*)[4]>(&sums[down][4 * across]);
            cuda::add_product(four, a, b[across / 2][across % 2 * 2], b[across / 2][across % 2 * 2 + 1]);
        }
    }
}

__global__ void __launch_bounds__(threads, 1) multiply_by_warps(farthest::BlockedBytes blocked) {
    __shared__ cuda::PanelTile next;
    __shared__ bool exists;
    std::byte* const memory = cuda::dynamic_shared<std::byte>();
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int warp_row = warp / warps_across * side_of_warp, warp_col = warp % warps_across * side_of_warp;
    farthest::Units units(blocked);
    farthest::Key best = farthest::no_key;
    for (;;) {
        if (threadIdx.x == 0) exists = units.next(next);
        __syncthreads();
        if (!exists) break;
        const cuda::PanelTile tile = next;
        for (int stage = 0; stage < stages - 1; ++stage)
            fetch(blocked.set, tile, stage * steps_of_stage, memory + stage * stage_bytes);
        Sums sums{};
        int stage = 0;
        for (int first = 0; first < blocked.set.steps; first += steps_of_stage) {
            __pipeline_wait_prior(stages - 2); // what this thread copied for the stage has arrived
            __syncthreads(); // what the others copied has arrived, too; nobody reads the previous stage any more
            fetch(blocked.set, tile, first + (stages - 1) * steps_of_stage,
                  memory + (stage + stages - 1) % stages * stage_bytes);
            const std::byte* const from = memory + stage * stage_bytes;
            accumulate(from, warp_row, warp_col, sums);
            if (first + 1 < blocked.set.steps) accumulate(from + bytes_of_step, warp_row, warp_col, sums);
            stage = (stage + 1) % stages;
        }
        const int row = tile.panel * cuda::panel_vectors + warp_row + lane / 4;
        const int col = tile.block * cuda::block_vectors + warp_col + lane % 4 * 2;
#pragma unroll
        for (int down = 0; down < parts_down; ++down)
            best = max(best,
                       farthest::best_of_sums(sums[down], row + down * 16, col, blocked, 0, [](int i) { return i; }));
        __syncthreads(); // nobody reads the stages or the tile any more
    }
    farthest::offer_of_warp(blocked.winner, best);
}

void launch(const Run& run) {
    const FarthestPairProblem problem = farthest_pair_problem(run.problem);
    const farthest::BlockedBytes blocked = farthest::blocked_bytes_in(run.problem.workspace, problem.n, problem.dims);
    cuda::launch_grid(farthest::begin_search, 1, 1, 0, run.stream, blocked.winner);
    farthest::launch_bring_into_blocks(problem, blocked, nullptr, run.stream);
    cuda::launch_grid(multiply_by_warps, farthest::multiprocessors, threads, shared_bytes, run.stream, blocked);
    farthest::finish_search_in_rows(problem, blocked.winner, run.stream);
}

std::string why_not(const Workload&, const Device& device) {
    if (device.compute_capability >= cuda::oldest_with_half_products) return {};
    return "it needs the tensor-core instruction mma m16n8k32 (compute capability 8.0 or newer)";
}

} // namespace

KernelVariant tensor_u8_variant() {
    return {.title = "Tensor cores",
            .teaches = "With one tensor-core instruction, a warp multiplies a matrix of 16 x 32 bytes by a matrix of "
                       "32 x 8 bytes, exactly.",
            .wastes = "On a Hopper GPU, this instruction reaches 60 % of the full rate, and all threads copy and wait.",
            .parent = "farthest_pair/dp4a_tile",
            .backend = Backend::cuda,
            .gpu_only = true,
            .workspace_bytes = farthest::workspace_of_blocked,
            .why_not = why_not,
            .launch = launch};
}

} // namespace pairscope::ladder::farthest_pair
