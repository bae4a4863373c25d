// SPDX-License-Identifier: MIT
// The matrix of a page: which formula gives its entries, the vectors that it is computed from, and an exact overview.
#pragma once

#include "app/page/page.h"
#include "app/spine/files/columns.h"
#include "profiling/recording/recording.h"
#include "render/image.h"

#include <optional>
#include <string>
#include <vector>

namespace pairscope::page {

/// An overview has at most so many blocks along a side.
inline constexpr std::int64_t most_blocks = 256;

struct PageMatrix {
    app::Json json;          ///< shape, formula, where the coordinates are, names
    std::string coordinates; ///< little-endian float32 where the recording's own are not what is computed with
    /// The minimum of each block, row by row, then the mean, then the maximum; of a symmetric matrix only the blocks
    /// from the diagonal on. The bits of each float32 are stored as their difference from what its neighbours predict,
    /// in four planes of bytes, the lowest byte first.
    std::string overview;
    std::string orders{}; ///< see PageOrders::bytes
    std::string why_not;  ///< why there is no matrix, one sentence; empty: there is one
    std::vector<std::string> notes{}; ///< what else is not shown of it, a sentence each
    Image picture{};      ///< for browsers that draw none
};

/// Throws MemoryError.
[[nodiscard]] PageMatrix matrix_of(const profiling::Recording& recording, const Request& request);

} // namespace pairscope::page
