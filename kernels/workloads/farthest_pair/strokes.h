// SPDX-License-Identifier: MIT
// Example data: pictures of strokes, like handwritten digits, of any size.
#pragma once

#include <cstdint>
#include <vector>

namespace pairscope::farthest {

/// `rows` pictures of `dims` bytes each, row-major. Picture i does not depend on the number of pictures. A picture is
/// square, or a little higher than wide, and its last row of pixels may be incomplete.
[[nodiscard]] std::vector<std::uint8_t> stroke_pictures(std::int64_t rows, std::int64_t dims);

/// How wide such pictures are [pixels].
[[nodiscard]] std::int64_t width_of_pictures(std::int64_t dims);

} // namespace pairscope::farthest
