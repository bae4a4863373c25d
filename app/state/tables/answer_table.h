// SPDX-License-Identifier: MIT
// An answer that is no matrix, as a table for a file.
#pragma once

#include "kernels/core/answer_buffer.h"

#include <string>

namespace pairscope::app {

/// Headings, and one line for each number, pair or match; rows are 0-based, and a missing second match has empty cells.
[[nodiscard]] std::string answer_csv(const Answer& answer);

} // namespace pairscope::app
