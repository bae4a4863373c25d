// SPDX-License-Identifier: MIT
// What kernels of courses and exercises do with memory. All of it is right: the executor must find nothing. Every
// thread writes 1 where it saw what it should.
#include "kernels/engines/cuda/dynamic_shared.cuh"
#include "kernels/engines/cuda/launch.h"
#include "kernels/matrix/target.cuh"
#include "tests/kernels/specimens/specimens.h"

namespace pairscope::specimens {
namespace {

constexpr int threads = 256, blocks = 12;

__device__ int rank_in_block() { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }
__device__ int block_rank() { return (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x; }
__device__ void answer(float* out, bool right) { out[block_rank() * threads + rank_in_block()] = right ? 1.0f : 0.0f; }

struct PointTile {
    float2 points[threads];
    float2 first;
    int count;
};
__global__ void a_shared_struct_of_vectors(const float2* points, int, float* out) {
    __shared__ PointTile tile;
    const int i = rank_in_block();
    tile.points[i] = points[i];
    if (i == 0) {
        tile.first = points[0];
        tile.count = threads;
    }
    __syncthreads();
    const float2 mirrored = tile.points[tile.count - 1 - i];
    answer(out, mirrored.x == points[threads - 1 - i].x && tile.first.y == points[0].y);
}

__global__ void shared_arrays_of_vectors(const float2* points, int, float* out) {
    __shared__ float2 tile[threads];
    __shared__ float4 grid[4][threads / 4 + 1];
    const int i = rank_in_block();
    tile[i] = points[i];
    grid[i % 4][i / 4] = make_float4(1.0f, 2.0f, 3.0f, static_cast<float>(i));
    __syncthreads();
    const int j = threads - 1 - i;
    answer(out, tile[j].y == points[j].y && grid[j % 4][j / 4].w == static_cast<float>(j));
}

struct Neighbour {
    char label; // three bytes of padding follow
    float distance;
    short column; // and two here
};
__global__ void shared_arrays_of_structs_are_assigned(const float2*, int, float* out) {
    __shared__ Neighbour nearest[threads];
    const int i = rank_in_block();
    const Neighbour mine = {static_cast<char>(i % 100), static_cast<float>(i), static_cast<short>(i)};
    nearest[i] = mine;
    __syncthreads();
    for (int half = threads / 2; half > 0; half /= 2) {
        if (i < half && nearest[i + half].distance > nearest[i].distance) nearest[i] = nearest[i + half];
        __syncthreads();
    }
    const Neighbour farthest = nearest[0];
    answer(out, farthest.distance == threads - 1 && farthest.column == threads - 1 && farthest.label == 255 % 100);
}

struct Matrix3 {
    float rows[3][3];
    double trace;
};
__global__ void large_structs_are_copied(const float2*, int, float* out) {
    __shared__ Matrix3 all[threads];
    const int i = rank_in_block();
    Matrix3 mine = {};
    for (int k = 0; k < 3; ++k) mine.rows[k][k] = static_cast<float>(i);
    mine.trace = 3.0 * i;
    all[i] = mine;
    __syncthreads();
    const Matrix3 other = all[i ^ 1];
    answer(out, other.rows[2][2] == static_cast<float>(i ^ 1) && other.trace == 3.0 * (i ^ 1) && other.rows[0][1] == 0);
}

__global__ void flags_and_characters(const float2*, int, float* out) {
    __shared__ bool seen[threads];
    __shared__ char tile[16][17];
    __shared__ unsigned char bytes[threads];
    const int i = rank_in_block();
    seen[i] = i % 3 == 0;
    tile[i / 16][i % 16] = static_cast<char>(i / 2);
    bytes[i] = static_cast<unsigned char>(i);
    __syncthreads();
    const int j = (i + 77) % threads;
    answer(out, seen[j] == (j % 3 == 0) && tile[i % 16][i / 16] == static_cast<char>((i % 16 * 16 + i / 16) / 2) &&
                    bytes[j] == j);
}

union Word {
    float number;
    unsigned bits;
    unsigned char bytes[4];
};
union Quad {
    float4 vector;
    float lanes[4];
};
__global__ void unions_in_shared_memory(const float2*, int, float* out) {
    __shared__ Word words[threads];
    __shared__ Quad quads[threads];
    const int i = rank_in_block();
    words[i].number = 1.0f;
    quads[i].vector = make_float4(0.0f, 1.0f, 2.0f, static_cast<float>(i));
    __syncthreads();
    answer(out, words[i ^ 5].bits == 0x3f800000u && words[i ^ 5].bytes[3] == 0x3f &&
                    quads[i ^ 5].lanes[3] == static_cast<float>(i ^ 5));
}

__global__ void a_transposed_tile(const float2*, int, float* out) {
    __shared__ float tile[16][17];
    const int row = rank_in_block() / 16, col = rank_in_block() % 16;
    bool right = true;
    for (int round = 0; round < 3; ++round) {
        tile[row][col] = static_cast<float>(row * 16 + col + round);
        __syncthreads();
        right = right && tile[col][row] == static_cast<float>(col * 16 + row + round);
        __syncthreads();
    }
    answer(out, right);
}

__global__ void a_double_buffer_needs_one_barrier(const float2*, int, float* out) {
    __shared__ int buffers[2][threads];
    const int i = rank_in_block();
    bool right = true;
    for (int round = 0; round < 6; ++round) {
        buffers[round % 2][i] = i + round;
        __syncthreads();
        right = right && buffers[round % 2][(i + 9) % threads] == (i + 9) % threads + round;
    }
    answer(out, right);
}

__global__ void a_volatile_reduction_of_a_warp(const float2*, int, float* out) {
    __shared__ volatile int sums[threads];
    const int i = rank_in_block(), lane = i % 32;
    sums[i] = lane;
    __syncwarp();
    for (int half = 16; half > 0; half /= 2) {
        if (lane < half) sums[i] = sums[i] + sums[i + half];
        __syncwarp();
    }
    answer(out, sums[i - lane] == 31 * 32 / 2);
}

__global__ void most_threads_return_early(const float2*, int, float* out) {
    __shared__ int least;
    const int i = rank_in_block();
    if (i == 0) least = threads;
    __syncthreads();
    atomicMin(&least, i);
    __syncthreads();
    answer(out, least == 0);
    if (i >= 32) return;
    if (i < 16) __syncwarp(0xffffu);
}

// Variables of the file: global memory that all blocks share, and that is zero at the start.
__device__ int histogram[16];
__device__ float2 corners[4];
__device__ unsigned blocks_done;
__device__ int partial_sums[blocks];
__device__ struct {
    char name;
    double value;
} settings;

__global__ void device_variables(const float2*, int, float* out) {
    const int i = rank_in_block();
    atomicAdd(&histogram[i % 16], 1);
    settings.name = 'x';
    settings.value = 2.0;
    corners[3] = make_float2(1.0f, 2.0f);
    answer(out, histogram[i % 16] > 0 && settings.value == 2.0 && corners[3].y == 2.0f && corners[0].x == 0.0f);
}

/// The last block that arrives adds what all blocks have left behind.
__global__ void the_last_block_sums_up(const float2*, int, float* out) {
    __shared__ bool is_last;
    const int i = rank_in_block();
    if (i == 0) {
        partial_sums[block_rank()] = block_rank() + 1;
        __threadfence();
        is_last = atomicAdd(&blocks_done, 1u) == blocks - 1;
    }
    __syncthreads();
    int sum = 0;
    if (is_last) {
        for (int k = 0; k < blocks; ++k) sum += partial_sums[k];
        __syncthreads();
        if (i == 0) blocks_done = 0; // for the next launch
    }
    answer(out, !is_last || sum == blocks * (blocks + 1) / 2);
}

__device__ float sum_of(const float (&values)[8]) {
    float sum = 0.0f;
    for (const float value : values) sum += value;
    return sum;
}
__device__ void fill(float* values, int count, float value) {
    for (int k = 0; k < count; ++k) values[k] = value;
}
__global__ void arrays_are_given_to_functions(const float2*, int, float* out) {
    __shared__ float rows[threads][8];
    float mine[8];
    const int i = rank_in_block();
    fill(rows[i], 8, static_cast<float>(i));
    fill(mine, 8, 1.0f);
    __syncthreads();
    answer(out, sum_of(rows[i ^ 3]) == 8.0f * static_cast<float>(i ^ 3) && sum_of(mine) == 8.0f);
}

/// Two threads write to one entry, one after the other.
__global__ void an_entry_is_written_twice(const float2*, int, float* out) {
    const int i = rank_in_block();
    out[block_rank() * threads + (threads - 1 - i)] = 3.0f;
    __syncthreads();
    answer(out, out[block_rank() * threads + i] == 3.0f);
}

/// Many threads write the same.
__global__ void all_blocks_agree(const float2*, int, float* out) {
    out[blocks * threads] = 3.0f;
    answer(out, out[blocks * threads] == 3.0f);
}

/// The last block overwrites what another block has written.
__global__ void the_last_block_overwrites(const float2*, int, float* out) {
    __shared__ bool is_last;
    const int i = rank_in_block();
    answer(out, true);
    if (i < 2) out[blocks * threads + i] = 4.0f;
    __syncthreads();
    if (i == 0) {
        __threadfence();
        is_last = atomicAdd(&blocks_done, 1u) == blocks - 1;
    }
    __syncthreads();
    if (!is_last || i != 0) return;
    out[blocks * threads + 1] = 5.0f;
    blocks_done = 0;
}

/// On a GPU a barrier does not wait for threads that have returned.
__global__ void some_return_before_a_barrier(const float2*, int, float* out) {
    __shared__ int tile[threads];
    const int i = rank_in_block();
    answer(out, true);
    if (i >= 100) return;
    tile[i] = i;
    __syncthreads();
    answer(out, tile[99 - i] == 99 - i);
}

/// Warp functions do not wait for lanes that have returned either, before the call or while others wait in it.
__global__ void lanes_vote_after_others_have_returned(const float2*, int, float* out) {
    const int i = rank_in_block(), lane = i % 32;
    answer(out, true);
    if (lane >= 28 || lane < 2) return;
    const unsigned voters = __ballot_sync(0xffffffffu, true);
    const int next = __shfl_sync(voters, i, lane == 27 ? 2 : lane + 1); // the voters form a ring
    answer(out, voters == 0x0ffffffcu && next == (lane == 27 ? i - 25 : i + 1));
}

__global__ void a_flag_is_set_by_many(const float2*, int, float* out) {
    __shared__ bool any;
    const int i = rank_in_block();
    if (i == 0) any = false;
    __syncthreads();
    if (i % 3 == 1) any = true;
    __syncthreads();
    answer(out, any);
}

__device__ int lock;
__device__ volatile int locked_sum;
__global__ void a_lock_guards_a_sum(const float2*, int, float* out) {
    bool done = false;
    while (!done) {
        if (atomicCAS(&lock, 0, 1) != 0) continue;
        __threadfence();
        locked_sum = locked_sum + 1;
        __threadfence();
        atomicExch(&lock, 0);
        done = true;
    }
    answer(out, true);
}

/// The plain load spares most of the atomics.
__device__ int greatest;
__global__ void a_load_before_an_atomic(const float2*, int, float* out) {
    const int i = rank_in_block();
    if (greatest < i) atomicMax(&greatest, i);
    __syncthreads();
    answer(out, greatest >= i);
}

__device__ float rows_in_global_memory[blocks][threads];
__global__ void neighbours_in_global_memory(const float2*, int, float* out) {
    float* const row = rows_in_global_memory[block_rank()];
    const int i = rank_in_block();
    row[i] = static_cast<float>(i);
    __syncwarp();
    const float beside = row[i ^ 1];
    __syncthreads();
    const float mirrored = row[threads - 1 - i];
    __syncthreads();
    row[i] = -1.0f;
    answer(out, beside == static_cast<float>(i ^ 1) && mirrored == static_cast<float>(threads - 1 - i));
}

template <void (*kernel)(const float2*, int, float*)> void launch(const Run& run) {
    const auto problem = distance_matrix_problem(run);
    const dim3 grid(2, 3, 2), block(16, 4, 4);
    cuda::launch_grid(kernel, grid, block, 0, run.stream, reinterpret_cast<const float2*>(problem.points),
                      static_cast<int>(problem.n), std::get<LinearMemory>(problem.out).data);
}

} // namespace

std::vector<Specimen> ordinary_kernels() {
    return {{"a_shared_struct_of_vectors", launch<a_shared_struct_of_vectors>},
            {"shared_arrays_of_vectors", launch<shared_arrays_of_vectors>},
            {"shared_arrays_of_structs_are_assigned", launch<shared_arrays_of_structs_are_assigned>},
            {"large_structs_are_copied", launch<large_structs_are_copied>},
            {"flags_and_characters", launch<flags_and_characters>},
            {"unions_in_shared_memory", launch<unions_in_shared_memory>},
            {"a_transposed_tile", launch<a_transposed_tile>},
            {"a_double_buffer_needs_one_barrier", launch<a_double_buffer_needs_one_barrier>},
            {"a_volatile_reduction_of_a_warp", launch<a_volatile_reduction_of_a_warp>},
            {"most_threads_return_early", launch<most_threads_return_early>},
            {"device_variables", launch<device_variables>},
            {"the_last_block_sums_up", launch<the_last_block_sums_up>},
            {"some_return_before_a_barrier", launch<some_return_before_a_barrier>},
            {"lanes_vote_after_others_have_returned", launch<lanes_vote_after_others_have_returned>},
            {"a_flag_is_set_by_many", launch<a_flag_is_set_by_many>},
            {"a_lock_guards_a_sum", launch<a_lock_guards_a_sum>},
            {"a_load_before_an_atomic", launch<a_load_before_an_atomic>},
            {"neighbours_in_global_memory", launch<neighbours_in_global_memory>},
            {"an_entry_is_written_twice", launch<an_entry_is_written_twice>},
            {"all_blocks_agree", launch<all_blocks_agree>},
            {"the_last_block_overwrites", launch<the_last_block_overwrites>},
            {"arrays_are_given_to_functions", launch<arrays_are_given_to_functions>}};
}

} // namespace pairscope::specimens
