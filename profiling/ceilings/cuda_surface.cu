// SPDX-License-Identifier: MIT
// A 2-D texture of 32-bit floats, written through a surface, as kernels write the picture.
#include "profiling/ceilings/cuda_session.h"

#include "kernels/engines/cuda/launch.h"
#include "kernels/engines/cuda/streaming_store.cuh"

#include <algorithm>
#include <cmath>
#include <utility>

namespace pairscope::profiling {
namespace {

using cuda::check;

constexpr int tile_cols = 32, tile_rows = 128; // a block's tile: texels that lie together, 16 columns x 128 rows, twice
constexpr int warps = 16;                      // warps per block: 2 across, 8 down
constexpr int steps = 2;                       // stores of a thread
static_assert(tile_rows == 8 * (warps / 2) * steps);

/// An array of `side` x `side` floats and the surface that writes it.
class Texture {
public:
    explicit Texture(std::int64_t side) {
        const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
        const auto extent = static_cast<std::size_t>(side);
        check(cudaMallocArray(&array_, &format, extent, extent, cudaArraySurfaceLoadStore));
        cudaResourceDesc resource{};
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = array_;
        const cudaError_t status = cudaCreateSurfaceObject(&surface_, &resource);
        if (status != cudaSuccess) cuda::warn(cudaFreeArray(array_));
        check(status);
    }
    ~Texture() {
        cuda::warn(cudaDestroySurfaceObject(surface_));
        cuda::warn(cudaFreeArray(array_));
    }
    Texture(const Texture&) = delete;
    Texture& operator=(const Texture&) = delete;
    [[nodiscard]] cudaSurfaceObject_t surface() const { return surface_; }

private:
    cudaArray_t array_ = nullptr;
    cudaSurfaceObject_t surface_ = 0;
};

/// A sector is 4 columns x 2 rows: lanes 0 and 1 fill one, lanes 0 to 7 two rows of 64 bytes.
template <bool streaming> __global__ void fill(cudaSurfaceObject_t surface) {
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const int row = blockIdx.y * tile_rows + warp / 2 * 8 + lane / 8 * 2 + lane % 2;
    const int col = blockIdx.x * tile_cols + warp % 2 * 16 + lane / 2 % 4 * 4;
    const float4 v = make_float4(1.0f, 2.0f, 3.0f, 4.0f);
#pragma unroll
    for (int k = 0; k < steps; ++k) {
        const int y = row + k * (tile_rows / steps);
        if constexpr (streaming) {
            cuda::surf2Dwrite_streaming(v, surface, col * 4, y);
        } else {
            surf2Dwrite(v, surface, col * 4, y, cudaBoundaryModeZero);
        }
    }
}

template <bool streaming> CudaWay fill_by(const Texture& texture, std::int64_t side) {
    const dim3 grid(static_cast<unsigned>(side / tile_cols), static_cast<unsigned>(side / tile_rows));
    return {streaming ? "16-byte streaming stores, lanes by sectors" : "16-byte stores, lanes by sectors",
            static_cast<double>(side) * static_cast<double>(side) * sizeof(float),
            [surface = texture.surface(), grid](cudaStream_t s) {
                cuda::launch_grid(fill<streaming>, grid, warps * 32, 0, s, surface);
            }};
}

} // namespace

void measure_surface(CudaSession& session) {
    if (!session.wants(CeilingKind::surface_fill)) return;
    const auto wanted = static_cast<std::int64_t>(std::sqrt(session.array_bytes() / sizeof(float)));
    const std::int64_t side = std::min(wanted, session.device().max_surface) / tile_rows * tile_rows;
    if (side == 0) return;
    const Texture texture(side);
    session.keep_best(CeilingKind::surface_fill, {fill_by<false>(texture, side), fill_by<true>(texture, side)});
}

} // namespace pairscope::profiling
