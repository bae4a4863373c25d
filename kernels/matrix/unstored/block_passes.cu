// SPDX-License-Identifier: MIT
#include "kernels/matrix/unstored/block_passes.h"

#include "kernels/engines/cuda/check.h"
#include "kernels/matrix/unstored/block_launches.cuh"

namespace pairscope::cuda {

void look_at_panel(const matrix::Tiling& tiling, const matrix::PanelRun& run, cudaStream_t stream) {
    launch_panel(tiling, run, stream);
    check(cudaGetLastError());
}

void clear_totals(matrix::BlockTotal* totals, std::int64_t count, cudaStream_t stream) {
    launch_clear(totals, count, stream);
    check(cudaGetLastError());
}

void write_blocks(const matrix::BlockLayout& layout, const matrix::BlockTotal* totals, const OverviewCells& out,
                  cudaStream_t stream) {
    launch_write(layout, totals, out, stream);
    check(cudaGetLastError());
}

void sample_rows(const matrix::PairQuestion& question, const matrix::BlockLayout& layout,
                 const matrix::SampledRows& sampled, matrix::BlockTotal* totals, cudaStream_t stream) {
    launch_sample(question, layout, sampled, totals, stream);
    check(cudaGetLastError());
}

} // namespace pairscope::cuda
