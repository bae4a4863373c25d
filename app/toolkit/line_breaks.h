// SPDX-License-Identifier: MIT
// Where a line of text on the screen must not end. Numbers are written with ordinary spaces, so that tables, files and
// what is copied can be read by other programs; only the screen keeps their parts together.
#pragma once

#include <string_view>

namespace pairscope::toolkit {

/// Does the blank at `at` stand inside a number, or between a number and its sign, name or unit? Examples are the
/// blanks of "n = 16 384", "± 0.5", "12 %" and "3.68 GB".
[[nodiscard]] bool stays_on_line(std::string_view text, std::size_t at);

} // namespace pairscope::toolkit
