// SPDX-License-Identifier: MIT
// Blocks of the matrix of sets that are larger than memory, for its picture.
#pragma once

#include "app/cli/verbs/scale/slab_data.h"
#include "kernels/ladder/engine.h"
#include "kernels/matrix/matrix.h"

namespace pairscope::cli {

/// Throws InputError where the memory does not hold the vectors of one block with so many rows and columns.
void require_room_for_block(const SlabData& slabs, std::int64_t side);
/// What reduce_blocks() gives for whole sets: the matrix is computed in tiles of whole blocks, whose rows and columns
/// are read for each of them. Throws InputError as require_room_for_block() does.
[[nodiscard]] Overview blocks_of_files(const SlabData& slabs, const Device& device, const BlockGrid& grid,
                                       const RunControl& control);

} // namespace pairscope::cli
