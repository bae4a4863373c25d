// SPDX-License-Identifier: MIT
// The textures that a picture of a matrix is drawn from. Somebody else owns them.
#pragma once

#include "kernels/matrix/matrix.h"
#include "render/heatmap_view.h"

#include <cstdint>
#include <optional>

namespace pairscope {

/// An R32F or R16F texture with the entries of a region, one texel each; texel (x, y) is entry (row + y, col + x).
struct ExactTexture {
    std::uint32_t texture = 0; ///< the GL name
    Region region;
    auto operator<=>(const ExactTexture&) const = default;
};

/// An RGBA32F texture of a whole matrix; a texel is minimum, mean and maximum of factor x factor entries.
struct OverviewTexture {
    std::uint32_t texture = 0; ///< the GL name
    std::int64_t factor = 1;
    MatrixShape shape; ///< [texels]
    auto operator<=>(const OverviewTexture&) const = default;
};

/// Tiles of a pyramid (render/tiles.h), for a matrix that is never stored.
struct TiledTexture {
    std::uint32_t tiles = 0; ///< the GL name of an R32F texture with tiles side by side
    /// The GL name of an RGBA32I texture with a texel for each place in sight: texel (x, y) of the level is the texel
    /// (x >> shift) + offset of `tiles`, where offset is red and green, shift is blue; alpha is 0 if nothing is known.
    std::uint32_t table = 0;
    int level = 0;
    Region places;             ///< the tiles that the table has [tiles of the level]
    std::uint64_t version = 0; ///< changes when what is drawn does
    std::uint64_t entries = 0; ///< changes when a place that was in sight shows something else; not when others come
    auto operator<=>(const TiledTexture&) const = default;
};

/// Owns nothing.
struct MatrixPicture {
    MatrixShape shape;
    std::optional<ExactTexture> exact;
    std::optional<OverviewTexture> overview;
    std::optional<TiledTexture> tiled{}; ///< takes the place of the other two
    auto operator<=>(const MatrixPicture&) const = default;
};

/// Do both show the same wherever both are in sight?
[[nodiscard]] bool agree(const MatrixPicture& a, const MatrixPicture& b);

/// The smallest whole factor that makes a matrix at most 2048 cells a side.
[[nodiscard]] std::int64_t overview_factor(MatrixShape shape);
/// The shape of a matrix reduced by `factor`; the last cells may be made of fewer entries.
[[nodiscard]] MatrixShape overview_shape(MatrixShape shape, std::int64_t factor);

/// What a user sees: every visible entry has its part in the picture in either case.
struct Shown {
    enum class Kind : std::uint8_t { nothing, exact, reduced };
    Kind kind = Kind::nothing;
    std::int64_t factor = 1; ///< factor of the overview, when reduced
    auto operator<=>(const Shown&) const = default;
};

/// Exact if the exact texture holds all that is visible, and a pixel covers at most 8 cells a side (or there is no
/// overview).
[[nodiscard]] Shown shown(const MatrixPicture& picture, const HeatmapView& view, Viewport viewport);

} // namespace pairscope
