// SPDX-License-Identifier: MIT
// SHA-256 (FIPS 180-4): the policy of a page names its script and its style sheet by it.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace pairscope::page {

[[nodiscard]] std::array<std::uint8_t, 32> sha256(std::string_view bytes);

} // namespace pairscope::page
