// SPDX-License-Identifier: MIT
// A picture in host memory.
#pragma once

#include "render/colormap.h"

#include <cstdint>
#include <vector>

namespace pairscope {

struct Image {
    std::int64_t width = 0;
    std::int64_t height = 0;
    std::vector<Rgba> pixels; ///< width x height, the top row first

    [[nodiscard]] Rgba at(std::int64_t x, std::int64_t y) const {
        return pixels[static_cast<std::size_t>(y * width + x)];
    }
};

} // namespace pairscope
