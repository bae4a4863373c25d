// SPDX-License-Identifier: MIT
// SHA-256 (FIPS 180-4): the policy of a page names its script and its style sheet by it, and a recording the sources
// of its variants.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace pairscope::profiling {

[[nodiscard]] std::array<std::uint8_t, 32> sha256(std::string_view bytes);
/// Like sha256(), but as 64 digits: "e3b0c442...".
[[nodiscard]] std::string sha256_digits(std::string_view bytes);

} // namespace pairscope::profiling
