// SPDX-License-Identifier: MIT
// The texels of a picture where they are in host memory, read line by line.
#pragma once

#include "kernels/matrix/matrix.h"
#include "render/aggregate.h"

#include <bit>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace pairscope {

/// Texels in host memory, line by line.
struct TexelLines {
    /// Returns `count` texels of a row, from the column `first` on. The texels are in their own memory, or are
    /// written to `room`. Several threads call this function at once, each with its own room.
    using Read = std::function<std::span<const float>(std::int64_t row, std::int64_t first, std::int64_t count,
                                                      std::vector<float>& room)>;
    Read read;             ///< empty if there are none
    bool has_gaps = false; ///< whether some texels may be `unknown_texel`
};

/// The texels of a picture, where a CPU draws. If `shown` is empty, the shader reads the textures of the picture.
struct HostTexels {
    TexelLines shown; ///< the texels of the kind that shown() names, reduced as the look says
    TexelLines least; ///< the minima; needed only for an outline
};

/// Stands for a texel that is not known. It is a signalling NaN, which no arithmetic produces.
inline constexpr float unknown_texel = std::bit_cast<float>(0x7fa00001U);

/// What `count` texels of an overview show, from the index `first` on.
[[nodiscard]] std::span<const float> line_of(const Overview& overview, Aggregate aggregate, std::int64_t first,
                                             std::int64_t count, std::vector<float>& room);

} // namespace pairscope
