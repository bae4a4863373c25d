// SPDX-License-Identifier: MIT
// How tiles of a warp group lie in a matrix whose rows begin anywhere, because its number of columns is no multiple of
// eight.
//
// Memory is written in sectors of 32 bytes. A tile whose columns begin at the same number in each row begins in the
// middle of a sector in most rows: neighbouring tiles then write parts of one sector, which takes twice as long (H200,
// 16381 x 16363). But rows at a distance of eight begin alike. So here a tile has every eighth row, and its columns
// begin where a sector of these rows begins: up to seven columns further to the left than those of the other tiles. The
// columns of a block lie in shared memory so that a product can begin at any of them.
#pragma once

#include "kernels/matrix/target.cuh"

#include <type_traits>

namespace pairscope::cross_tiles::inline PAIRSCOPE_SIDE {

/// Linear memory whose rows do not all begin with a sector. Rows at this distance begin alike: eight, or two of a
/// matrix with few rows, of which every second row begins at least on an 8-byte boundary.
template <int distance> struct OddRows : cuda::LinearTarget {};

/// How far apart the rows of a tile are, so that all of them begin alike.
template <class Target> constexpr int rows_apart = 1;
template <int distance> constexpr int rows_apart<OddRows<distance>> = distance;
template <class Target> constexpr bool has_odd_rows = rows_apart<Target> > 1;
constexpr int many_rows_apart = 8, few_rows_apart = 2;

/// How many columns a block has before its first one, for the tiles that begin further to the left.
constexpr int columns_before_for(int apart) { return apart > 1 ? 8 : 0; }
template <class Target> constexpr int columns_before = columns_before_for(rows_apart<Target>);

/// Where a tile with this row begins in its block of columns: further to the left by as many entries as the row begins
/// behind a sector, or behind an 8-byte boundary.
template <class Target, class Row> __device__ int first_col_in_block(const Target& out, Row row) {
    if constexpr (has_odd_rows<Target>) return columns_before<Target> - out.misalignment(row()) % rows_apart<Target>;
    return 0;
}

/// The rows of a matrix in groups of `height` rows that are `apart` rows apart. The rows of `apart` groups lie between
/// each other. The last groups may have rows behind the last one of the matrix.
struct RowGroups {
    int rows, height, apart;

    [[nodiscard]] __host__ __device__ int count() const {
        const int together = height * apart, rest = rows % together;
        return rows / together * apart + (rest < apart ? rest : apart);
    }
    [[nodiscard]] __host__ __device__ int first_row(int group) const {
        return group / apart * height * apart + group % apart;
    }
};

} // namespace pairscope::cross_tiles::inline PAIRSCOPE_SIDE
