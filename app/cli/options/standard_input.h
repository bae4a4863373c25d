// SPDX-License-Identifier: MIT
// Data that another program writes: "-" in the place of a file.
#pragma once

#include "app/cli/options/data_options.h"

#include <string_view>

namespace pairscope::cli {

/// What "-" becomes: files are opened by their names, and some are read twice.
inline constexpr std::string_view standard_input = "/dev/stdin";

/// Standard input can be read once. Throws InputError if two of the files are it.
void refuse_standard_input_twice(const DataOptions& options);

/// If one of the files is standard input, and that is a pipe or a terminal, reads all of it into a file without a name,
/// which takes its place. A signal may end the program meanwhile. Throws InputError, also for standard input twice.
void take_standard_input(const DataOptions& options);

} // namespace pairscope::cli
