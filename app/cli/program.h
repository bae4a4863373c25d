// SPDX-License-Identifier: MIT
// The list of all verbs.
#pragma once

#include "app/cli/exit_code.h"

namespace pairscope::cli {

/// Parses the command line and runs the verb that it asks for, or opens the window. Throws what the verb throws.
[[nodiscard]] ExitCode run_program(int count, char** arguments);

} // namespace pairscope::cli
