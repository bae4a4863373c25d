// SPDX-License-Identifier: MIT
// Reads and checks the output of a run, of any kind.
#pragma once

#include "kernels/ladder/engine.h"

#include <cstdint>
#include <stop_token>

namespace pairscope {

/// Copies an answer that is no matrix to the host. Throws what the members of Engine throw.
/// `both_directions` is that of the variant.
[[nodiscard]] Answer read_answer(Engine& engine, const Workload& workload, const LinearMemory& memory,
                                 bool both_directions = false);

/// Judges an answer that is no matrix; inputs and answer are in host memory. Both directions of an answer count.
[[nodiscard]] Comparison judge_answer(const KernelVariant& variant, const Inputs& inputs, const LinearMemory& answer,
                                      const std::stop_token& stop = {});

/// Compares the answer with the double-precision one for what was loaded: of a matrix at most `most_rows` rows, of
/// other answers everything. A stopped comparison checks less.
[[nodiscard]] Comparison compare_answer(Engine& engine, const KernelVariant& variant, const AnswerTarget& target,
                                        std::int64_t most_rows, const RunControl& control);

} // namespace pairscope
