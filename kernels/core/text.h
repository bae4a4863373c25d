// SPDX-License-Identifier: MIT
// Numbers as people read them, for messages.
#pragma once

#include <cstdint>
#include <string>

namespace pairscope {

/// "1 048 576": digits in groups of three.
[[nodiscard]] std::string grouped(std::int64_t number);

/// "4.29 GB": decimal units, three digits.
[[nodiscard]] std::string bytes_in_words(double bytes);

} // namespace pairscope
