// SPDX-License-Identifier: MIT
// The executor's part of a verdict: a CUDA variant's source is run on the CPU with every check on.
#pragma once

#include "kernels/engines/simt/trace.h"
#include "kernels/ladder/engine.h"
#include "profiling/check_verdict.h"

#include <optional>
#include <string>

namespace pairscope::profiling {

struct ExaminationRequest {
    const Inputs& inputs; ///< in host memory, row-major
    TargetKind target = TargetKind::linear;
    bool small = false;             ///< as few points as show every edge; a GPU's run may have more than the CPU can do
    std::int64_t most_accesses = 0; ///< about how many accesses are followed; of more, a sample of blocks. 0: all
};

struct Examined {
    std::optional<simt::Trace> trace{}; ///< absent: it could not be run
    std::string why_not{};
};
/// Runs the variant on the points. `control` gives the block size, the threads and when to stop; a stopped examination
/// has fewer blocks. Throws what simt::trace() throws, but for too little memory, which is a reason.
[[nodiscard]] Examined examine(const KernelVariant& variant, const ExaminationRequest& request,
                               const RunControl& control);

/// Which thread wrote the entry, and in which line: "The entry in row 12, column 63 was written by thread (63, 0, 0) of
/// block (0, 12, 0) in coalesced.cu:41". Empty if the executor cannot tell. Throws what simt::trace() throws.
[[nodiscard]] std::string writer_of(const KernelVariant& variant, const ExaminationRequest& request, MatrixEntry entry,
                                    const RunControl& control);

/// Adds what was found to a verdict.
void add(CheckVerdict& verdict, const simt::Trace& trace);
void add(CheckVerdict& verdict, const Examined& examined);

/// How many of `rows` points a small examination takes: few, and as many more than a multiple of 256 as `rows` is,
/// because tiles and blocks end at the same places then.
[[nodiscard]] std::int64_t small_examination_rows(std::int64_t rows);

} // namespace pairscope::profiling
