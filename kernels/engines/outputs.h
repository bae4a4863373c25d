// SPDX-License-Identifier: MIT
// Reads and checks the output of a run, of any kind.
#pragma once

#include "kernels/ladder/engine.h"

#include <cstdint>
#include <stop_token>

namespace pairscope {

/// Copies an output that is no matrix to the host. Throws what the members of Engine throw.
/// `both_directions` is that of the variant.
[[nodiscard]] Output read_output(Engine& engine, const Workload& workload, const LinearMemory& memory,
                                 bool both_directions = false);

/// Judges an output that is no matrix; inputs and output are in host memory. Both directions of an output count.
[[nodiscard]] Comparison judge_output(const KernelVariant& variant, const Inputs& inputs, const LinearMemory& output,
                                      const std::stop_token& stop = {});

/// Compares the output with the double-precision one for what was loaded: of a matrix at most `most_rows` rows, of
/// other outputs everything. A stopped comparison checks less.
[[nodiscard]] Comparison compare_output(Engine& engine, const KernelVariant& variant, const OutputTarget& target,
                                        std::int64_t most_rows, const RunControl& control);

} // namespace pairscope
