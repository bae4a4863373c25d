// SPDX-License-Identifier: MIT
// A thread starts two loads of 16 bytes from each vector before it needs the first one. There is one sum per chunk, and
// a second kernel adds these sums in double precision.
//
// Memory is busy only while enough bytes are being loaded: 4.5 TB/s for 0.7 us are 3.2 MB, which is 24 KB per
// multiprocessor of an H200. Two blocks of 512 threads with 64 bytes each have 64 KB.
#include "kernels/engines/cuda/launch.h"
#include "kernels/workloads/rbf_pair/block_sum.cuh"
#include "kernels/workloads/rbf_pair/problem.h"

namespace pairscope::ladder::rbf_pair {
namespace {

constexpr int threads = 512;
using Blocks = cuda::BlockSizes<threads>;
constexpr int chunk = threads * 2 * 4; // coordinates per round: each thread loads 16 bytes of each vector twice
constexpr int most_chunks = 1024;      // one number for all GPUs, because the sum depends on it

__global__ void __launch_bounds__(threads)
    chunk_sums(const float* __restrict__ x, const float* __restrict__ y, int n, float* sums_of_chunks) {
    const auto* const xs = reinterpret_cast<const float4*>(x);
    const auto* const ys = reinterpret_cast<const float4*>(y);
    const int whole = n / 4, stride = gridDim.x * threads, first = blockIdx.x * threads + threadIdx.x;
    float sum = 0.0f, other_sum = 0.0f;
    int i = first;
    for (; i + stride < whole; i += 2 * stride) {
        const float4 a = xs[i], b = ys[i], c = xs[i + stride], d = ys[i + stride];
        sum += sums::squared_difference(a, b);
        other_sum += sums::squared_difference(c, d);
    }
    if (i < whole) sum += sums::squared_difference(xs[i], ys[i]);
    if (const int last = 4 * whole + first; last < n) { // up to three coordinates are left over
        const float difference = x[last] - y[last];
        other_sum += difference * difference;
    }
    sum = sums::sum_of_block<threads>(sum + other_sum);
    if (threadIdx.x == 0) sums_of_chunks[blockIdx.x] = sum;
}

__global__ void __launch_bounds__(threads)
    add_chunks(const float* __restrict__ sums_of_chunks, int chunks, double factor, double* value) {
    double total = 0.0;
    for (int i = threadIdx.x; i < chunks; i += threads) total += sums_of_chunks[i];
    total = sums::sum_of_block<threads>(total);
    if (threadIdx.x == 0) *value = exp(factor * total);
}

void launch(const Run& run) {
    const RbfPairProblem problem = rbf_pair_problem(run.problem);
    auto* const sums_of_chunks = reinterpret_cast<float*>(run.problem.workspace);
    const int n = static_cast<int>(problem.n), chunks = min(static_cast<int>(cuda::tiles(n, chunk)), most_chunks);
    cuda::launch_grid(chunk_sums, chunks, threads, 0, run.stream, problem.x, problem.y, n, sums_of_chunks);
    cuda::launch_grid(add_chunks, 1, threads, 0, run.stream, sums_of_chunks, chunks, problem.factor, problem.value);
}

std::int64_t workspace_bytes(const Workload&) { return most_chunks * std::int64_t{sizeof(float)}; }

} // namespace

KernelVariant fused_variant() {
    return {.title = "Everything in one pass",
            .teaches = "If one kernel subtracts, squares and adds, nothing has to be stored in between. Loads of 16 "
                       "bytes keep memory busy.",
            .wastes = "It needs a second launch to add at most 1 024 numbers.",
            .parent = "rbf_pair/reduce_many_per_thread",
            .backend = Backend::cuda,
            .blocks = Blocks::all,
            .workspace_bytes = workspace_bytes,
            .launch = launch,
            .tolerance = 3e-6}; // a thread adds 64 times for n = 2^27; with squares and tree 47 roundings in a row
}

} // namespace pairscope::ladder::rbf_pair
