// SPDX-License-Identifier: MIT
// Checks a CUDA variant at a size that the executor cannot run as a whole: it runs the first block of each launch, the
// last one and two others. An index that does not fit into 32 bits shows there, and at no small size.
#pragma once

#include "kernels/engines/simt/executor.h"
#include "kernels/ladder/engine.h"
#include "profiling/runner.h"

namespace pairscope::profiling {

/// Follows the blocks with every check on, and compares the entries of a matrix that they write with the reference. The
/// inputs are in host memory. Skipped where the variant cannot be run so, or where one block takes longer than
/// `most_seconds` of processor time.
[[nodiscard]] CheckOutcome check_few_blocks(const KernelVariant& variant, const Inputs& inputs, TargetKind target,
                                            const RunControl& control, double most_seconds);

/// Compares the entries of a matrix that a few blocks have written with the reference; a sample, if there are very
/// many.
[[nodiscard]] Comparison compare_entries(const KernelVariant& variant, const Inputs& inputs,
                                         const simt::TracedEntries& found);

} // namespace pairscope::profiling
