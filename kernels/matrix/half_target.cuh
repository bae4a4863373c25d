// SPDX-License-Identifier: MIT
// The two places a kernel writes halves to: linear memory, or an R16F texture. As in target.cuh, with entries of half
// the size: a sector is 16 entries of a row, or 8 columns x 2 rows.
#pragma once

#include "kernels/engines/cuda/side.h"
#include "kernels/matrix/target.cuh"

#include <cuda_fp16.h>

namespace pairscope::cuda::inline PAIRSCOPE_SIDE {

/// Eight halves, the first in the lowest bits: 16 bytes that one store writes.
using Halves = uint4;
__device__ inline unsigned packed_halves(float first, float second) {
    const __half2_raw raw = __floats2half2_rn(first, second);
    return raw.x | static_cast<unsigned>(raw.y) << 16;
}

/// Linear memory of halves. `data` lies on a 16-byte boundary.
struct HalfLinearTarget {
    static constexpr Sector sector = Sector::row;
    unsigned short* data;
    std::int64_t pitch; ///< [entries]

    __device__ void store(int row, int col, unsigned half) const {
        data[row * pitch + col] = static_cast<unsigned short>(half);
    }
    /// Eight neighbours; the first lies on a 16-byte boundary: column k does if (k + misalignment(row)) % 8 == 0.
    __device__ void store8(int row, int col, Halves v) const {
        __stcs(reinterpret_cast<Halves*>(data + row * pitch + col), v);
    }
    /// By how many entries a row begins behind the begin of a sector: 0 to 15. Rows r and r + 16 begin alike.
    __device__ int misalignment(int row) const { return static_cast<int>(row * pitch & 15); }
};

/// An R16F texture; see SurfaceTarget.
struct HalfSurfaceTarget {
    static constexpr Sector sector = Sector::quad;
    cudaSurfaceObject_t surface;

    __device__ void store(int row, int col, unsigned half) const {
        surf2Dwrite(static_cast<unsigned short>(half), surface, col * 2, row, cudaBoundaryModeZero);
    }
    __device__ void store8(int row, int col, Halves v) const { surf2Dwrite_streaming(v, surface, col * 2, row); }
    __device__ int misalignment(int) const { return 0; }
};

/// Stores those of eight neighbours that lie in columns 0 to cols - 1.
template <class Target> __device__ void store8_inside(const Target& out, int row, int col, int cols, Halves v) {
    if (col >= 0 && col + 8 <= cols) {
        out.store8(row, col, v);
        return;
    }
    const unsigned pairs[4] = {v.x, v.y, v.z, v.w};
    for (int k = 0; k < 8; ++k) {
        if (col + k >= 0 && col + k < cols) out.store(row, col + k, pairs[k / 2] >> k % 2 * 16 & 0xffffu);
    }
}

/// Calls `launch` with the target a kernel of halves can use.
template <class Launch> void with_half_target(const OutputTarget& target, Launch launch) {
    if (const auto* memory = std::get_if<LinearMemory>(&target)) {
        launch(HalfLinearTarget{memory->halves(), memory->pitch});
    } else {
        launch(HalfSurfaceTarget{std::get<Surface>(target).handle});
    }
}

} // namespace pairscope::cuda::inline PAIRSCOPE_SIDE
