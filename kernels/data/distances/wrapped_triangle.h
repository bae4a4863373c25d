// SPDX-License-Identifier: MIT
// Distances that R prints in several blocks of columns, because they are wider than the console, or as both triangles
// without a diagonal.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pairscope {

/// The same triangle in one block, or the square as PHYLIP writes it. Absent: it is a triangle in one block or no such
/// print, or its blocks do not fit together.
[[nodiscard]] std::optional<std::string> joined_blocks(std::string_view text);

} // namespace pairscope
