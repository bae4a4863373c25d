// SPDX-License-Identifier: MIT
// The launches that reduced blocks on a GPU consist of. All of them only enqueue.
#pragma once

#include "kernels/matrix/overview_cells.h"
#include "kernels/matrix/unstored/block_panels.h"

#include <cstdint>
#include <driver_types.h>

namespace pairscope::cuda {

/// Computes the tiles of a panel, and adds what they found to the totals of the blocks.
void look_at_panel(const matrix::Tiling& tiling, const matrix::PanelRun& run, cudaStream_t stream);

/// Every total becomes that of no entries.
void clear_totals(matrix::BlockTotal* totals, std::int64_t count, cudaStream_t stream);

/// Writes the blocks of the grid as cells of an overview, and images as what they are images of.
void write_blocks(const matrix::BlockLayout& layout, const matrix::BlockTotal* totals, const OverviewCells& out,
                  cudaStream_t stream);

/// Replaces the totals of these rows of blocks by those of a sample.
void sample_rows(const matrix::PairQuestion& question, const matrix::BlockLayout& layout,
                 const matrix::SampledRows& sampled, matrix::BlockTotal* totals, cudaStream_t stream);

} // namespace pairscope::cuda
