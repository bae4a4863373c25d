// SPDX-License-Identifier: MIT
// A block for each vector: its sum goes to the workspace, and one block adds these up.
#include "kernels/engines/cuda/launch.h"
#include "kernels/ladder/variant.h"

namespace pairscope::ladder::distance_sum {
namespace {

constexpr int threads = 64;

/// The sum of one value of each thread of the block, in thread 0.
__device__ double sum_of_block(double value) {
    __shared__ double values[threads];
    const int i = threadIdx.x;
    values[i] = value;
    __syncthreads();
    for (int half = threads / 2; half > 0; half /= 2) {
        if (i < half) values[i] += values[i + half];
        __syncthreads();
    }
    return values[0];
}

__global__ void row_sums(const float* __restrict__ vectors, int rows, int dims, double* sums) {
    const int i = blockIdx.x;
    double total = 0.0;
    for (int j = threadIdx.x; j < rows; j += threads) {
        float sum = 0.0f;
        for (int k = 0; k < dims; ++k) {
            const float d = vectors[i * dims + k] - vectors[j * dims + k];
            sum += d * d;
        }
        total += sqrtf(sum);
    }
    total = sum_of_block(total);
    if (threadIdx.x == 0) sums[i] = total;
}

__global__ void total_sum(const double* __restrict__ sums, int rows, double* out) {
    double total = 0.0;
    for (int i = threadIdx.x; i < rows; i += threads) total += sums[i];
    total = sum_of_block(total);
    if (threadIdx.x == 0) *out = total;
}

void launch(const Run& run) {
    const Input& set = run.problem.a;
    auto* const sums = reinterpret_cast<double*>(run.problem.workspace);
    const int rows = static_cast<int>(set.rows);
    cuda::launch_grid(row_sums, rows, threads, 0, run.stream, set.floats(), rows, static_cast<int>(set.dims), sums);
    cuda::launch_grid(total_sum, 1, threads, 0, run.stream, sums, rows, scalar_out(run.problem));
}

std::int64_t workspace_bytes(const Workload& workload) { return workload.rows * std::int64_t{sizeof(double)}; }

} // namespace

KernelVariant block_sums_variant() {
    return {.title = "A block for each vector",
            .teaches = "A block adds up in shared memory, in as many steps as its threads can be halved.",
            .wastes = "The second kernel waits for the first, and uses one multiprocessor.",
            .backend = Backend::cuda,
            .workspace_bytes = workspace_bytes,
            .launch = launch};
}

} // namespace pairscope::ladder::distance_sum
