// SPDX-License-Identifier: MIT
// What pairscope profile --lines prints: which lines and which instructions warps waited at.
#pragma once

#include "app/cli/reports/profile_report.h"
#include "app/spine/files/columns.h"

#include <string>

namespace pairscope::cli {

/// Empty if nothing was sampled.
[[nodiscard]] std::string stalls_text(const ProfileReport& report);
/// The report must have samples.
[[nodiscard]] app::Json stalls_json(const ProfileReport& report);

} // namespace pairscope::cli
