// SPDX-License-Identifier: MIT
// Where a warp group stores in a matrix whose rows begin anywhere, because its number of columns is no multiple of
// eight.
//
// Memory is written in sectors of 32 bytes. A tile whose columns begin at the same number in each row begins in the
// middle of a sector in most rows: neighbouring tiles then write parts of one sector, which takes twice as long (H200,
// 16381 x 16363). Here a tile computes eight columns more than it stores, and stores those from the first sector on
// that begins in it. Only at the ends of rows are there parts of sectors.
#pragma once

#include "kernels/matrix/target.cuh"

#include <type_traits>

namespace pairscope::cross_tiles::inline PAIRSCOPE_SIDE {

/// Linear memory whose rows do not all begin with a sector.
struct OddRows : cuda::LinearTarget {};

/// How many columns two neighbouring tiles both compute.
template <class Target> constexpr int overlap_of = std::is_same_v<Target, OddRows> ? 8 : 0;

/// The rows of a panel that a warp has: lane l has the rows l / 4 * rows_apart and, below that, one more at
/// below_apart. Rows at a distance of eight begin alike, so that all lanes do the same.
template <class Target> constexpr int rows_apart = std::is_same_v<Target, OddRows> ? 8 : 1;
template <class Target> constexpr int below_apart = std::is_same_v<Target, OddRows> ? 1 : 8;

/// What a tile stores of rows that begin alike.
struct RowPart {
    int begin, end;        ///< columns
    int shift;             ///< entries from the tile's first column to the first 16-byte boundary, 0 to 3
    bool begins_in_sector; ///< is this boundary in the middle of a sector?

    /// The tile has `stored` columns from `first` on, and the matrix has `cols`.
    __device__ RowPart(const OddRows& out, int row, int first, int stored, int cols) {
        const int ahead = static_cast<int>(-(row * out.pitch + first) & 7); // entries to the begin of the next sector
        begin = first == 0 ? 0 : first + ahead;
        end = min(first + stored + ahead, cols);
        shift = ahead & 3;
        begins_in_sector = (ahead & 4) != 0;
    }
};

/// A warp's entries of eight rows. A lane has four neighbouring columns of sixteen, `ats` times.
template <int ats> using RowEntries = float[ats][4];

/// The four lanes of a row move their entries on by `shift`, so that each of them has four from a 16-byte boundary on.
/// Where these begin in the middle of a sector, the last lane waits for its other half. Calls store(col, four, at).
template <int shift, int ats, class Store>
__device__ void move_on(const RowEntries<ats>& values, int first_col, bool begins_in_sector, Store store) {
    const int quad = threadIdx.x % 4, next_lane = (threadIdx.x & 28) | ((threadIdx.x + 1) & 3);
    const bool is_late = begins_in_sector && quad == 3;
    const int col = first_col + shift + (is_late ? -4 : quad * 4);
    float held[4]{};
#pragma unroll
    for (int at = 0; at < ats; ++at) {
        const int last = at + 1 < ats ? at + 1 : at; // nothing behind the last columns is stored
        float moved[4], now[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            if (k >= shift)
                moved[k - shift] = values[at][k];
            else
                moved[k + 4 - shift] = __shfl_sync(~0u, quad == 0 ? values[last][k] : values[at][k], next_lane);
        }
#pragma unroll
        for (int k = 0; k < 4; ++k) now[k] = is_late ? held[k] : moved[k], held[k] = moved[k];
        store(col + 16 * at, now, at);
    }
}

/// Stores them in a tile that no row ends in.
template <int ats>
__device__ void store_inside(const OddRows& out, const RowEntries<ats>& values, int row, int first_col,
                             const RowPart& part) {
    const auto store = [&](int col, const float(&four)[4], int at) {
        if ((at > 0 && at < ats - 1) || (col >= part.begin && col + 4 <= part.end))
            out.store4(row, col, make_float4(four[0], four[1], four[2], four[3]));
    };
    switch (part.shift) { // all lanes go the same way
    case 0:
        return move_on<0>(values, first_col, part.begins_in_sector, store);
    case 1:
        return move_on<1>(values, first_col, part.begins_in_sector, store);
    case 2:
        return move_on<2>(values, first_col, part.begins_in_sector, store);
    default:
        return move_on<3>(values, first_col, part.begins_in_sector, store);
    }
}

/// Stores them one by one in any tile, as far as they exist.
template <int ats>
__device__ void store_at_ends(const OddRows& out, const RowEntries<ats>& values, int row, int rows, int first_col,
                              const RowPart& part) {
    if (row >= rows) return;
#pragma unroll
    for (int at = 0; at < ats; ++at)
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            const int col = first_col + 16 * at + threadIdx.x % 4 * 4 + k;
            if (col >= part.begin && col < part.end) out.store(row, col, values[at][k]);
        }
}

} // namespace pairscope::cross_tiles::inline PAIRSCOPE_SIDE
