// SPDX-License-Identifier: MIT
// An output that is a number, a list of numbers or a pair, as a table for a file.
#pragma once

#include "kernels/ladder/output_buffer.h"

#include <string>

namespace pairscope::app {

/// A line of headings, and one for each number or the pair; rows are 0-based. Empty for matches, which have a table of
/// their own: matches_csv().
[[nodiscard]] std::string output_csv(const Output& output);

} // namespace pairscope::app
