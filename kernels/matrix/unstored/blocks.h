// SPDX-License-Identifier: MIT
// Blocks of a workload's matrix, reduced without storing the matrix: the entries are computed from the vectors,
// reduced, and discarded. Every function throws what the members of Engine throw, and std::logic_error for a workload
// without a formula, for a side below 1, for a grid that begins before the matrix, and for a texture on a CPU.
#pragma once

#include "kernels/ladder/engine.h"
#include "kernels/matrix/matrix.h"

#include <string_view>

namespace pairscope {

/// Does the workload have a matrix that can be computed block by block? Its output may be something else.
[[nodiscard]] bool has_blocks(const WorkloadType& type);
/// Is each of their entries computed by WorkloadType::pair, for a metric of the workload's own?
[[nodiscard]] bool has_blocks_on_cpu_only(const WorkloadType& type);

/// Computes every entry of every block from what the engine loaded, and writes the minimum, mean and maximum of each
/// block as Overview says, with the side as the factor (a host overview is sized by the call). Minimum and maximum are
/// those of the float32 entries; the mean is within 1e-5 of the exact one, relative. NaN entries are left out, and a
/// block without a number is NaN. Where the workload has one set and the diagonal of the matrix passes through corners
/// of blocks (first_row - first_col is a multiple of the side), mirrored blocks are computed once, which saves half of
/// the time. rows_done of `control` ascends by as many rows of entries as the blocks have. A stopped call returns
/// within 100 ms and leaves blocks that have seen too few entries.
void reduce_blocks(Engine& engine, std::string_view workload, const BlockGrid& grid, OverviewTarget out,
                   const RunControl& control);
[[nodiscard]] Overview reduce_blocks(Engine& engine, std::string_view workload, const BlockGrid& grid,
                                     const RunControl& control);

/// One entry of the matrix, in float32, of inputs in host memory.
[[nodiscard]] float entry_by_formula(std::string_view workload, const Inputs& inputs, std::int64_t row,
                                     std::int64_t col);

/// Like reduce_blocks(), but from a sample of at most `samples` entries of each block (1 at least): one entry at a
/// random place of each of equal parts of the block. Minimum and maximum then lie between the exact ones, and the mean
/// is an estimate. The places depend on the block's place in the matrix only, so a picture that is moved does not
/// flicker. Blocks of no more than `samples` entries are exact.
void sample_blocks(Engine& engine, std::string_view workload, const BlockGrid& grid, int samples, OverviewTarget out,
                   const RunControl& control);
[[nodiscard]] Overview sample_blocks(Engine& engine, std::string_view workload, const BlockGrid& grid, int samples,
                                     const RunControl& control);

} // namespace pairscope
