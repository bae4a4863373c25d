// SPDX-License-Identifier: MIT
// Faults that hide: the CPU's compiler or the place in the source makes the wrong kernel look like a right one. Each is
// on the line that ends with "fault". Behind each of them stand right kernels that look alike.
#include "kernels/engines/cuda/launch.h"
#include "kernels/matrix/target.cuh"
#include "tests/kernels/specimens/specimens.h"

#include <cooperative_groups.h>

__device__ unsigned blocks_done_outside; // in no namespace of the project

namespace pairscope::specimens {
namespace {

constexpr int threads = 64, blocks = 4;

// --- Barriers of one line.

__global__ void has_two_barriers_in_a_line(const float2*, int, float* out) {
    // clang-format off
    if (threadIdx.x < 32) __syncthreads(); else __syncthreads(); // fault
    // clang-format on
    out[threadIdx.x] = 1.0f;
}
constexpr int has_two_barriers_in_a_line_line = __LINE__ - 4;

template <class Value> __device__ Value meet_in_a_branch(Value value) {
    const auto block = cooperative_groups::this_thread_block();
    // clang-format off
    if (threadIdx.x < 32) block.sync(); else cooperative_groups::sync(block); // fault
    // clang-format on
    return value;
}
constexpr int has_two_barriers_of_a_group_in_a_line_line = __LINE__ - 4;
__global__ void has_two_barriers_of_a_group_in_a_line(const float2*, int, float* out) {
    out[threadIdx.x] = meet_in_a_branch(1.0f);
}

__device__ int exchanged(int* tile, int value) {
    // clang-format off
    tile[threadIdx.x] = value; __syncthreads(); const int other = tile[threads - 1 - threadIdx.x]; __syncthreads();
    // clang-format on
    return other;
}
__global__ void all_threads_pass_the_barriers_of_a_line(const float2*, int, float* out) {
    __shared__ int tile[threads];
    int value = threadIdx.x;
    for (int round = 0; round < 3; ++round) value = exchanged(tile, value);
    value = exchanged(tile, value);
    out[blockIdx.x * threads + threadIdx.x] = value == static_cast<int>(threadIdx.x) ? 1.0f : 0.0f;
}

// --- Loads by __ldg of what the launch writes.

__device__ float written[threads];
__global__ void loads_by_ldg_what_it_has_written(const float2*, int, float* out) {
    written[threadIdx.x] = 1.0f;
    __syncthreads();
    out[threadIdx.x] = __ldg(&written[threads - 1 - threadIdx.x]); // fault
}
constexpr int loads_by_ldg_what_it_has_written_line = __LINE__ - 2;

__device__ float overwritten[threads];
__global__ void writes_what_ldg_has_loaded(const float2*, int, float* out) {
    out[threadIdx.x] = __ldg(&overwritten[threads - 1 - threadIdx.x]);
    __syncthreads();
    overwritten[threadIdx.x] = 2.0f; // fault
}
constexpr int writes_what_ldg_has_loaded_line = __LINE__ - 2;

__device__ int counted;
__global__ void adds_to_what_ldg_has_loaded(const float2*, int, float* out) {
    out[threadIdx.x] = static_cast<float>(__ldg(&counted));
    __syncthreads();
    atomicAdd(&counted, 1); // fault
}
constexpr int adds_to_what_ldg_has_loaded_line = __LINE__ - 2;

__device__ float slices[blocks][threads];
__global__ void loads_by_ldg_what_another_block_writes(const float2*, int, float* out) {
    if (blockIdx.x == 0) slices[0][threadIdx.x] = 1.0f;
    if (blockIdx.x != 0) out[blockIdx.x * threads + threadIdx.x] = __ldg(&slices[0][threadIdx.x]); // fault
}
constexpr int loads_by_ldg_what_another_block_writes_line = __LINE__ - 2;

__device__ float table[threads];
__global__ void fills_a_table(const float2*, int, float*) { table[threadIdx.x] = 1.0f; }
__global__ void loads_a_table_by_ldg(const float2* points, int, float* out) {
    const float2 mine = __ldg(&points[threadIdx.x]);
    const bool is_right = mine.x == points[threadIdx.x].x;
    out[blockIdx.x * threads + threadIdx.x] = is_right ? __ldg(&table[threads - 1 - threadIdx.x]) : 0.0f;
}

// --- Shared memory that no line of the source writes: the compiler knows what it holds, and a GPU does not.

__global__ void reads_an_array_without_a_writer(const float2*, int, float* out) {
    __shared__ float tile[threads];
    out[threadIdx.x] = tile[threads - 1 - threadIdx.x]; // fault
}
constexpr int reads_an_array_without_a_writer_line = __LINE__ - 2;

__global__ void reads_a_number_without_a_writer(const float2*, int, float* out) {
    __shared__ int count;
    out[threadIdx.x] = static_cast<float>(count); // fault
}
constexpr int reads_a_number_without_a_writer_line = __LINE__ - 2;

// --- Races that are often harmless on a GPU, and that compute-sanitizer reports, too.

__global__ void filters_by_a_plain_load(const float2*, int, float* out) {
    __shared__ int best;
    if (threadIdx.x == 0) best = 0;
    __syncthreads();
    const int value = threadIdx.x;
    if (value > best) atomicMax(&best, value); // fault
    __syncthreads();
    out[threadIdx.x] = static_cast<float>(best);
}
constexpr int filters_by_a_plain_load_line = __LINE__ - 4;

__global__ void publishes_by_a_flag(const float2*, int, float* out) {
    __shared__ int data, is_there;
    if (threadIdx.x == 0) is_there = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        data = 42;
        __threadfence_block();
        atomicExch(&is_there, 2);
    }
    if (threadIdx.x == 40 && atomicAdd(&is_there, 0) == 2) {
        __threadfence_block();
        out[0] = static_cast<float>(data); // fault
    }
}
constexpr int publishes_by_a_flag_line = __LINE__ - 3;

/// What to do instead: the atomic itself, or a load that is an atomic.
__global__ void filters_by_an_atomic(const float2*, int, float* out) {
    __shared__ int best;
    if (threadIdx.x == 0) best = 0;
    __syncthreads();
    const int value = threadIdx.x;
    if (value > atomicAdd(&best, 0)) atomicMax(&best, value);
    __syncthreads();
    out[blockIdx.x * threads + threadIdx.x] = best == threads - 1 ? 1.0f : 0.0f;
}

// --- A variable outside of the namespaces. After the last block the counter is 0 again.

__global__ void the_last_block_resets_a_variable_outside(const float2*, int, float* out) {
    if (threadIdx.x != 0) return;
    const unsigned before = atomicAdd(&blocks_done_outside, 1u);
    if (before == gridDim.x - 1) blocks_done_outside = 0;
    out[blockIdx.x] = static_cast<float>(before);
}

template <void (*kernel)(const float2*, int, float*), int grid = 1> void launch(const Run& run) {
    const auto problem = distance_matrix_problem(run);
    cuda::launch_grid(kernel, dim3(grid), dim3(threads), 0, run.stream, reinterpret_cast<const float2*>(problem.points),
                      static_cast<int>(problem.n), std::get<LinearMemory>(problem.out).data);
}
void fill_and_load_a_table(const Run& run) {
    launch<fills_a_table>(run);
    launch<loads_a_table_by_ldg, blocks>(run);
    launch<fills_a_table>(run);
}

} // namespace

std::vector<Specimen> hidden_faults() {
    return {
        {"has_two_barriers_in_a_line", launch<has_two_barriers_in_a_line>, "divergent barrier",
         has_two_barriers_in_a_line_line,
         "divergent barrier: block (0, 0, 0), thread (32, 0, 0) waits at this barrier while thread (0, 0, 0) waits at "
         "another one in the same line"},
        {"has_two_barriers_of_a_group_in_a_line", launch<has_two_barriers_of_a_group_in_a_line>, "divergent barrier",
         has_two_barriers_of_a_group_in_a_line_line,
         "divergent barrier: block (0, 0, 0), thread (32, 0, 0) waits at this barrier while thread (0, 0, 0) waits at "
         "another one in the same line"},
        {"loads_by_ldg_what_it_has_written", launch<loads_by_ldg_what_it_has_written>, "__ldg of changing data",
         loads_by_ldg_what_it_has_written_line,
         "__ldg of changing data: block (0, 0, 0), thread (0, 0, 0) reads 4 bytes at byte 252 of written by __ldg, but "
         "thread (63, 0, 0) of block (0, 0, 0) has written them in line 57 during this launch; __ldg may read only "
         "what "
         "no thread writes while the launch runs (64 times in all)"},
        {"writes_what_ldg_has_loaded", launch<writes_what_ldg_has_loaded>, "__ldg of changing data",
         writes_what_ldg_has_loaded_line,
         "__ldg of changing data: block (0, 0, 0), thread (0, 0, 0) writes 4 bytes at byte 0 of overwritten, but __ldg "
         "has read them in line 65 during this launch; __ldg may read only what no thread writes while the launch runs "
         "(64 times in all)"},
        {"adds_to_what_ldg_has_loaded", launch<adds_to_what_ldg_has_loaded>, "__ldg of changing data",
         adds_to_what_ldg_has_loaded_line,
         "__ldg of changing data: block (0, 0, 0), thread (0, 0, 0) updates 4 bytes at byte 0 of counted, but __ldg "
         "has "
         "read them in line 73 during this launch; __ldg may read only what no thread writes while the launch runs (64 "
         "times in all)"},
        {"reads_an_array_without_a_writer", launch<reads_an_array_without_a_writer>, "uninitialised read",
         reads_an_array_without_a_writer_line,
         "uninitialised read: block (0, 0, 0), thread (0, 0, 0) reads 4 bytes at byte 252 of tile, which no thread of "
         "the block has written (64 times in all)"},
        {"reads_a_number_without_a_writer", launch<reads_a_number_without_a_writer>, "uninitialised read",
         reads_a_number_without_a_writer_line,
         "uninitialised read: block (0, 0, 0), thread (0, 0, 0) reads 4 bytes at byte 0 of count, which no thread of "
         "the block has written (64 times in all)"},
        {"filters_by_a_plain_load", launch<filters_by_a_plain_load>, "shared-memory race", filters_by_a_plain_load_line,
         "shared-memory race: block (0, 0, 0), thread (1, 0, 0) updates 4 bytes at byte 0 of best, which thread (0, 0, "
         "0) read in line 115, with no barrier in between (63 times in all)"},
        {"publishes_by_a_flag", launch<publishes_by_a_flag>, "shared-memory race", publishes_by_a_flag_line,
         "shared-memory race: block (0, 0, 0), thread (40, 0, 0) reads 4 bytes at byte 0 of data, which thread (0, 0, "
         "0) wrote in line 126, with no barrier in between"},
    };
}

Specimen load_by_ldg_of_what_another_block_writes() {
    return {"loads_by_ldg_what_another_block_writes", launch<loads_by_ldg_what_another_block_writes, blocks>,
            "__ldg of changing data", loads_by_ldg_what_another_block_writes_line};
}

Specimen counter_outside_of_namespaces() {
    return {"the_last_block_resets_a_variable_outside", launch<the_last_block_resets_a_variable_outside, 4 * blocks>};
}

std::vector<Specimen> right_kernels_that_look_alike() {
    return {{"all_threads_pass_the_barriers_of_a_line", launch<all_threads_pass_the_barriers_of_a_line, blocks>},
            {"fill_and_load_a_table", fill_and_load_a_table},
            {"filters_by_an_atomic", launch<filters_by_an_atomic, blocks>}};
}

} // namespace pairscope::specimens
