// SPDX-License-Identifier: MIT
// Example data: pictures of strokes, like handwritten digits, of any size.
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

namespace pairscope::farthest {

/// `rows` pictures of `dims` bytes each, row-major. Picture i does not depend on the number of pictures. A picture is
/// square, or a little higher than wide, and its last row of pixels may be incomplete. If the call is stopped, the last
/// pictures are empty.
[[nodiscard]] std::vector<std::uint8_t> stroke_pictures(std::int64_t rows, std::int64_t dims,
                                                        const std::stop_token& stop = {});

/// How wide such pictures are [pixels].
[[nodiscard]] std::int64_t width_of_pictures(std::int64_t dims);

} // namespace pairscope::farthest
