// SPDX-License-Identifier: MIT
// What each pixel of a heatmap shows as a number, worked out from texels in host memory. The fragment shader does the
// same in the same order, so that both give the same bits. Where Mesa runs the shader on the CPU, this is several times
// as fast: Mesa executes each round of a loop and each fetch for all pixels, whether they need it or not.
#pragma once

#include "render/gl/texture.h"
#include "render/texel_lines.h"

#include <bit>
#include <optional>
#include <span>

namespace pairscope {

/// One axis of the picture, in texels. The split into a whole and a fraction keeps a float exact in large matrices.
struct TexelAxis {
    int base = 0;             ///< the texel under the picture's first pixel
    float corner = 0.0f;      ///< where in it the picture begins
    float begin = 0.0f;       ///< the matrix's edges from `base`
    float end = 0.0f;         ///<
    float last_weight = 1.0f; ///< how much of the last texel is matrix
    int texels = 0;
};

struct TexelGrid {
    TexelAxis x, y;
    float texels_per_pixel = 1.0f;
};

/// Pixels that show no value, known by their bits.
inline constexpr float outside_pixel = unknown_texel;
inline constexpr float outline_pixel = std::bit_cast<float>(0x7fa00002U);

/// Writes the values of a part of the picture, row by row. A pixel outside of the matrix, or whose first texel is not
/// known, becomes `outside_pixel`.
void work_out_pixels(const TexelGrid& grid, Aggregate aggregate, const TexelLines& lines, const gl::Texels& part,
                     std::span<float> values);

/// Replaces the pixels of the line around all entries below `limit`: those that have no such entry beside one that has.
/// `least` are the lines of the minima.
void draw_outline(const TexelGrid& grid, const TexelLines& least, float limit, const gl::Texels& part,
                  std::span<float> values);

} // namespace pairscope
