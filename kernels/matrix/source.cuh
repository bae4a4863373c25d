// SPDX-License-Identifier: MIT
// The places a matrix is read back from: linear memory or a texture, of floats or halves. A source gives an entry's
// bits and its value, and can replace it.
#pragma once

#include "kernels/matrix/matrix.h"

#include <cstdint>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <variant>

namespace pairscope::cuda {

struct FloatEntry {
    using Bits = unsigned;
    static constexpr unsigned poison = poison_bits;
    static __device__ float value(unsigned bits) { return __uint_as_float(bits); }
    static __device__ unsigned bits_of(float value) { return __float_as_uint(value); }
};
struct HalfEntry {
    using Bits = unsigned short;
    static constexpr unsigned short poison = half_poison_bits;
    static __device__ float value(unsigned short bits) { return __half2float(__ushort_as_half(bits)); }
    static __device__ unsigned short bits_of(float value) { return __half_as_ushort(__float2half(value)); }
};

template <class Kind> struct LinearSource : Kind {
    static constexpr bool is_surface = false;
    typename Kind::Bits* data;
    std::int64_t pitch; ///< [entries]

    LinearSource(void* first, std::int64_t entries) : data(static_cast<typename Kind::Bits*>(first)), pitch(entries) {}
    __device__ typename Kind::Bits bits(int row, int col) const { return data[row * pitch + col]; }
    __device__ float load(int row, int col) const { return Kind::value(bits(row, col)); }
    __device__ void store(int row, int col, float value) const { data[row * pitch + col] = Kind::bits_of(value); }
};

template <class Kind> struct SurfaceSource : Kind {
    static constexpr bool is_surface = true;
    cudaSurfaceObject_t surface;

    explicit SurfaceSource(cudaSurfaceObject_t object) : surface(object) {}
    __device__ typename Kind::Bits bits(int row, int col) const {
        return surf2Dread<typename Kind::Bits>(surface, col * static_cast<int>(sizeof(typename Kind::Bits)), row);
    }
    __device__ float load(int row, int col) const { return Kind::value(bits(row, col)); }
    __device__ void store(int row, int col, float value) const {
        surf2Dwrite(Kind::bits_of(value), surface, col * static_cast<int>(sizeof(typename Kind::Bits)), row);
    }
};

/// Calls `launch` with the source a kernel can use.
template <class Launch> void with_source(const OutputTarget& matrix, Launch launch) {
    const bool halves = entry_of(matrix) == Entry::float16;
    if (const auto* memory = std::get_if<LinearMemory>(&matrix)) {
        if (halves)
            launch(LinearSource<HalfEntry>(memory->data, memory->pitch));
        else
            launch(LinearSource<FloatEntry>(memory->data, memory->pitch));
    } else {
        const cudaSurfaceObject_t surface = std::get<Surface>(matrix).handle;
        if (halves)
            launch(SurfaceSource<HalfEntry>(surface));
        else
            launch(SurfaceSource<FloatEntry>(surface));
    }
}

} // namespace pairscope::cuda
