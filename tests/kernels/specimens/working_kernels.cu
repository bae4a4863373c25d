// SPDX-License-Identifier: MIT
// One kernel for each thing that the executor must do as a GPU does. Every thread writes 1 where it saw what it should.
#include "kernels/cuda/dynamic_shared.cuh"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/target.cuh"
#include "tests/kernels/specimens/specimens.h"

#include <cooperative_groups.h>
#include <cuda/pipeline>

namespace pairscope::specimens {
namespace {

constexpr unsigned full = 0xffffffffu;

__device__ int thread_rank() { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }
__device__ void answer(float* out, bool right) {
    const int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    out[block * (blockDim.x * blockDim.y * blockDim.z) + thread_rank()] = right ? 1.0f : 0.0f;
}

__global__ void shuffles(const float2*, int, float* out) {
    const int lane = thread_rank() % 32, value = 100 + lane;
    bool right = __shfl_sync(full, value, 7) == 107;
    right = right && __shfl_sync(full, value, lane / 8 + 1, 8) == 100 + lane / 8 * 8 + lane / 8 + 1;
    right = right && __shfl_up_sync(full, value, 3) == (lane < 3 ? value : value - 3);
    right = right && __shfl_down_sync(full, value, 5, 16) == (lane % 16 >= 11 ? value : value + 5);
    right = right && __shfl_xor_sync(full, value, 16) == 100 + (lane ^ 16);
    right = right && __shfl_xor_sync(full, 1.5 * value, 1) == 1.5 * (100 + (lane ^ 1));
    if (lane < 16) right = right && __shfl_sync(0xffffu, value, 15) == 115;
    answer(out, right);
}

__global__ void votes_and_reductions(const float2*, int, float* out) {
    const int lane = thread_rank() % 32;
    bool right = __ballot_sync(full, lane % 2) == 0xaaaaaaaau;
    right = right && __any_sync(full, lane == 3) && !__any_sync(full, lane == 32);
    right = right && __all_sync(full, lane < 32) && !__all_sync(full, lane < 31);
    right = right && __reduce_add_sync(full, lane) == 496 && __reduce_max_sync(full, lane - 40) == -9;
    right = right && __reduce_min_sync(full, lane - 40) == -40 && __reduce_or_sync(full, 1u << lane) == full;
    right = right && __popc(__ballot_sync(full, lane < 5)) == 5 && __ffs(8) == 4 && __clz(1) == 31;
    answer(out, right);
}

__global__ void counting_barriers(const float2*, int, float* out) {
    const int rank = thread_rank(), count = blockDim.x * blockDim.y * blockDim.z;
    bool right = __syncthreads_count(rank < 17) == 17;
    right = right && __syncthreads_and(rank < count) && !__syncthreads_and(rank > 0);
    right = right && __syncthreads_or(rank == 1) && !__syncthreads_or(rank == count);
    answer(out, right);
}

__global__ void a_tree_in_shared_memory(const float2* points, int, float* out) {
    float* const sums = cuda::dynamic_shared<float>();
    const int rank = thread_rank(), count = blockDim.x * blockDim.y * blockDim.z;
    const float2 mine = points[rank];
    sums[rank] = mine.x;
    __syncthreads();
    for (int half = count / 2; half > 0; half /= 2) {
        if (rank < half) sums[rank] += sums[rank + half];
        __syncthreads();
    }
    float expected = 0.0f;
    for (int k = 0; k < count; ++k) expected += points[k].x;
    answer(out, fabsf(sums[0] - expected) <= 1e-4f * fabsf(expected));
}

__global__ void a_warp_through_shared_memory(const float2*, int, float* out) {
    __shared__ int slots[1024];
    const int rank = thread_rank(), warp = rank / 32, lane = rank % 32;
    slots[rank] = rank;
    __syncwarp();
    const int other = slots[warp * 32 + 31 - lane];
    __syncwarp();
    slots[rank] = -1;
    answer(out, other == warp * 32 + 31 - lane);
}

__global__ void atomics(const float2*, int, float* out) {
    __shared__ int counter;
    __shared__ unsigned long long largest;
    __shared__ float sum;
    const int rank = thread_rank(), count = blockDim.x * blockDim.y * blockDim.z;
    if (rank == 0) {
        counter = 0;
        largest = 0;
        sum = 0.0f;
    }
    __syncthreads();
    atomicAdd(&counter, 2);
    atomicMax(&largest, static_cast<unsigned long long>(rank) << 33);
    atomicAdd(&sum, 0.5f);
    __syncthreads();
    answer(out, counter == 2 * count && largest == static_cast<unsigned long long>(count - 1) << 33 &&
                    sum == 0.5f * static_cast<float>(count));
}

__global__ void tiles_of_a_warp(const float2*, int, float* out) {
    namespace groups = cooperative_groups;
    const auto block = groups::this_thread_block();
    const auto tile = groups::tiled_partition<8>(block);
    int sum = static_cast<int>(tile.thread_rank());
    for (unsigned delta = 4; delta > 0; delta /= 2) sum += tile.shfl_xor(sum, delta);
    bool right = sum == 28 && tile.any(tile.thread_rank() == 2) && tile.ballot(tile.thread_rank() == 2) == 4u;
    right = right && tile.meta_group_rank() == block.thread_rank() / 8;
    block.sync();
    answer(out, right);
}

__global__ void copies_in_two_stages(const float2* points, int, float* out) {
    __shared__ float2 tiles[2][1024];
    const int rank = thread_rank();
    auto pipe = ::cuda::make_pipeline();
    for (int stage = 0; stage < 2; ++stage) {
        pipe.producer_acquire();
        ::cuda::memcpy_async(&tiles[stage][rank], points + rank + stage, ::cuda::aligned_size_t<8>(sizeof(float2)),
                             pipe);
        pipe.producer_commit();
    }
    bool right = true;
    for (int stage = 0; stage < 2; ++stage) {
        pipe.consumer_wait();
        const float2 found = tiles[stage][rank], expected = points[rank + stage];
        right = right && found.x == expected.x && found.y == expected.y;
        pipe.consumer_release();
    }
    answer(out, right);
}

__global__ void bytes_and_roots(const float2*, int, float* out) {
    bool right = __dp4a(0x01ff0203, 0x02030405, 7) == 7 + 1 * 2 + (-1) * 3 + 2 * 4 + 3 * 5;
    right = right && __dp4a(0x01ff0203u, 0x02030405u, 7u) == 7u + 2u + 255u * 3u + 8u + 15u;
    right = right && fabsf(rsqrtf(4.0f) - 0.5f) < 1e-6f && __fsqrt_rn(2.25f) == 1.5f && fmaf(2.0f, 3.0f, 1.0f) == 7.0f;
    right = right && min(3, 5) == 3 && max(2.5f, 1.0f) == 2.5f && __umulhi(0x80000000u, 6u) == 3u;
    answer(out, right);
}

template <void (*kernel)(const float2*, int, float*)> void launch(const Run& run) {
    const auto& problem = std::get<DistanceMatrixProblem>(run.problem);
    const dim3 grid(2, 3, 2), block(16, 4, 4); // 12 blocks of 256 threads
    cuda::launch_grid(kernel, grid, block, 256 * sizeof(float), run.stream,
                      reinterpret_cast<const float2*>(problem.points), static_cast<int>(problem.n),
                      std::get<LinearMemory>(problem.out).data);
}

} // namespace

std::vector<Specimen> working_kernels() {
    return {{"shuffles", launch<shuffles>},
            {"votes_and_reductions", launch<votes_and_reductions>},
            {"counting_barriers", launch<counting_barriers>},
            {"a_tree_in_shared_memory", launch<a_tree_in_shared_memory>},
            {"a_warp_through_shared_memory", launch<a_warp_through_shared_memory>},
            {"atomics", launch<atomics>},
            {"tiles_of_a_warp", launch<tiles_of_a_warp>},
            {"copies_in_two_stages", launch<copies_in_two_stages>},
            {"bytes_and_roots", launch<bytes_and_roots>}};
}

} // namespace pairscope::specimens
