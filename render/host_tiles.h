// SPDX-License-Identifier: MIT
// The tiles in sight, where they are in host memory. tile_atlas.h does the same for textures.
#pragma once

#include "render/matrix_picture.h"
#include "render/texel_lines.h"
#include "render/tiles.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace pairscope {

class HostTiles {
public:
    /// The known tiles of the part that is in sight. Where a tile is missing, a coarser one takes its place.
    [[nodiscard]] MatrixPicture picture(const TileSight& sight, const FindTile& find);
    /// The texels of the last picture. They stay valid after picture() is called again.
    [[nodiscard]] TexelLines lines() const;

private:
    /// What a place is drawn from.
    struct Source {
        TileKey key;                            ///< the key of the tile at this place, or of a coarser one
        std::shared_ptr<const Overview> blocks; ///< null: nothing is known
        bool operator==(const Source&) const = default;
    };
    /// A rectangle of places, row by row.
    struct Table {
        int level = 0;
        Region places; ///< [tiles of the level]
        Aggregate aggregate = Aggregate::mean;
        std::vector<Source> sources;
        bool operator==(const Table&) const = default;
        [[nodiscard]] const Source* at(std::int64_t row, std::int64_t col) const;
        void copy(std::int64_t row, std::int64_t col, std::span<float> texels) const;
    };
    /// Do both tables have the same sources at the places that both contain?
    [[nodiscard]] static bool agree(const Table& a, const Table& b);

    std::shared_ptr<const Table> table_;
    std::uint64_t version_ = 0; ///< counts the changes of the table
    std::uint64_t entries_ = 0; ///< counts the changes of places that were in sight before
};

} // namespace pairscope
