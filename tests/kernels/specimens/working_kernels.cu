// SPDX-License-Identifier: MIT
// One kernel for each thing that the executor must do as a GPU does. Every thread writes 1 where it saw what it should.
#include "kernels/engines/cuda/dynamic_shared.cuh"
#include "tests/kernels/specimens/working.cuh"

#include <cassert>
#include <cooperative_groups.h>
#include <cstdio>
#include <ctime>
#include <cuda/pipeline>

namespace pairscope::specimens {
namespace {

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
    right =
        right && __reduce_and_sync(full, 0xf0u | 1u << lane) == 0xf0u && __reduce_xor_sync(full, 1u << lane) == full;
    int same = 0;
    right = right && __match_any_sync(full, lane / 4) == 0xfu << lane / 4 * 4;
    right = right && __match_all_sync(full, lane / 32, &same) == full && same == 1;
    right = right && __match_all_sync(full, 1.0 + lane / 31, &same) == 0 && same == 0;
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

__global__ void an_extern_array(const float2* points, int, float* out) {
    extern __shared__ float tile[];
    const int rank = thread_rank(), count = blockDim.x * blockDim.y * blockDim.z;
    tile[rank] = points[rank].x;
    __syncthreads();
    answer(out, tile[count - 1 - rank] == points[count - 1 - rank].x);
}

template <class T> __device__ T* bytes_as() {
    extern __shared__ __align__(16) unsigned char bytes[];
    return reinterpret_cast<T*>(bytes);
}
__global__ void an_extern_array_of_bytes(const float2*, int, float* out) {
    ushort2* const pairs = bytes_as<ushort2>();
    static __shared__ int total;
    const int rank = thread_rank();
    pairs[rank] = make_ushort2(rank, rank + 1);
    if (rank == 0) total = 7;
    __syncthreads();
    const ushort2 next = pairs[(rank + 1) % 256];
    answer(out, next.x == (rank + 1) % 256 && next.y == next.x + 1 && total == 7);
}

__constant__ float weights[4] = {0.5f, 1.5f, 2.5f, 3.5f};
__constant__ int3 offset;
__device__ float scale = 4.0f;
__device__ unsigned blocks_seen;

__global__ void variables_of_the_program(const float2*, int, float* out) {
    const int rank = thread_rank();
    if (rank == 0) atomicAdd(&blocks_seen, 1u);
    answer(out, weights[rank % 4] == static_cast<float>(rank % 4) + 0.5f && scale == 4.0f && offset.x == 1 &&
                    offset.y == 2 && offset.z == 3);
}
void launch_with_variables(const Run& run) {
    const int3 value = make_int3(1, 2, 3);
    cudaMemcpyToSymbolAsync(offset, &value, sizeof value, 0, cudaMemcpyHostToDevice, run.stream);
    launch<variables_of_the_program>(run);
}

__global__ void an_ordinary_launch_kernel(const float2* points, float2 expected, float* out) {
    answer(out, points[0].x == expected.x || points[0].x != expected.y);
}
void launch_with_chevrons(const Run& run) {
    const auto problem = distance_matrix_problem(run);
    an_ordinary_launch_kernel<<<dim3(2, 3, 2), 256, 0, run.stream>>>(reinterpret_cast<const float2*>(problem.points),
                                                                     make_float2(-1e30f, -1e30f),
                                                                     std::get<LinearMemory>(problem.out).data);
}

__global__ void words_to_people(const float2*, int n, float* out) {
    assert(n > 0 && out != nullptr);
    bool right = true;
    if (thread_rank() == 0 && blockIdx.x + blockIdx.y + blockIdx.z == 0) right = printf("%d %s%%\n", n, "points") == 2;
    const long long before = clock64();
    const clock_t before_too = clock();
    __nanosleep(100);
    answer(out, right && clock64() >= before && clock() - before_too >= 0);
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
            {"bytes_and_roots", launch<bytes_and_roots>},
            {"an_extern_array", launch<an_extern_array>},
            {"an_extern_array_of_bytes", launch<an_extern_array_of_bytes>},
            {"variables_of_the_program", launch_with_variables},
            {"an_ordinary_launch", launch_with_chevrons},
            {"words_to_people", launch<words_to_people>}};
}

} // namespace pairscope::specimens
