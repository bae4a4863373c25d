// SPDX-License-Identifier: MIT
// What pairscope profile --inside prints about one launch in the course of time.
#pragma once

#include "app/cli/reports/profile_report.h"
#include "app/spine/files/columns.h"

#include <string>

namespace pairscope::cli {

/// Empty if no launch was sampled.
[[nodiscard]] std::string launch_text(const ProfileReport& report);
/// The report must have a timeline.
[[nodiscard]] app::Json launch_json(const ProfileReport& report);

} // namespace pairscope::cli
