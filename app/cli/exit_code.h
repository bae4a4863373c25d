// SPDX-License-Identifier: MIT
// The exit codes of the program. The help of every verb lists them.
#pragma once

#include <string_view>

namespace pairscope::cli {

enum class ExitCode : int { ok = 0, failed = 1, bad_input = 2, nothing_ran = 3, interrupted = 130 };

inline constexpr std::string_view exit_code_help =
    "Exit codes:\n  0    success\n  1    a check failed, a trace found faults, or an internal error occurred\n  2    "
    "the data or the arguments cannot be used\n  3    nothing could run\n  130  interrupted by Ctrl-C, SIGTERM or "
    "SIGHUP\nData goes to standard output, and messages go to standard error.";

} // namespace pairscope::cli
