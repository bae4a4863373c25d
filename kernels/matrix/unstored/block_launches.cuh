// SPDX-License-Identifier: MIT
// All launches for a panel.
#pragma once

#include "kernels/matrix/unstored/block_totals.cuh"
#include "kernels/matrix/unstored/pair_tiles.cuh"
#include "kernels/matrix/unstored/planar_tiles.cuh"

namespace pairscope::cuda::inline PAIRSCOPE_SIDE {

inline void launch_panel(const matrix::Tiling& tiling, const matrix::PanelRun& run, cudaStream_t stream) {
    if (tiling.is_planar)
        launch_planar_tiles(tiling.side, run, stream);
    else
        launch_pair_tiles(run, stream);
    if (tiling.has_parts) launch_add(run, stream);
}

} // namespace pairscope::cuda::inline PAIRSCOPE_SIDE
