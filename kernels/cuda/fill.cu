// SPDX-License-Identifier: MIT
// Poison, and the search for what is no longer poison.
#include "kernels/cuda/check.h"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/passes.h"
#include "kernels/cuda/target.cuh"

#include <algorithm>

namespace pairscope::cuda {
namespace {

constexpr int threads = 256;
constexpr std::int64_t most_blocks = 1 << 20; // each thread goes on with the next entries: any count fits

unsigned blocks_for(std::int64_t count) {
    return static_cast<unsigned>(std::clamp<std::int64_t>(tiles(count, threads), 1, most_blocks));
}

__global__ void fill_linear(float* memory, std::int64_t count, float value) {
    const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
    for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step)
        memory[i] = value;
}

// A warp fills whole 4 x 2 sectors: 16 lanes across, 2 down.
__global__ void fill_texture(SurfaceTarget out, float value) {
    const int col = blockIdx.x * 16 + threadIdx.x % 16;
    const int row = blockIdx.y * 16 + threadIdx.x / 16;
    out.store(row, col, value); // outside the texture: dropped
}

__global__ void count_other(const float* memory, std::int64_t count, std::uint32_t bits, unsigned long long* others) {
    const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
    for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step) {
        if (__float_as_uint(memory[i]) != bits) atomicAdd(others, 1ull);
    }
}

} // namespace

void fill_memory(float* memory, std::int64_t count, std::uint32_t bits, cudaStream_t stream) {
    if (count == 0) return;
    launch_grid(fill_linear, blocks_for(count), threads, 0, stream, memory, count, __builtin_bit_cast(float, bits));
    check(cudaGetLastError());
}

void fill_surface(Surface surface, MatrixShape shape, std::uint32_t bits, cudaStream_t stream) {
    const dim3 grid(tiles(shape.cols, 16), tiles(shape.rows, 16));
    launch_grid(fill_texture, grid, threads, 0, stream, SurfaceTarget{surface.handle}, __builtin_bit_cast(float, bits));
    check(cudaGetLastError());
}

std::int64_t count_other_bits(const float* memory, std::int64_t count, std::uint32_t bits, const Workplace& at) {
    auto* const others = at.scratch.get<unsigned long long>(1);
    check(cudaMemsetAsync(others, 0, sizeof *others, at.stream));
    if (count > 0) {
        launch_grid(count_other, blocks_for(count), threads, 0, at.stream, memory, count, bits, others);
        check(cudaGetLastError());
    }
    unsigned long long result = 0;
    check(cudaMemcpyAsync(&result, others, sizeof result, cudaMemcpyDeviceToHost, at.stream));
    check(cudaStreamSynchronize(at.stream));
    return static_cast<std::int64_t>(result);
}

} // namespace pairscope::cuda
