// SPDX-License-Identifier: MIT
// Faults of which the executor must say more than their kind, and nothing about what follows from them. The fault is on
// the line that ends with "fault". One block of 64 threads.
#include "kernels/engines/cuda/dynamic_shared.cuh"
#include "kernels/engines/cuda/launch.h"
#include "kernels/matrix/target.cuh"
#include "tests/kernels/specimens/specimens.h"

#include <cuda/pipeline>

namespace pairscope::specimens {
namespace {

constexpr int threads = 64;
constexpr unsigned all_lanes = 0xffffffffu;

__global__ void overruns_into_the_next_array(const float2*, int, float* out) {
    __shared__ float tile[threads], sums[threads];
    sums[threadIdx.x] = 0.0f;
    __syncthreads();
    tile[threadIdx.x + 1] = 1.0f; // fault
    __syncthreads();
    out[threadIdx.x] = tile[max(1u, threadIdx.x)] + sums[threadIdx.x];
}
constexpr int overruns_into_the_next_array_line = __LINE__ - 4;

__global__ void overruns_a_row(const float2* points, int, float* out) {
    __shared__ float2 tile[4][16];
    const int row = threadIdx.x / 16, col = threadIdx.x % 16;
    tile[row][col] = points[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = tile[row][col + 1].x; // fault
}
constexpr int overruns_a_row_line = __LINE__ - 2;

__device__ void store(float* values, int index) {
    values[index] = 1.0f; // fault
}
constexpr int overruns_through_a_pointer_line = __LINE__ - 2;
__global__ void overruns_through_a_pointer(const float2*, int, float* out) {
    __shared__ float tile[threads - 1];
    store(tile, threadIdx.x);
    out[threadIdx.x] = 1.0f;
}

__global__ void overruns_dynamic_memory(const float2*, int, float* out) {
    float* const tile = cuda::dynamic_shared<float>();
    tile[threadIdx.x + 1] = 1.0f; // fault
    out[threadIdx.x] = 1.0f;
}
constexpr int overruns_dynamic_memory_line = __LINE__ - 3;

__global__ void overruns_registers(const float2* points, int, float* out) {
    float values[4];
    for (int k = 0; k <= 4; ++k) values[k] = points[k].x; // fault
    out[threadIdx.x] = values[threadIdx.x % 4];
}
constexpr int overruns_registers_line = __LINE__ - 3;

__global__ void forgets_the_barrier_of_a_tile(const float2*, int, float* out) {
    __shared__ int tile[threads];
    tile[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = threadIdx.x == 0 ? 0 : tile[threadIdx.x - 1]; // fault
}
constexpr int forgets_the_barrier_of_a_tile_line = __LINE__ - 2;

__global__ void overwrites_what_others_read(const float2*, int, float* out) {
    __shared__ int tile[threads];
    tile[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = tile[63 - threadIdx.x];
    if (threadIdx.x == 63) tile[63] = 0; // fault
}
constexpr int overwrites_what_others_read_line = __LINE__ - 2;

__global__ void has_a_barrier_in_a_branch(const float2*, int, float* out) {
    float value = 1.0f;
    if (threadIdx.x % 32 < 16) {
        value = 2.0f;
        __syncthreads(); // fault
    }
    value += __shfl_xor_sync(all_lanes, value, 16);
    out[threadIdx.x] = value;
}
constexpr int has_a_barrier_in_a_branch_line = __LINE__ - 5;

__global__ void has_a_barrier_in_a_branch_of_a_loop(const float2*, int, float* out) {
    float value = 1.0f;
    for (int k = 0; k < 3; ++k) {
        value += __shfl_xor_sync(all_lanes, value, 16);
        if (threadIdx.x % 32 < 16) __syncthreads(); // fault
    }
    out[threadIdx.x] = value;
}
constexpr int has_a_barrier_in_a_branch_of_a_loop_line = __LINE__ - 4;

__global__ void shuffles_in_a_branch(const float2*, int, float* out) {
    float value = 1.0f;
    if (threadIdx.x % 32 < 16) value += __shfl_xor_sync(all_lanes, value, 1); // fault
    __syncthreads();
    out[threadIdx.x] = value;
}
constexpr int shuffles_in_a_branch_line = __LINE__ - 4;

/// The lanes that are lost at the fault would have written to the tile, come to the barrier and to the shuffle.
__global__ void loses_lanes(const float2* points, int n, float* out) {
    __shared__ float tile[threads];
    tile[threadIdx.x] = points[threadIdx.x + n - 10].x; // fault
    __syncthreads();
    const float other = tile[threads - 1 - threadIdx.x];
    out[threadIdx.x] = __shfl_down_sync(all_lanes, other, 1);
}
constexpr int loses_lanes_line = __LINE__ - 5;

__global__ void overflows_an_index(const float2*, int n, float* out) {
    const int row = 781 * threadIdx.x, pitch = 782 * n;
    const int index = row * pitch; // fault
    out[index >= 0 ? threadIdx.x : index] = 1.0f;
}
constexpr int overflows_an_index_line = __LINE__ - 3;

__global__ void an_unsigned_index_falls_below_zero(const float2* points, int, float* out) {
    const unsigned before = threadIdx.x - 1;
    out[threadIdx.x] = points[before].x; // fault
}
constexpr int an_unsigned_index_falls_below_zero_line = __LINE__ - 2;

/// A column too many: it lies at the begin of the next row. The last row is left out, which would be out of bounds.
__global__ void writes_a_column_too_many(const float2*, int n, float* out) {
    const int row = threadIdx.x;
    if (row == n - 1) return;
    for (int col = 0; col <= n; ++col) out[row * n + col] = 1.0f + row; // fault
}
constexpr int writes_a_column_too_many_line = __LINE__ - 2;

constexpr int reuses_a_stage_too_early_line = __LINE__ + 9;
/// Two stages, and no barrier behind the last read of a stage: the next copy into it may come too early. Nothing is
/// wrong before the third tile.
__global__ void reuses_a_stage_too_early(const float2* points, int, float* out) {
    __shared__ float2 tiles[2][16];
    auto pipe = ::cuda::make_pipeline();
    const auto fetch = [&](int tile) {
        pipe.producer_acquire();
        if (tile < 4 && threadIdx.x < 16) // fault: on the next line
            ::cuda::memcpy_async(&tiles[tile % 2][threadIdx.x], points + 16 * tile + threadIdx.x,
                                 ::cuda::aligned_size_t<8>(sizeof(float2)), pipe);
        pipe.producer_commit();
    };
    float sum = 0.0f;
    fetch(0);
    for (int tile = 0; tile < 4; ++tile) {
        fetch(tile + 1);
        ::cuda::pipeline_consumer_wait_prior<1>(pipe);
        __syncthreads();
        sum += tiles[tile % 2][15 - threadIdx.x % 16].x;
    }
    out[threadIdx.x] = sum;
}

template <void (*kernel)(const float2*, int, float*)> void launch(const Run& run) {
    const auto problem = distance_matrix_problem(run);
    cuda::launch_grid(kernel, dim3(1), dim3(threads), threads * sizeof(float), run.stream,
                      reinterpret_cast<const float2*>(problem.points), static_cast<int>(problem.n),
                      std::get<LinearMemory>(problem.out).data);
}

__global__ void overruns_an_array_of_vectors(const float2* points, int, float* out) {
    __shared__ float2 moved[threads];
    __shared__ float2 other[threads];
    other[threadIdx.x] = points[threadIdx.x];
    if (threadIdx.x == 0) moved[0] = points[0];
    __syncthreads();
    moved[threadIdx.x + 1] = other[threadIdx.x]; // fault
    __syncthreads();
    out[threadIdx.x] = moved[threadIdx.x].x + other[threadIdx.x].y;
}
constexpr int overruns_an_array_of_vectors_line = __LINE__ - 4;

} // namespace

std::vector<Specimen> taught_faults() {
    return {
        {"overruns_into_the_next_array", launch<overruns_into_the_next_array>, "out of bounds",
         overruns_into_the_next_array_line,
         "out of bounds: block (0, 0, 0), thread (63, 0, 0) uses index 64 of the shared array tile, which has 64 "
         "elements (0 to 63)"},
        {"overruns_an_array_of_vectors", launch<overruns_an_array_of_vectors>, "out of bounds",
         overruns_an_array_of_vectors_line,
         "out of bounds: block (0, 0, 0), thread (63, 0, 0) uses index 64 of the shared array moved, which has 64 "
         "elements (0 to 63)"},
        {"overruns_a_row", launch<overruns_a_row>, "out of bounds", overruns_a_row_line,
         "out of bounds: block (0, 0, 0), thread (15, 0, 0) uses index 16 in a row of the shared array tile, whose "
         "rows "
         "have 16 elements (0 to 15) (4 times in all)"},
        {"overruns_through_a_pointer", launch<overruns_through_a_pointer>, "out of bounds",
         overruns_through_a_pointer_line,
         "out of bounds: block (0, 0, 0), thread (63, 0, 0) writes 4 bytes at byte 252 of tile, but tile has only 252 "
         "bytes"},
        {"overruns_dynamic_memory", launch<overruns_dynamic_memory>, "out of bounds", overruns_dynamic_memory_line,
         "out of bounds: block (0, 0, 0), thread (63, 0, 0) writes 4 bytes at byte 256 of dynamic shared memory, but "
         "dynamic shared memory has only 256 bytes"},
        {"overruns_registers", launch<overruns_registers>, "out of bounds", overruns_registers_line,
         "out of bounds: block (0, 0, 0), thread (0, 0, 0) uses index 4 of an array that has 4 elements (0 to 3) (64 "
         "times in all)"},
        {"forgets_the_barrier_of_a_tile", launch<forgets_the_barrier_of_a_tile>, "shared-memory race",
         forgets_the_barrier_of_a_tile_line,
         "shared-memory race: block (0, 0, 0), thread (1, 0, 0) reads 4 bytes at byte 0 of tile, which thread (0, 0, "
         "0) wrote in line 62, with no barrier in between (63 times in all)"},
        {"overwrites_what_others_read", launch<overwrites_what_others_read>, "shared-memory race",
         overwrites_what_others_read_line,
         "shared-memory race: block (0, 0, 0), thread (63, 0, 0) writes 4 bytes at byte 252 of tile, which thread (0, "
         "0, 0) read in line 71, with no barrier in between"},
        {"has_a_barrier_in_a_branch", launch<has_a_barrier_in_a_branch>, "divergent barrier",
         has_a_barrier_in_a_branch_line,
         "divergent barrier: block (0, 0, 0), thread (0, 0, 0) waits at a barrier that thread (16, 0, 0) of the same "
         "warp never reaches, because that thread waits in line 82 for the other lanes"},
        {"has_a_barrier_in_a_branch_of_a_loop", launch<has_a_barrier_in_a_branch_of_a_loop>, "divergent barrier",
         has_a_barrier_in_a_branch_of_a_loop_line,
         "divergent barrier: block (0, 0, 0), thread (0, 0, 0) waits at a barrier that thread (16, 0, 0) of the same "
         "warp never reaches, because that thread waits in line 90 for the other lanes"},
        {"shuffles_in_a_branch", launch<shuffles_in_a_branch>, "divergent warp function", shuffles_in_a_branch_line,
         "divergent warp function: block (0, 0, 0), thread (0, 0, 0) waits in a warp function whose mask 0xffffffff "
         "names thread (16, 0, 0), which waits at the barrier in line 100"},
        {"loses_lanes", launch<loses_lanes>, "out of bounds", loses_lanes_line,
         "out of bounds: block (0, 0, 0), thread (10, 0, 0) reads 4 bytes at byte 512 of points, but points has only "
         "512 bytes (54 times in all)"},
        {"overflows_an_index", launch<overflows_an_index>, "integer overflow", overflows_an_index_line,
         "integer overflow: block (0, 0, 0), thread (55, 0, 0) computes 42955 * 50048, which does not fit into 32 bits "
         "and becomes -2145155456 (9 times in all)"},
        {"an_unsigned_index_falls_below_zero", launch<an_unsigned_index_falls_below_zero>, "out of bounds",
         an_unsigned_index_falls_below_zero_line,
         "out of bounds: block (0, 0, 0), thread (0, 0, 0) reads 4 bytes at points[4294967295], which is 2^32 - 1: an "
         "unsigned index fell below zero"},
        {"writes_a_column_too_many", launch<writes_a_column_too_many>, "conflicting stores",
         writes_a_column_too_many_line,
         "conflicting stores: block (0, 0, 0), thread (1, 0, 0) writes row 1, column 0 of out, to which thread "
         "(0, 0, 0) of block (0, 0, 0) has written a different value; nothing orders the two stores (62 times in all)"},
    };
}

Specimen stage_that_is_reused_too_early() {
    return {"reuses_a_stage_too_early", launch<reuses_a_stage_too_early>, "shared-memory race",
            reuses_a_stage_too_early_line,
            "shared-memory race: block (0, 0, 0), thread (8, 0, 0) copies 8 bytes to byte 64 of tiles, which thread "
            "(7, 0, 0) read in line 155, with no barrier in between (16 times in all)"};
}

} // namespace pairscope::specimens
