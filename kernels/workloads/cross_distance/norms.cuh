// SPDX-License-Identifier: MIT
// The squared norms of a tile's vectors, which the expanded form adds to its products.
#pragma once

#include "kernels/workloads/cross_distance/tile.cuh"

namespace pairscope::cross_tiles::inline PAIRSCOPE_SIDE {

/// Each thread sums up the norms of one or two vectors of the tile, while their coordinates pass through shared memory.
/// Every 16 coordinates have a sum of their own, which keeps the rounding errors small.
template <int quads> class Norms {
public:
    static constexpr int count = tile_rows + tile_cols<quads>;

    __device__ void add(const SharedQuads<tile_rows>& a, const SharedQuads<tile_cols<quads>>& b) {
        for (int k = 0; k < per_thread; ++k) {
            const int at = threadIdx.x + k * threads;
            if (at >= count) return;
            float sum = 0.0f;
            for (int quad = 0; quad < quads_at_once; ++quad) {
                const float4 x = at < tile_rows ? a[quad][at] : b[quad][at - tile_rows];
                sum = Products::added(sum, x, x);
            }
            sums_[k] += sum;
        }
    }

    /// Writes the norms of the rows first, then those of the columns. Every thread has to pass a barrier before it
    /// reads them.
    __device__ void share(float (&norms)[count]) const {
        for (int k = 0; k < per_thread; ++k) {
            const int at = threadIdx.x + k * threads;
            if (at < count) norms[at < tile_rows ? at : tile_rows + col_at(at - tile_rows)] = sums_[k];
        }
    }

private:
    static constexpr int per_thread = (count + threads - 1) / threads;
    float sums_[per_thread]{};
};

/// The norms of this thread's rows and columns, in registers.
template <int quads> struct MyNorms {
    float rows[rows_per_thread], cols[4 * quads];

    __device__ MyNorms(const float (&norms)[Norms<quads>::count], const Mine<quads>& mine) {
#pragma unroll
        for (int i = 0; i < rows_per_thread; ++i) rows[i] = norms[mine.row(i)];
#pragma unroll
        for (int j = 0; j < 4 * quads; ++j) cols[j] = norms[tile_rows + mine.col(j / 4) + j % 4];
    }
};

/// The square of a distance from two norms and a product. Rounding may take it below zero. A NaN stays one.
__device__ inline float expanded_square(float norms, float product) {
    const float square = fmaf(-2.0f, product, norms);
    return square < 0.0f ? 0.0f : square;
}

} // namespace pairscope::cross_tiles::inline PAIRSCOPE_SIDE
