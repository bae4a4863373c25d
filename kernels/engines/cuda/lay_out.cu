// SPDX-License-Identifier: MIT
#include "kernels/engines/cuda/check.h"
#include "kernels/engines/cuda/launch.h"
#include "kernels/engines/cuda/sets.h"

#include <cstdint>

namespace pairscope::cuda {
namespace {

constexpr int side = 32; // side of a tile, which goes through shared memory so that reads and writes are coalesced
constexpr int threads = 256;

/// Where coordinate k of vector i goes.
struct CoordinateIndex {
    Layout layout;
    std::int64_t pitch;

    __device__ std::int64_t operator()(std::int64_t i, std::int64_t k) const {
        if (layout == Layout::row_major) return i * pitch + k;
        if (layout == Layout::column_major) return k * pitch + i;
        return (k / 4 * pitch + i) * 4 + k % 4;
    }
};

struct Extent {
    std::int64_t rows, dims; ///< that the layout has room for; what the set lacks of them becomes 0
    std::int64_t set_rows, set_dims, set_pitch;
};

// blockIdx.x counts tiles of coordinates, of which there may be millions, blockIdx.y tiles of vectors.
template <class T>
__global__ void lay_out_tile(const T* __restrict__ from, T* __restrict__ to, Extent extent, CoordinateIndex place) {
    __shared__ T tile[side][side + 1];
    const std::int64_t first_row = std::int64_t{blockIdx.y} * side, first_dim = std::int64_t{blockIdx.x} * side;
    for (int at = threadIdx.x; at < side * side; at += threads) {
        const std::int64_t row = first_row + at / side, dim = first_dim + at % side;
        const bool exists = row < extent.set_rows && dim < extent.set_dims;
        tile[at / side][at % side] = exists ? from[row * extent.set_pitch + dim] : T{};
    }
    __syncthreads();
    for (int at = threadIdx.x; at < side * side; at += threads) {
        const std::int64_t row = first_row + at % side, dim = first_dim + at / side;
        if (row < extent.rows && dim < extent.dims) to[place(row, dim)] = tile[at % side][at / side];
    }
}

template <class T> void lay_out_as(const Input& from, const Input& to, cudaStream_t stream) {
    const bool is_row_major = to.layout == Layout::row_major;
    const Extent extent{.rows = is_row_major ? to.rows : to.pitch,
                        .dims = to.layout == Layout::interleaved ? (to.dims + 3) / 4 * 4 : to.dims,
                        .set_rows = from.rows,
                        .set_dims = from.dims,
                        .set_pitch = from.pitch};
    const dim3 grid(tiles(extent.dims, side), tiles(extent.rows, side));
    launch_grid(lay_out_tile<T>, grid, threads, 0, stream, static_cast<const T*>(from.data),
                static_cast<T*>(const_cast<void*>(to.data)), extent, CoordinateIndex{to.layout, to.pitch});
}

} // namespace

void lay_out(const Input& from, const Input& to, cudaStream_t stream) {
    if (from.element == Element::float32)
        lay_out_as<float>(from, to, stream);
    else
        lay_out_as<std::uint8_t>(from, to, stream);
    check(cudaGetLastError());
}

} // namespace pairscope::cuda
