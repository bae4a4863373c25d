// SPDX-License-Identifier: MIT
// Compares whole outputs with files in tests/cli/golden, so that a swapped column or a renamed key is noticed.
#pragma once

#include <string>
#include <string_view>

namespace pairscope {

/// A test failure if `text` differs from tests/cli/golden/`name`. With PAIRSCOPE_WRITE_GOLDEN in the environment the
/// file is written instead; look at the change before it is committed.
void expect_golden(std::string_view name, const std::string& text);

} // namespace pairscope
