// SPDX-License-Identifier: MIT
// What pairscope try prints: the first verdict, and that of the full check.
#pragma once

#include "app/cli/exit_code.h"
#include "app/spine/files/columns.h"
#include "app/subjects/workshop/try_report.h"

#include <string>

namespace pairscope::cli {

using app::workshop::TryReport;

/// The first verdict at once, on standard output.
void say_first(const TryReport& report);
/// The rest, after say_first().
[[nodiscard]] std::string text_of(const TryReport& report);
[[nodiscard]] app::Json value_of(const TryReport& report);
[[nodiscard]] ExitCode exit_code_of(const TryReport& report);

} // namespace pairscope::cli
