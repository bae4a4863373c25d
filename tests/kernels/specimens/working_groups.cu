// SPDX-License-Identifier: MIT
// Cooperative groups, barriers and pipelines of a block.
#include "tests/kernels/specimens/working.cuh"

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <utility>

// A barrier in shared memory has a constructor that does nothing.
#pragma nv_diag_suppress static_var_with_dynamic_init

namespace pairscope::specimens {
namespace {

namespace groups = cooperative_groups;
using Barrier = ::cuda::barrier<::cuda::thread_scope_block>;

__global__ void sums_of_tiles(const float2*, int, float* out) {
    const auto block = groups::this_thread_block();
    const auto warp = groups::tiled_partition<32>(block);
    const auto tile = groups::tiled_partition<8>(warp);
    const int lane = static_cast<int>(warp.thread_rank()), rank = static_cast<int>(tile.thread_rank());
    bool right = groups::reduce(warp, lane, groups::plus<int>()) == 496;
    right = right && groups::reduce(tile, lane, groups::less<int>()) == lane / 8 * 8;
    right = right && groups::reduce(tile, lane, groups::greater<int>()) == lane / 8 * 8 + 7;
    right = right && groups::reduce(tile, 1u << rank, groups::bit_or<unsigned>()) == 0xffu;
    right = right && groups::reduce(warp, 1u << lane, groups::bit_xor<unsigned>()) == full;
    right = right && groups::reduce(tile, 0.5f, groups::plus<float>()) == 4.0f;
    right = right && groups::inclusive_scan(tile, rank) == rank * (rank + 1) / 2;
    right = right && groups::exclusive_scan(tile, rank) == rank * (rank - 1) / 2;
    right =
        right && tile.match_any(rank / 2) == 3u << rank / 2 * 2 && tile.shfl_down(rank, 1) == (rank < 7 ? rank + 1 : 7);
    answer(out, right);
}

__global__ void lanes_that_run_together(const float2*, int, float* out) {
    const int lane = thread_rank() % 32;
    bool right = true;
    if (lane % 3 == 1) { // 1, 4, ..., 31
        const auto group = groups::coalesced_threads();
        const int rank = static_cast<int>(group.thread_rank());
        right = right && group.size() == 11u && rank == lane / 3 && group.shfl(lane, 2) == 7;
        right = right && group.shfl_up(lane, 1) == (rank > 0 ? lane - 3 : lane);
        right = right && group.shfl_down(lane, 1) == (rank < 10 ? lane + 3 : lane);
        right = right && group.ballot(rank < 3) == 7u && group.any(rank == 10) && !group.all(rank == 10);
        right = right && groups::reduce(group, lane, groups::plus<int>()) == 176;
        group.sync();
    }
    __syncwarp();
    const auto all = groups::coalesced_threads();
    answer(out, right && all.size() == 32u && groups::reduce(all, lane, groups::plus<int>()) == 496);
}

__global__ void copies_by_the_block(const float2* points, int, float* out) {
    __shared__ float2 tile[256];
    const auto block = groups::this_thread_block();
    groups::memcpy_async(block, tile, points, sizeof tile);
    groups::wait(block);
    const float2 seen = tile[255 - thread_rank()], expected = points[255 - thread_rank()];
    answer(out, seen.x == expected.x && seen.y == expected.y);
}

__global__ void a_barrier_of_the_block(const float2* points, int, float* out) {
    __shared__ Barrier barrier;
    __shared__ float2 tile[256];
    __shared__ int sum;
    const auto block = groups::this_thread_block();
    const int rank = thread_rank();
    if (rank == 0) {
        init(&barrier, static_cast<int>(block.size()));
        sum = 0;
    }
    block.sync();
    ::cuda::memcpy_async(block, tile, points, ::cuda::aligned_size_t<8>(sizeof tile), barrier);
    barrier.arrive_and_wait();
    const float2 seen = tile[255 - rank], expected = points[255 - rank];
    bool right = seen.x == expected.x && seen.y == expected.y;
    atomicAdd(&sum, rank);
    auto token = barrier.arrive();
    right = right && rank >= 0;
    barrier.wait(std::move(token));
    answer(out, right && sum == 255 * 128);
}

__global__ void a_pipeline_of_the_block(const float2* points, int, float* out) {
    __shared__ ::cuda::pipeline_shared_state<::cuda::thread_scope_block, 2> state;
    __shared__ float2 tiles[2][64];
    const auto block = groups::this_thread_block();
    auto pipe = ::cuda::make_pipeline(block, &state);
    const int rank = thread_rank();
    bool right = true;
    for (int step = 0; step < 5; ++step) { // fills stage `step` while it uses the one before
        if (step < 4) {
            pipe.producer_acquire();
            ::cuda::memcpy_async(block, tiles[step % 2], points + 64 * step, sizeof tiles[0], pipe);
            pipe.producer_commit();
        }
        if (step == 0) continue;
        pipe.consumer_wait();
        const float2 seen = tiles[(step - 1) % 2][63 - rank % 64], expected = points[64 * (step - 1) + 63 - rank % 64];
        right = right && seen.x == expected.x && seen.y == expected.y;
        pipe.consumer_release();
    }
    answer(out, right);
}

} // namespace

std::vector<Specimen> working_groups() {
    return {{"sums_of_tiles", launch<sums_of_tiles>},
            {"lanes_that_run_together", launch<lanes_that_run_together>},
            {"copies_by_the_block", launch<copies_by_the_block>},
            {"a_barrier_of_the_block", launch<a_barrier_of_the_block>},
            {"a_pipeline_of_the_block", launch<a_pipeline_of_the_block>}};
}

} // namespace pairscope::specimens
