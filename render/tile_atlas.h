// SPDX-License-Identifier: MIT
// The tiles in sight as textures: one texture holds them side by side, and a table says for each place in sight where
// its tile lies there. Where a tile is missing, the table points into a coarser one.
#pragma once

#include "render/gl/texture.h"
#include "render/matrix_picture.h"
#include "render/tiles.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace pairscope {

class TileAtlas {
public:
    /// Uploads what is in sight for at most so long [s], at least one tile. Throws MemoryError.
    [[nodiscard]] MatrixPicture picture(const TileSight& sight, const FindTile& find, double seconds);
    /// Is all that the last picture wanted uploaded?
    [[nodiscard]] bool is_complete() const { return complete_; }
    [[nodiscard]] std::int64_t bytes() const; ///< bytes of the texture that holds the tiles

private:
    struct Slot {
        TileKey key;
        std::shared_ptr<const Overview> blocks; ///< what was uploaded; null: the slot is free
        Aggregate aggregate = Aggregate::mean;
        std::uint64_t used = 0; ///< the last picture that was drawn from it
    };
    void make_room(std::size_t tiles);
    [[nodiscard]] std::size_t free_slot();
    void upload(std::size_t slot, const TileKey& key, const std::shared_ptr<const Overview>& blocks, Aggregate shown);
    /// The slot with the finest known tile that covers `key`; uploads it while `may_upload` says so.
    [[nodiscard]] std::optional<std::size_t> slot_for(const TileKey& key, const TileSight& sight, const FindTile& find,
                                                      const std::function<bool()>& may_upload);
    void write_table(const Region& places, std::span<const std::int32_t> entries);
    /// Does any place of the table that is to be written differ from what the table says of it now?
    [[nodiscard]] bool changes_a_place(const Region& places, std::span<const std::int32_t> entries) const;

    gl::Texture tiles_; ///< R32F
    gl::Texture table_; ///< RGBA32I
    std::vector<Slot> slots_;
    std::map<TileKey, std::size_t> slot_of_;
    std::vector<std::int32_t> written_; ///< the table's entries
    Region written_places_;
    std::uint64_t picture_ = 0; ///< counts the pictures
    std::uint64_t version_ = 0; ///< counts the changes of what is drawn
    std::uint64_t entries_ = 0; ///< counts those of what was in sight before, too
    int level_ = 0;             ///< the level of the table
    bool complete_ = true;
};

} // namespace pairscope
