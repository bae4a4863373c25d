// SPDX-License-Identifier: MIT
// Launches that ask for more dynamic shared memory than every kernel may have. A fault is that of the launch, which a
// GPU refuses.
#include "kernels/engines/cuda/dynamic_shared.cuh"
#include "kernels/engines/cuda/launch.h"
#include "tests/kernels/specimens/specimens.h"

namespace pairscope::specimens {
namespace {

constexpr int threads = 64;
constexpr int much = 64 * 1024; // bytes

/// A kernel of its own for each launch, because what one of them is allowed it keeps.
template <int number> __global__ void uses_its_last_byte(float* out, int bytes) {
    char* const memory = cuda::dynamic_shared<char>();
    if (threadIdx.x == 0) memory[bytes - 1] = 1;
    __syncthreads();
    out[threadIdx.x] = memory[bytes - 1];
}
float* out_of(const Run& run) { return std::get<LinearMemory>(distance_matrix_problem(run).out).data; }

void asks_for_more_without_a_word(const Run& run) {
    uses_its_last_byte<0><<<1, threads, much, run.stream>>>(out_of(run), much);
}
void asks_for_more_than_it_was_allowed(const Run& run) {
    cudaFuncSetAttribute(uses_its_last_byte<1>, cudaFuncAttributeMaxDynamicSharedMemorySize, much - 1024);
    uses_its_last_byte<1><<<1, threads, much, run.stream>>>(out_of(run), much);
}
void asks_for_more_than_a_block_can_have(const Run& run) {
    cudaFuncSetAttribute(uses_its_last_byte<2>, cudaFuncAttributeMaxDynamicSharedMemorySize, 228 * 1024);
    uses_its_last_byte<2><<<1, threads, 228 * 1024, run.stream>>>(out_of(run), 228 * 1024);
}
void asks_for_what_every_kernel_may_have(const Run& run) {
    uses_its_last_byte<3><<<1, threads, 48 * 1024, run.stream>>>(out_of(run), 48 * 1024);
}
void asks_for_what_it_was_allowed(const Run& run) {
    cudaFuncSetAttribute(uses_its_last_byte<4>, cudaFuncAttributeMaxDynamicSharedMemorySize, much);
    uses_its_last_byte<4><<<1, threads, much, run.stream>>>(out_of(run), much);
}
void lets_launch_grid_ask(const Run& run) {
    cuda::launch_grid(uses_its_last_byte<5>, dim3(1), dim3(threads), much, run.stream, out_of(run), much);
}

} // namespace

std::vector<Specimen> launches_with_much_shared_memory() {
    return {{"asks_for_more_without_a_word", asks_for_more_without_a_word, "refused"},
            {"asks_for_more_than_it_was_allowed", asks_for_more_than_it_was_allowed, "refused"},
            {"asks_for_more_than_a_block_can_have", asks_for_more_than_a_block_can_have, "refused"},
            {"asks_for_what_every_kernel_may_have", asks_for_what_every_kernel_may_have},
            {"asks_for_what_it_was_allowed", asks_for_what_it_was_allowed},
            {"lets_launch_grid_ask", lets_launch_grid_ask}};
}

} // namespace pairscope::specimens
