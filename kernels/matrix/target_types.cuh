// SPDX-License-Identifier: MIT
// The two places a matrix kernel writes to. A kernel is a template over its target and is told by it how a warp's lanes
// should lie. Rows and columns are 32-bit: a matrix has at most 32768 of each. NVRTC compiles this header, too.
#pragma once

#include "kernels/engines/cuda/side.h"
#include "kernels/engines/cuda/streaming_store.cuh"

#include <cstdint>
#include <cuda_runtime.h>

namespace pairscope::cuda::inline PAIRSCOPE_SIDE {

/// The shape of a 32-byte sector, the piece in which memory is written.
enum class Sector {
    row, ///< 8 entries of one row: neighbouring lanes should have neighbouring columns
    quad ///< 4 columns x 2 rows: neighbouring lanes should fill both rows of a sector before the next one
};

/// Entry (row, col) is data[row * pitch + col]; `data` lies on a 16-byte boundary.
struct LinearTarget {
    static constexpr Sector sector = Sector::row;
    float* data;
    std::int64_t pitch; ///< [entries]

    __device__ void store(int row, int col, float v) const { data[row * pitch + col] = v; }

    /// Two neighbours from `col` on; the first lies on an 8-byte boundary.
    __device__ void store2(int row, int col, float2 v) const {
        __stcs(reinterpret_cast<float2*>(data + row * pitch + col), v);
    }
    /// Four neighbours; the first lies on a 16-byte boundary: column k does if (k + misalignment(row)) % 4 == 0.
    /// Streaming: no kernel reads its output again, so the L2 may let go of it first (H200, n = 30336: 0.799 to 0.793
    /// ms).
    __device__ void store4(int row, int col, float4 v) const {
        __stcs(reinterpret_cast<float4*>(data + row * pitch + col), v);
    }
    /// By how many entries a row begins behind the begin of a sector: 0 to 7. Rows r and r + 8 begin alike.
    __device__ int misalignment(int row) const { return static_cast<int>(row * pitch & 7); }
};

/// An R32F texture through a surface object, which wants the column in bytes. A store that is not wholly inside the
/// texture writes nothing.
struct SurfaceTarget {
    static constexpr Sector sector = Sector::quad;
    cudaSurfaceObject_t surface;

    __device__ void store(int row, int col, float v) const {
        surf2Dwrite(v, surface, col * 4, row, cudaBoundaryModeZero);
    }
    __device__ void store2(int row, int col, float2 v) const {
        surf2Dwrite(v, surface, col * 4, row, cudaBoundaryModeZero);
    }
    /// Streaming, which is worth 2 % here (H200, n = 30336: 0.835 to 0.819 ms).
    __device__ void store4(int row, int col, float4 v) const { surf2Dwrite_streaming(v, surface, col * 4, row); }
    __device__ int misalignment(int) const { return 0; }
};

/// Stores those of four neighbours that lie in columns 0 to cols - 1: the ends of rows.
template <class Target> __device__ void store4_inside(const Target& out, int row, int col, int cols, float4 v) {
    if (col >= 0 && col + 4 <= cols) {
        out.store4(row, col, v);
        return;
    }
    const float values[4] = {v.x, v.y, v.z, v.w};
    for (int k = 0; k < 4; ++k) {
        if (col + k >= 0 && col + k < cols) out.store(row, col + k, values[k]);
    }
}

} // namespace pairscope::cuda::inline PAIRSCOPE_SIDE
