// SPDX-License-Identifier: MIT
// The sums are added in the order of the chunks, whichever block comes last, so the result is the same every time.
// Adding them to one number by atomicAdd would be shorter, but its last digits would differ from run to run.
#include "kernels/engines/cuda/launch.h"
#include "kernels/workloads/rbf_pair/block_sum.cuh"
#include "kernels/workloads/rbf_pair/problem.h"

namespace pairscope::ladder::rbf_pair {
namespace {

constexpr int threads = 512;
using Blocks = cuda::BlockSizes<threads>;
// Coordinates per round, as in fused. A million coordinates make 256 chunks, which an H200 runs at once, with two
// blocks per multiprocessor.
constexpr int chunk = threads * 2 * 4;
constexpr int most_chunks = 1024; // one number for all GPUs, because the sum depends on it

/// How many blocks have stored their sums. A device variable is 0 when the program starts, and the last block sets it
/// back to 0 for the next launch, which is cheaper than setting it before each launch. So launches of this kernel must
/// not overlap.
__device__ unsigned ticket;

__device__ float sum_of_thread(const float* __restrict__ x, const float* __restrict__ y, int n) {
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
    return sum + other_sum;
}

__global__ void __launch_bounds__(threads) single_launch(const float* __restrict__ x, const float* __restrict__ y,
                                                         int n, float* sums_of_chunks, double factor, double* value) {
    __shared__ bool is_last;
    const float sum = sums::sum_of_block<threads>(sum_of_thread(x, y, n));
    if (threadIdx.x == 0) {
        sums_of_chunks[blockIdx.x] = sum;
        __threadfence(); // a block that sees the ticket also sees the sum
        const unsigned last_ticket = gridDim.x - 1;
        is_last = atomicInc(&ticket, last_ticket) == last_ticket; // after the last ticket the counter is 0 again
    }
    __syncthreads();
    if (!is_last) return;
    __threadfence();
    double total = 0.0;
    for (int i = threadIdx.x; i < static_cast<int>(gridDim.x); i += threads)
        total += __ldcg(sums_of_chunks + i); // from the L2 cache, because the L1 cache may hold old values
    total = sums::sum_of_block<threads>(total);
    if (threadIdx.x == 0) *value = exp(factor * total);
}

void launch(const Run& run) {
    const RbfPairProblem problem = rbf_pair_problem(run.problem);
    auto* const sums_of_chunks = reinterpret_cast<float*>(run.problem.workspace);
    const int n = static_cast<int>(problem.n), chunks = min(static_cast<int>(cuda::tiles(n, chunk)), most_chunks);
    cuda::launch_grid(single_launch, chunks, threads, 0, run.stream, problem.x, problem.y, n, sums_of_chunks,
                      problem.factor, problem.value);
}

std::int64_t workspace_bytes(const Workload&) { return most_chunks * std::int64_t{sizeof(float)}; }

} // namespace

KernelVariant single_launch_variant() {
    return {.title = "The last block adds the sums",
            .teaches = "Each block stores its sum and then takes the next number of a counter. The block that gets the "
                       "last number knows that all sums are stored, and adds them without another launch.",
            .wastes = "The last block makes two round trips to memory after all other blocks have ended.",
            .parent = "rbf_pair/fused",
            .backend = Backend::cuda,
            .blocks = Blocks::all,
            .workspace_bytes = workspace_bytes,
            .launch = launch,
            .tolerance = 3e-6}; // fused.cu counts the roundings
}

} // namespace pairscope::ladder::rbf_pair
