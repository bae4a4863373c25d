// SPDX-License-Identifier: MIT
// The arithmetic of reduced blocks on a CPU: a tile of a matrix that is not stored.
#pragma once

#include "kernels/matrix/matrix.h"
#include "kernels/matrix/unstored/block_layout.h"

#include <cstdint>
#include <span>
#include <stop_token>

namespace pairscope::cpu {

/// The longest side of a tile [entries].
inline constexpr std::int64_t largest_tile = 512;

/// A part of the matrix, at most largest_tile in each direction, and the side of the blocks that it consists of: the
/// first one begins at its first entry, and those at its ends may be cut.
struct PairTile {
    Region region;
    std::int64_t side = 1;
};

/// Computes all entries of the tile and adds what it finds to its blocks, which are row-major. Returns early, with some
/// entries left out, when a stop is requested.
void look_at_tile(const matrix::PairQuestion& question, const PairTile& tile, std::span<matrix::BlockTotal> blocks,
                  const std::stop_token& stop);

} // namespace pairscope::cpu
