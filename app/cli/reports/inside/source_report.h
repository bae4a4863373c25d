// SPDX-License-Identifier: MIT
// What pairscope source prints: the source of a variant, and what the compiler made of it.
#pragma once

#include "app/cli/reports/inside/occupancy_report.h"
#include "kernels/ladder/variant.h"
#include "profiling/machine_code/variant_code.h"

#include <optional>
#include <string>

namespace pairscope::cli {

struct SourceReport {
    const KernelVariant& variant;
    const profiling::CompiledKernels& compiled;
    const profiling::MachineCode& code;
    bool sass = false, ptx = false;            ///< list the instructions
    std::optional<OccupancyTable> occupancy{}; ///< absent: nobody asked for it
};

[[nodiscard]] std::string text_of(const SourceReport& report);
[[nodiscard]] std::string json_of(const SourceReport& report);

} // namespace pairscope::cli
