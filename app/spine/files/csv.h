// SPDX-License-Identifier: MIT
// Comma-separated values.
#pragma once

#include <string>
#include <string_view>

namespace pairscope::app {

/// A field, quoted where it must be (RFC 4180).
[[nodiscard]] std::string csv_field(std::string_view text);

} // namespace pairscope::app
