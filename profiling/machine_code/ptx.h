// SPDX-License-Identifier: MIT
// PTX, the language between a CUDA source and the instructions of a GPU, with the lines that it comes from.
#pragma once

#include "profiling/machine_code/code_place.h"

#include <string>
#include <string_view>
#include <vector>

namespace pairscope::profiling {

struct PtxLine {
    std::string text; ///< an instruction, a declaration, or a label with its colon
    CodePlaces places{};
};

/// The lines of one kernel between its braces, without empty ones and without directives about lines. Empty: the
/// module has no kernel of that symbol. Throws InputError with the line that this program does not understand.
[[nodiscard]] std::vector<PtxLine> ptx_of_kernel(std::string_view module, std::string_view symbol);

} // namespace pairscope::profiling
