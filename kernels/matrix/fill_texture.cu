// SPDX-License-Identifier: MIT
#include "kernels/engines/cuda/check.h"
#include "kernels/engines/cuda/launch.h"
#include "kernels/matrix/passes.h"

namespace pairscope::cuda {
namespace {

constexpr int threads = 256;

// A warp fills whole sectors, which are 4 x 2 floats or 8 x 2 halves: 16 lanes across, 2 down.
template <class Bits> __global__ void fill_texture(cudaSurfaceObject_t surface, Bits value) {
    const int col = blockIdx.x * 16 + threadIdx.x % 16;
    const int row = blockIdx.y * 16 + threadIdx.x / 16;
    surf2Dwrite(value, surface, col * static_cast<int>(sizeof(Bits)), row, cudaBoundaryModeZero); // outside: dropped
}

} // namespace

void poison_surface(Surface surface, MatrixShape shape, cudaStream_t stream) {
    const dim3 grid(tiles(shape.cols, 16), tiles(shape.rows, 16));
    if (surface.entry == Entry::float16)
        launch_grid(fill_texture<std::uint16_t>, grid, threads, 0, stream, surface.handle, half_poison_bits);
    else
        launch_grid(fill_texture<std::uint32_t>, grid, threads, 0, stream, surface.handle, poison_bits);
    check(cudaGetLastError());
}

} // namespace pairscope::cuda
