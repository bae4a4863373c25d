// SPDX-License-Identifier: MIT
// What pairscope source prints: the source of a variant, and what the compiler made of it.
#pragma once

#include "kernels/ladder/variant.h"
#include "profiling/machine_code/variant_code.h"

#include <string>

namespace pairscope::cli {

struct SourceReport {
    const KernelVariant& variant;
    const profiling::CompiledKernels& compiled;
    const profiling::MachineCode& code;
    bool sass = false, ptx = false; ///< list the instructions
};

[[nodiscard]] std::string text_of(const SourceReport& report);
[[nodiscard]] std::string json_of(const SourceReport& report);

} // namespace pairscope::cli
