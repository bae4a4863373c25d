// SPDX-License-Identifier: MIT
// Two recordings side by side: each variant that both timed, and how the times relate.
#pragma once

#include "app/cli/exit_code.h"
#include "app/cli/output.h"

#include <filesystem>

namespace pairscope::cli {

/// Prints the table. `nothing_ran` if no variant was timed in both for the same question. Throws InputError.
[[nodiscard]] ExitCode compare_recordings(const std::filesystem::path& a, const std::filesystem::path& b,
                                          const Format& format);

} // namespace pairscope::cli
