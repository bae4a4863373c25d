// SPDX-License-Identifier: MIT
// Kernels that end by their own word.
#include "kernels/engines/cuda/launch.h"
#include "tests/kernels/specimens/specimens.h"

#include <cassert>
#include <cooperative_groups.h>
#include <cuda/barrier>

namespace pairscope::specimens {
namespace {

__global__ void an_assertion_fails(float* out, int n) {
    const int x = threadIdx.x;
    assert(x < n); // fault
    __syncthreads();
    out[x] = __shfl_xor_sync(0xffffffffu, 1.0f, 1);
}
constexpr int an_assertion_fails_line = __LINE__ - 4;

__global__ void a_trap(float* out, int n) {
    if (threadIdx.x >= static_cast<unsigned>(n)) __trap(); // fault
    out[threadIdx.x] = 1.0f;
}
constexpr int a_trap_line = __LINE__ - 3;

__global__ void a_barrier_that_never_ends(float* out, int n) {
    __shared__ ::cuda::barrier<::cuda::thread_scope_block> barrier;
    if (threadIdx.x == 0) init(&barrier, 65);
    __syncthreads();
    barrier.arrive_and_wait(); // fault
    out[threadIdx.x] = static_cast<float>(n);
}
constexpr int a_barrier_that_never_ends_line = __LINE__ - 3;

template <void (*kernel)(float*, int)> void launch(const Run& run) {
    const auto problem = distance_matrix_problem(run);
    cuda::launch_grid(kernel, 1, 64, 0, run.stream, std::get<LinearMemory>(problem.out).data, 60);
}

} // namespace

std::vector<Specimen> failing_assertions() {
    return {{"an_assertion_fails", launch<an_assertion_fails>, "failed assertion", an_assertion_fails_line},
            {"a_trap", launch<a_trap>, "failed assertion", a_trap_line},
            {"a_barrier_that_never_ends", launch<a_barrier_that_never_ends>, "divergent barrier",
             a_barrier_that_never_ends_line}};
}

} // namespace pairscope::specimens
