// SPDX-License-Identifier: MIT
// What the program tells its caller. The help of every verb lists them.
#pragma once

#include <string_view>

namespace pairscope::cli {

enum class ExitCode : int { ok = 0, failed = 1, bad_input = 2, nothing_ran = 3, interrupted = 130 };

inline constexpr std::string_view exit_code_help =
    "Exit codes: 0 all is well; 1 a check failed, a trace found faults, or an error inside; 2 the data or the "
    "arguments cannot be used;\n"
    "3 nothing could run; 130 interrupted by Ctrl-C, SIGTERM or SIGHUP. Data goes to standard output, messages to "
    "standard error.";

} // namespace pairscope::cli
