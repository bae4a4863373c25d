// SPDX-License-Identifier: MIT
// Poison: what every entry holds before a kernel writes it.
#include "kernels/cuda/check.h"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/passes.h"

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

// A warp fills whole sectors, which are 4 x 2 floats or 8 x 2 halves: 16 lanes across, 2 down.
template <class Bits> __global__ void fill_texture(cudaSurfaceObject_t surface, Bits value) {
    const int col = blockIdx.x * 16 + threadIdx.x % 16;
    const int row = blockIdx.y * 16 + threadIdx.x / 16;
    surf2Dwrite(value, surface, col * static_cast<int>(sizeof(Bits)), row, cudaBoundaryModeZero); // outside: dropped
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

void poison_surface(Surface surface, MatrixShape shape, cudaStream_t stream) {
    const dim3 grid(tiles(shape.cols, 16), tiles(shape.rows, 16));
    if (surface.entry == Entry::float16)
        launch_grid(fill_texture<std::uint16_t>, grid, threads, 0, stream, surface.handle, half_poison_bits);
    else
        launch_grid(fill_texture<std::uint32_t>, grid, threads, 0, stream, surface.handle, poison_bits);
    check(cudaGetLastError());
}

} // namespace pairscope::cuda
