// SPDX-License-Identifier: MIT
// One kernel for each kind of fault that the executor finds. The fault is on the line that ends with "fault".
#include "kernels/engines/cuda/dynamic_shared.cuh"
#include "kernels/engines/cuda/launch.h"
#include "kernels/matrix/target.cuh"
#include "tests/kernels/specimens/specimens.h"

#include <cuda/pipeline>

namespace pairscope::specimens {
namespace {

constexpr int threads = 64; // threads of the one block

__global__ void reads_behind_the_points(const float2* points, int n, float* out) {
    const float2 a = points[threadIdx.x + n - 10]; // fault
    out[threadIdx.x] = a.x;
}
constexpr int reads_behind_the_points_line = __LINE__ - 3;

__global__ void writes_before_the_output(const float2*, int, float* out) {
    if (threadIdx.x == 5) out[-1] = 1.0f; // fault
}
constexpr int writes_before_the_output_line = __LINE__ - 2;

__global__ void writes_over_the_points(const float2* points, int, float*) {
    const_cast<float2*>(points)[threadIdx.x] = make_float2(0.0f, 0.0f); // fault
}
constexpr int writes_over_the_points_line = __LINE__ - 2;

__global__ void reads_shared_memory_that_nobody_wrote(const float2*, int, float* out) {
    __shared__ float tile[threads];
    if (threadIdx.x < 32) tile[threadIdx.x] = 1.0f;
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x]; // fault
}
constexpr int reads_shared_memory_that_nobody_wrote_line = __LINE__ - 2;

__global__ void reads_the_output_before_it_is_there(const float2*, int, float* out) {
    out[threadIdx.x] += 1.0f; // fault
}
constexpr int reads_the_output_before_it_is_there_line = __LINE__ - 2;

__global__ void forgets_a_barrier(const float2*, int, float* out) {
    float* const tile = cuda::dynamic_shared<float>();
    tile[threadIdx.x] = 0.0f;
    __syncthreads();
    tile[threadIdx.x] = 1.0f;
    out[threadIdx.x] = tile[threads - 1 - threadIdx.x] + 0.0f; // fault
}
constexpr int forgets_a_barrier_line = __LINE__ - 2;

__global__ void forgets_a_barrier_before_an_atomic(const float2*, int, float* out) {
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    atomicAdd(&count, 1); // fault
    __syncthreads();
    out[threadIdx.x] = float(count);
}
constexpr int forgets_a_barrier_before_an_atomic_line = __LINE__ - 4;

__global__ void stores_after_atomics(const float2*, int, float* out) {
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    atomicAdd(&count, 1);
    if (threadIdx.x == threads - 1) count = 0; // fault
    __syncthreads();
    out[threadIdx.x] = float(count);
}
constexpr int stores_after_atomics_line = __LINE__ - 4;

__device__ float scratch[threads];
__global__ void forgets_a_barrier_in_device_memory(const float2* points, int, float* out) {
    scratch[threadIdx.x] = points[threadIdx.x].x;
    out[threadIdx.x] = scratch[threadIdx.x / 2]; // fault
}
constexpr int forgets_a_barrier_in_device_memory_line = __LINE__ - 2;

__global__ void reads_the_output_of_a_neighbour(const float2* points, int, float* out) {
    out[threadIdx.x] = points[threadIdx.x].x;
    if (threadIdx.x > 0) out[threads + threadIdx.x] = out[threadIdx.x - 1]; // fault
}
constexpr int reads_the_output_of_a_neighbour_line = __LINE__ - 2;

__global__ void stores_different_values(const float2*, int, float* out) {
    __shared__ int last;
    if (threadIdx.x % 3 == 0) last = static_cast<int>(threadIdx.x); // fault
    __syncthreads();
    out[threadIdx.x] = static_cast<float>(last);
}
constexpr int stores_different_values_line = __LINE__ - 4;

__global__ void clears_what_a_neighbour_writes(const float2* points, int n, float* out) {
    if (threadIdx.x + 1 < threads) out[threadIdx.x + 1] = 0.0f;
    out[threadIdx.x] = points[threadIdx.x].x + static_cast<float>(n); // fault
}
constexpr int clears_what_a_neighbour_writes_line = __LINE__ - 2;

__global__ void waits_at_two_barriers(const float2*, int, float* out) {
    if (threadIdx.x < 32) {
        out[threadIdx.x] = 1.0f;
        __syncthreads();
    } else {
        out[threadIdx.x] = 2.0f;
        __syncthreads(); // fault
        out[threadIdx.x] = 3.0f;
    }
}
constexpr int waits_at_two_barriers_line = __LINE__ - 4;

__global__ void waits_in_two_kinds_of_barrier(const float2*, int, float* out) {
    int count = 0;
    if (threadIdx.x < 32)
        __syncthreads();
    else
        count = __syncthreads_count(threadIdx.x > 40); // fault
    out[threadIdx.x] = static_cast<float>(count);
}
constexpr int waits_in_two_kinds_of_barrier_line = __LINE__ - 3;

__global__ void stores_across_a_boundary(const float2*, int, float* out) {
    *reinterpret_cast<float4*>(out + 1 + 4 * threadIdx.x) = make_float4(0, 0, 0, 0); // fault
}
constexpr int stores_across_a_boundary_line = __LINE__ - 2;

__global__ void forgets_to_wait_for_a_copy(const float2* points, int, float* out) {
    __shared__ float2 tile[threads];
    auto pipe = ::cuda::make_pipeline();
    pipe.producer_acquire();
    ::cuda::memcpy_async(tile + threadIdx.x, points + threadIdx.x, ::cuda::aligned_size_t<8>(sizeof(float2)), pipe);
    pipe.producer_commit();
    const float2 mine = tile[threadIdx.x]; // fault
    out[threadIdx.x] = mine.x;
}
constexpr int forgets_to_wait_for_a_copy_line = __LINE__ - 3;

__global__ void shuffles_with_lanes_that_have_left(const float2*, int, float* out) {
    if (threadIdx.x % 32 == 31) return;
    out[threadIdx.x] = __shfl_down_sync(0xffffffffu, 1.0f, 1); // fault
}
constexpr int shuffles_with_lanes_that_have_left_line = __LINE__ - 2;

/// Lane 14 is the last one that comes to the shuffle: the last time it waited was in the ballot.
__global__ void shuffles_from_a_lane_outside_the_mask_after_a_ballot(const float2*, int, float* out) {
    const int lane = threadIdx.x % 32;
    out[threadIdx.x] = 0.0f;
    if (lane >= 16) return;
    const unsigned lanes = __ballot_sync(0xffffu, lane < 20);
    out[threadIdx.x] = __shfl_sync(0xffffu, float(lanes), lane == 14 ? 20 : lane); // fault
}
constexpr int shuffles_from_a_lane_outside_the_mask_after_a_ballot_line = __LINE__ - 2;

template <void (*kernel)(const float2*, int, float*)> void launch(const Run& run) {
    const auto problem = distance_matrix_problem(run);
    cuda::launch_grid(kernel, dim3(1), dim3(threads), threads * sizeof(float), run.stream,
                      reinterpret_cast<const float2*>(problem.points), static_cast<int>(problem.n),
                      std::get<LinearMemory>(problem.out).data);
}

} // namespace

std::vector<Specimen> faulty_kernels() {
    return {
        {"reads_behind_the_points", launch<reads_behind_the_points>, "out of bounds", reads_behind_the_points_line},
        {"writes_before_the_output", launch<writes_before_the_output>, "out of bounds", writes_before_the_output_line},
        {"writes_over_the_points", launch<writes_over_the_points>, "out of bounds", writes_over_the_points_line},
        {"reads_shared_memory_that_nobody_wrote", launch<reads_shared_memory_that_nobody_wrote>, "uninitialised read",
         reads_shared_memory_that_nobody_wrote_line},
        {"reads_the_output_before_it_is_there", launch<reads_the_output_before_it_is_there>, "uninitialised read",
         reads_the_output_before_it_is_there_line},
        {"forgets_a_barrier", launch<forgets_a_barrier>, "shared-memory race", forgets_a_barrier_line},
        {"forgets_a_barrier_before_an_atomic", launch<forgets_a_barrier_before_an_atomic>, "shared-memory race",
         forgets_a_barrier_before_an_atomic_line},
        {"stores_after_atomics", launch<stores_after_atomics>, "shared-memory race", stores_after_atomics_line},
        {"forgets_a_barrier_in_device_memory", launch<forgets_a_barrier_in_device_memory>, "global-memory race",
         forgets_a_barrier_in_device_memory_line},
        {"reads_the_output_of_a_neighbour", launch<reads_the_output_of_a_neighbour>, "global-memory race",
         reads_the_output_of_a_neighbour_line},
        {"stores_different_values", launch<stores_different_values>, "shared-memory race",
         stores_different_values_line},
        {"clears_what_a_neighbour_writes", launch<clears_what_a_neighbour_writes>, "conflicting stores",
         clears_what_a_neighbour_writes_line},
        {"waits_at_two_barriers", launch<waits_at_two_barriers>, "divergent barrier", waits_at_two_barriers_line},
        {"waits_in_two_kinds_of_barrier", launch<waits_in_two_kinds_of_barrier>, "divergent barrier",
         waits_in_two_kinds_of_barrier_line},
        {"stores_across_a_boundary", launch<stores_across_a_boundary>, "misaligned access",
         stores_across_a_boundary_line},
        {"forgets_to_wait_for_a_copy", launch<forgets_to_wait_for_a_copy>, "copy not waited for",
         forgets_to_wait_for_a_copy_line},
        {"shuffles_with_lanes_that_have_left", launch<shuffles_with_lanes_that_have_left>, "divergent warp function",
         shuffles_with_lanes_that_have_left_line},
        {"shuffles_from_a_lane_outside_the_mask_after_a_ballot",
         launch<shuffles_from_a_lane_outside_the_mask_after_a_ballot>, "divergent warp function",
         shuffles_from_a_lane_outside_the_mask_after_a_ballot_line},
    };
}

} // namespace pairscope::specimens
