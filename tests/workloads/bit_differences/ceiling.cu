// SPDX-License-Identifier: MIT
#include "tests/workloads/bit_differences/ceiling.h"

#include "kernels/engines/cuda/launch.h"

namespace pairscope::bit_differences {
namespace {

constexpr int threads = 256, blocks_per_unit = 8, steps = 4096;

__device__ int sink; // what must not be optimised away

/// Four chains per thread.
__global__ void count_bits(unsigned change) {
    unsigned words[4];
    int sums[4] = {};
    for (int k = 0; k < 4; ++k) words[k] = threadIdx.x + static_cast<unsigned>(k);
#pragma unroll 16
    for (int step = 0; step < steps; ++step) {
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            words[k] += change;
            sums[k] += __popc(words[k] ^ change);
        }
    }
    const int total = sums[0] + sums[1] + sums[2] + sums[3];
    if (total < 0) sink = total; // never, but the compiler cannot know
}

} // namespace

double count_on_gpu(const Device& device, CUstream_st* stream) {
    const int blocks = device.units * blocks_per_unit;
    cuda::launch_grid(count_bits, blocks, threads, 0, stream, 0x9e3779b9u);
    // A word of this workload has 64 bits, and one of a GPU's instruction has 32.
    return operations_per_word / 2.0 * 4.0 * steps * threads * blocks;
}

} // namespace pairscope::bit_differences
