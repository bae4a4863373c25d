// SPDX-License-Identifier: MIT
// The launches of a GPU that reduce blocks (kernels/matrix/unstored/block_launches.cuh), compiled for the executor.
#pragma once

#include "kernels/ladder/variant.h"
#include "kernels/matrix/unstored/block_panels.h"

#include <cstdint>
#include <vector>

namespace pairscope::specimens {

/// What is launched. The inputs are those of the run.
struct BlockTask {
    matrix::PairQuestion question;
    matrix::BlockLayout layout;
    matrix::Tiling tiling;
    std::vector<matrix::TilePanel> panels{};
    std::int64_t per_side = 0; ///< entries per side of a sample; 0: every entry is computed
};

/// The workspace has the cells of all blocks first (all minima, then all means, then all maxima), then the totals, then
/// the parts of a panel.
inline constexpr std::int64_t block_workspace_bytes = 4 << 20;

/// Launches what was set last.
void set_block_task(const BlockTask& task);
void launch_block_task(const Run& run);

} // namespace pairscope::specimens
