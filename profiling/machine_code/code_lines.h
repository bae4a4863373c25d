// SPDX-License-Identifier: MIT
// Instructions and lines of the source, from one to the other.
#pragma once

#include "profiling/machine_code/ptx.h"
#include "profiling/machine_code/sass.h"

#include <cstddef>
#include <vector>

namespace pairscope::profiling {

/// Does an instruction come from this line, directly or by functions that were inlined there?
[[nodiscard]] bool comes_from(const CodePlaces& places, const CodePlace& line);

/// How many instructions a line has.
struct CodeLine {
    CodePlace place;
    int sass = 0, ptx = 0; ///< instructions of the line itself, and of what was inlined there
};
/// The lines with instructions, by file and number.
[[nodiscard]] std::vector<CodeLine> code_lines(const SassKernel& sass, const std::vector<PtxLine>& ptx);

/// The loops around each instruction: their number.
[[nodiscard]] std::vector<int> loop_depths(const SassKernel& sass);

} // namespace pairscope::profiling
