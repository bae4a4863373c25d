// SPDX-License-Identifier: MIT
#include "render/tile_atlas.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace pairscope {
namespace {

constexpr std::int64_t tiles_across = 16; // in the texture: 4096 texels, which every OpenGL 4.5 has
constexpr std::size_t fewest_slots = 256; // 64 MB; enough for most windows, so that the texture stays
constexpr int channels = 4;               // in the table: offset x and y, shift, whether there is a tile

std::vector<float> farthest_from_zero(const Overview& blocks) {
    std::vector<float> values(blocks.min);
    for (std::size_t k = 0; k < values.size(); ++k)
        if (std::abs(blocks.max[k]) >= std::abs(blocks.min[k])) values[k] = blocks.max[k];
    return values;
}

/// `room` holds those that are worked out.
const float* values_of(const Overview& blocks, Aggregate aggregate, std::vector<float>& room) {
    switch (aggregate) {
    case Aggregate::mean:
        return blocks.mean.data();
    case Aggregate::minimum:
        return blocks.min.data();
    case Aggregate::maximum:
        return blocks.max.data();
    case Aggregate::extreme:
        room = farthest_from_zero(blocks);
        return room.data();
    }
    return nullptr;
}

/// The slot's first texel.
struct Corner {
    std::int64_t x = 0, y = 0;
};
Corner corner_of(std::size_t slot) {
    const auto index = static_cast<std::int64_t>(slot);
    return {index % tiles_across * tile_side, index / tiles_across * tile_side};
}

} // namespace

std::int64_t TileAtlas::bytes() const {
    return std::int64_t{tiles_.width()} * tiles_.height() * gl::bytes_per_texel(gl::Format::r32f);
}

/// For all tiles in sight, and as many again for coarser ones and for those that were in sight before.
void TileAtlas::make_room(std::size_t tiles) {
    const std::size_t wanted = std::max(2 * tiles, fewest_slots);
    if (slots_.size() >= wanted) return;
    const auto rows = static_cast<std::int64_t>(wanted + tiles_across - 1) / tiles_across;
    tiles_ = gl::Texture(); // the old one goes first: there may be no room for both
    slots_.clear();
    slot_of_.clear();
    tiles_ = gl::Texture(gl::Format::r32f, tiles_across * tile_side, rows * tile_side);
    slots_.resize(static_cast<std::size_t>(rows * tiles_across));
    ++version_;
    ++entries_;
}

std::size_t TileAtlas::free_slot() {
    const auto oldest = std::ranges::min_element(slots_, {}, &Slot::used); // a free slot was used in picture 0
    if (oldest->blocks) slot_of_.erase(oldest->key);
    return static_cast<std::size_t>(oldest - slots_.begin());
}

void TileAtlas::upload(std::size_t slot, const TileKey& key, const std::shared_ptr<const Overview>& blocks,
                       Aggregate shown) {
    std::vector<float> room;
    const Corner corner = corner_of(slot);
    const auto width = static_cast<int>(blocks->shape.cols), height = static_cast<int>(blocks->shape.rows);
    tiles_.upload({static_cast<int>(corner.x), static_cast<int>(corner.y), width, height},
                  values_of(*blocks, shown, room), blocks->shape.cols);
    if (slots_[slot].blocks && slots_[slot].key == key) ++entries_;
    slots_[slot] = {key, blocks, shown, picture_};
    slot_of_[key] = slot;
    ++version_;
}

std::optional<std::size_t> TileAtlas::slot_for(const TileKey& key, const TileSight& sight, const FindTile& find,
                                               const std::function<bool()>& may_upload) {
    const int top = top_level(sight.shape);
    for (int level = key.level; level <= top; ++level) {
        const TileKey tile = covering_tile(key, level);
        const std::shared_ptr<const Overview> blocks = find(tile);
        if (!blocks) continue;
        const auto known = slot_of_.find(tile);
        const bool is_there = known != slot_of_.end();
        const bool is_new =
            is_there && slots_[known->second].blocks == blocks && slots_[known->second].aggregate == sight.aggregate;
        if (!is_new && may_upload())
            upload(is_there ? known->second : free_slot(), tile, blocks, sight.aggregate);
        else if (!is_new)
            complete_ = false;
        if (const auto now = slot_of_.find(tile); now != slot_of_.end()) return now->second;
    }
    return {};
}

bool TileAtlas::changes_a_place(const Region& places, std::span<const std::int32_t> entries) const {
    const std::int64_t begin_row = std::max(places.row, written_places_.row);
    const std::int64_t end_row = std::min(places.row + places.rows, written_places_.row + written_places_.rows);
    const std::int64_t begin_col = std::max(places.col, written_places_.col);
    const std::int64_t end_col = std::min(places.col + places.cols, written_places_.col + written_places_.cols);
    if (begin_col >= end_col) return false;
    const auto at = [](const Region& table, std::int64_t row, std::int64_t col) {
        return ((row - table.row) * table.cols + col - table.col) * channels;
    };
    for (std::int64_t row = begin_row; row < end_row; ++row) {
        const auto now = entries.begin() + at(places, row, begin_col);
        const auto before = written_.begin() + at(written_places_, row, begin_col);
        if (!std::equal(now, now + (end_col - begin_col) * channels, before)) return true;
    }
    return false;
}

void TileAtlas::write_table(const Region& places, std::span<const std::int32_t> entries) {
    if (places == written_places_ && std::ranges::equal(entries, written_)) return;
    const auto width = static_cast<int>(places.cols), height = static_cast<int>(places.rows);
    if (table_.width() < width || table_.height() < height)
        table_ = gl::Texture(gl::Format::rgba32i, std::max(width, table_.width()), std::max(height, table_.height()));
    table_.upload({0, 0, width, height}, entries.data(), places.cols);
    if (changes_a_place(places, entries)) ++entries_;
    written_.assign(entries.begin(), entries.end());
    written_places_ = places;
    ++version_;
}

MatrixPicture TileAtlas::picture(const TileSight& sight, const FindTile& find, double seconds) {
    using Clock = std::chrono::steady_clock;
    const int level = level_for(sight.view, sight.shape);
    const Region places = tile_rectangle(sight.view, sight.viewport, sight.shape, level);
    MatrixPicture picture{.shape = sight.shape, .exact = {}, .overview = {}, .tiled = {}};
    if (places.rows == 0 || places.cols == 0) return picture;
    const std::vector<TileKey> tiles = tiles_in_sight(sight.view, sight.viewport, sight.shape);
    make_room(tiles.size());
    ++picture_;
    complete_ = true;
    const auto begin = Clock::now();
    bool is_first = true;
    const auto may_upload = [&] {
        return std::exchange(is_first, false) || std::chrono::duration<double>(Clock::now() - begin).count() < seconds;
    };
    if (std::exchange(level_, level) != level) ++entries_;
    std::vector<std::int32_t> entries(static_cast<std::size_t>(places.rows * places.cols * channels));
    for (const TileKey& tile : tiles) {
        const auto slot = slot_for(tile, sight, find, may_upload);
        if (!slot) continue;
        Slot& source = slots_[*slot];
        source.used = picture_;
        const Corner corner = corner_of(*slot);
        auto* entry = &entries[static_cast<std::size_t>(
            ((tile.row - places.row) * places.cols + tile.col - places.col) * channels)];
        entry[0] = static_cast<std::int32_t>(corner.x - source.key.col * tile_side);
        entry[1] = static_cast<std::int32_t>(corner.y - source.key.row * tile_side);
        entry[2] = source.key.level - tile.level;
        entry[3] = 1;
    }
    write_table(places, entries);
    picture.tiled = TiledTexture{.tiles = tiles_.id(),
                                 .table = table_.id(),
                                 .level = level,
                                 .places = places,
                                 .version = version_,
                                 .entries = entries_};
    return picture;
}

} // namespace pairscope
