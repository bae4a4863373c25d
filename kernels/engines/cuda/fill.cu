// SPDX-License-Identifier: MIT
#include "kernels/engines/cuda/fill.h"

#include "kernels/engines/cuda/check.h"
#include "kernels/engines/cuda/launch.h"

#include <algorithm>

namespace pairscope::cuda {
namespace {

constexpr int threads = 256;
constexpr std::int64_t most_blocks = 1 << 20; // each thread goes on with the next entries: any count fits

unsigned blocks_for(std::int64_t count) {
    return static_cast<unsigned>(std::clamp<std::int64_t>(tiles(count, threads), 1, most_blocks));
}

template <class Bits> __global__ void fill_linear(Bits* memory, std::int64_t count, Bits value) {
    const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
    for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step)
        memory[i] = value;
}

/// Calls `act` with the memory as what it holds, and with its poison.
template <class Act> void with_bits(const LinearMemory& memory, Act act) {
    if (memory.entry == Entry::float16)
        act(memory.halves(), half_poison_bits);
    else
        act(reinterpret_cast<std::uint32_t*>(memory.data), poison_bits);
}

} // namespace

void poison_memory(const LinearMemory& memory, std::int64_t count, cudaStream_t stream) {
    if (count == 0) return;
    with_bits(memory, [&]<class Bits>(Bits* entries, Bits poison) {
        launch_grid(fill_linear<Bits>, blocks_for(count), threads, 0, stream, entries, count, poison);
    });
    check(cudaGetLastError());
}

} // namespace pairscope::cuda
