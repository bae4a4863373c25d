// SPDX-License-Identifier: MIT
// Kernels that need what all blocks of an earlier launch wrote, also where only a sample of those blocks is followed.
// Every thread of the last launch writes 1 where it saw what it should.
#include "kernels/engines/cuda/launch.h"
#include "tests/kernels/specimens/specimens.h"

namespace pairscope::specimens {
namespace {

constexpr int threads = 64, blocks = 16;

__device__ int sums[blocks];
__global__ void sum_of_each_block(int offset) {
    if (threadIdx.x == 0) sums[blockIdx.x] = offset + static_cast<int>(blockIdx.x);
}
__global__ void all_sums_are_there(int offset, float* out) {
    const int mine = sums[(blockIdx.x + 1) % blocks];
    const int expected = offset + static_cast<int>((blockIdx.x + 1) % blocks);
    out[blockIdx.x * threads + threadIdx.x] = mine == expected ? 1.0f : 0.0f;
}
void by_a_variable(const Run& run) {
    const auto problem = distance_matrix_problem(run);
    float* const out = std::get<LinearMemory>(problem.out).data;
    for (const int offset : {100, 200}) {
        cuda::launch_grid(sum_of_each_block, blocks, threads, 0, run.stream, offset);
        cuda::launch_grid(all_sums_are_there, blocks, threads, 0, run.stream, offset, out);
    }
}

__global__ void numbers(float* out) {
    const unsigned i = blockIdx.x * threads + threadIdx.x;
    out[i] = static_cast<float>(i);
}
__global__ void is_number(float* out) {
    const unsigned i = blockIdx.x * threads + threadIdx.x;
    out[i] = out[i] == static_cast<float>(i) ? 1.0f : 0.0f;
}
void by_the_output(const Run& run) {
    const auto problem = distance_matrix_problem(run);
    float* const out = std::get<LinearMemory>(problem.out).data;
    cuda::launch_grid(numbers, blocks, threads, 0, run.stream, out);
    cuda::launch_grid(is_number, blocks, threads, 0, run.stream, out);
}

__device__ int counted;
__global__ void count_blocks() {
    if (threadIdx.x == 0) atomicAdd(&counted, 1);
}
__global__ void tell(int count, float* out) { out[blockIdx.x * threads + threadIdx.x] = count == blocks ? 1.0f : 0.0f; }
void by_the_host(const Run& run) {
    const auto problem = distance_matrix_problem(run);
    int count = 0;
    cudaMemcpyToSymbol(counted, &count, sizeof count);
    cuda::launch_grid(count_blocks, blocks, threads, 0, run.stream);
    cudaMemcpyFromSymbol(&count, counted, sizeof count);
    cuda::launch_grid(tell, blocks, threads, 0, run.stream, count, std::get<LinearMemory>(problem.out).data);
}

} // namespace

std::vector<Specimen> several_launches() {
    return {{"by_a_variable", by_a_variable}, {"by_the_output", by_the_output}, {"by_the_host", by_the_host}};
}

} // namespace pairscope::specimens
