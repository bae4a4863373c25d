// SPDX-License-Identifier: MIT
// What this program is and what it found on this machine, as text to read or to paste into a report.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/state.h"

#include <string>
#include <string_view>
#include <vector>

namespace pairscope::app {

/// A line of the report: "drawn by", "llvmpipe (LLVM 15.0.6, 256 bits)".
struct ReportLine {
    std::string what;
    std::string value;
};
[[nodiscard]] std::vector<ReportLine> system_report(const State& state);
[[nodiscard]] std::string text_of(const std::vector<ReportLine>& report);

} // namespace pairscope::app
