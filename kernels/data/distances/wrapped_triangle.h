// SPDX-License-Identifier: MIT
// Triangles that R prints in several blocks of columns, because they are wider than the console.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pairscope {

/// The same triangle in one block. Absent: the text has one block only, or its blocks do not fit together.
[[nodiscard]] std::optional<std::string> joined_blocks(std::string_view text);

} // namespace pairscope
