// SPDX-License-Identifier: MIT
// Faults between blocks: each kernel would be right if the blocks came one after the other. The fault is on the line
// that ends with "fault".
#include "kernels/engines/cuda/launch.h"
#include "tests/kernels/specimens/specimens.h"

namespace pairscope::specimens {
namespace {

constexpr int threads = 64, blocks = 8;

__device__ float scratch[threads];
/// Every block uses the same array.
__global__ void shares_its_scratch(const float2*, int, float* out) {
    const int i = threadIdx.x;
    scratch[i] = static_cast<float>(blockIdx.x * 100 + i + 1); // fault
    __syncthreads();
    out[blockIdx.x * threads + i] = scratch[threads - 1 - i];
}
constexpr int shares_its_scratch_line = __LINE__ - 4;

__device__ float slices[blocks][threads];
/// A block reads what the block before it has left behind.
__global__ void reads_the_slice_of_another_block(const float2*, int, float* out) {
    const int i = threadIdx.x, block = blockIdx.x;
    slices[block][i] = static_cast<float>(block + 1);
    __syncthreads();
    out[block * threads + i] = block == 0 ? 0.0f : slices[block - 1][i]; // fault
}
constexpr int reads_the_slice_of_another_block_line = __LINE__ - 2;

__device__ int counted;
/// The first block clears what all blocks add to.
__global__ void clears_beside_atomics(const float2*, int, float* out) {
    if (blockIdx.x == 0 && threadIdx.x == 0) counted = 0; // fault
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(&counted, 1);
    out[blockIdx.x * threads + threadIdx.x] = 1.0f;
}
constexpr int clears_beside_atomics_line = __LINE__ - 5;

__device__ float sum;
/// Every block adds to one number, without an atomic.
__global__ void adds_without_an_atomic(const float2*, int, float* out) {
    if (threadIdx.x == 0) sum = sum + 1.0f; // fault
    out[blockIdx.x * threads + threadIdx.x] = 1.0f;
}
constexpr int adds_without_an_atomic_line = __LINE__ - 3;

__global__ void reads_the_output_of_another_block(const float2*, int, float* out) {
    const int i = blockIdx.x * threads + threadIdx.x;
    out[i] = 1.0f;
    __syncthreads();
    if (i >= threads) out[blocks * threads + i] = out[i - threads]; // fault
}
constexpr int reads_the_output_of_another_block_line = __LINE__ - 2;

template <void (*kernel)(const float2*, int, float*)> void launch(const Run& run) {
    const auto problem = distance_matrix_problem(run);
    cuda::launch_grid(kernel, blocks, threads, 0, run.stream, reinterpret_cast<const float2*>(problem.points),
                      static_cast<int>(problem.n), std::get<LinearMemory>(problem.out).data);
}

} // namespace

std::vector<Specimen> faulty_grids() {
    return {
        {"shares_its_scratch", launch<shares_its_scratch>, "conflicting stores", shares_its_scratch_line},
        {"reads_the_slice_of_another_block", launch<reads_the_slice_of_another_block>, "global-memory race",
         reads_the_slice_of_another_block_line},
        {"clears_beside_atomics", launch<clears_beside_atomics>, "conflicting stores", clears_beside_atomics_line},
        {"adds_without_an_atomic", launch<adds_without_an_atomic>, "global-memory race", adds_without_an_atomic_line},
        {"reads_the_output_of_another_block", launch<reads_the_output_of_another_block>, "uninitialised read",
         reads_the_output_of_another_block_line}};
}

} // namespace pairscope::specimens
