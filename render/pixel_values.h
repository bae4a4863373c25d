// SPDX-License-Identifier: MIT
// Computes the number that each pixel of a heatmap shows, from texels in host memory. The fragment shader computes it
// in the same order, so that both give the same bits. Where Mesa runs the shader on the CPU, this code is several times
// as fast as the shader: Mesa executes each round of a loop and each fetch for all pixels, even if only some need it.
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
    float corner = 0.0f;      ///< where in this texel the picture begins
    float begin = 0.0f;       ///< the first edge of the matrix, counted from `base`
    float end = 0.0f;         ///< its last edge
    float last_weight = 1.0f; ///< the fraction of the last texel that the matrix covers
    int texels = 0;
};

struct TexelGrid {
    TexelAxis x, y;
    float texels_per_pixel = 1.0f;
};

/// Pixels that show no value. Their bits tell them from all others.
inline constexpr float outside_pixel = unknown_texel;
inline constexpr float outline_pixel = std::bit_cast<float>(0x7fa00002U);

/// Writes the values of a part of the picture, row by row. A pixel outside the matrix, or whose first texel is not
/// known, becomes `outside_pixel`.
void work_out_pixels(const TexelGrid& grid, Aggregate aggregate, const TexelLines& lines, const gl::Texels& part,
                     std::span<float> values);

/// Draws a line around all entries below `limit`: replaces the pixels without such an entry that are beside a pixel
/// with one. `least` are the lines of the minima.
void draw_outline(const TexelGrid& grid, const TexelLines& least, float limit, const gl::Texels& part,
                  std::span<float> values);

} // namespace pairscope
