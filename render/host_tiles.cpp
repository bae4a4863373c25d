// SPDX-License-Identifier: MIT
#include "render/host_tiles.h"

#include <algorithm>
#include <utility>

namespace pairscope {
namespace {

/// The finest known tile that covers the place.
std::pair<TileKey, std::shared_ptr<const Overview>> finest(const TileKey& place, MatrixShape shape,
                                                           const FindTile& find) {
    for (int level = place.level; level <= top_level(shape); ++level) {
        const TileKey key = covering_tile(place, level);
        if (auto blocks = find(key)) return {key, std::move(blocks)};
    }
    return {};
}

} // namespace

const HostTiles::Source* HostTiles::Table::at(std::int64_t row, std::int64_t col) const {
    const std::int64_t down = row - places.row, across = col - places.col;
    if (down < 0 || down >= places.rows || across < 0 || across >= places.cols) return nullptr;
    return &sources[static_cast<std::size_t>(down * places.cols + across)];
}

/// Copies texels of one row of the level, all of them from one tile.
void HostTiles::Table::copy(std::int64_t row, std::int64_t col, std::span<float> texels) const {
    const Source* source = at(row >> tile_bits, col >> tile_bits);
    if (source == nullptr || !source->blocks) {
        std::ranges::fill(texels, unknown_texel);
        return;
    }
    const int shift = source->key.level - level;
    const auto count = static_cast<std::int64_t>(texels.size());
    const std::int64_t corner = source->key.col * tile_side;
    const std::int64_t begin = (col >> shift) - corner, end = ((col + count - 1) >> shift) - corner + 1;
    const std::int64_t line = (row >> shift) - source->key.row * tile_side;
    std::vector<float> room;
    const auto found =
        line_of(*source->blocks, aggregate, line * source->blocks->shape.cols + begin, end - begin, room);
    if (shift == 0) {
        std::ranges::copy(found, texels.begin());
        return;
    }
    for (std::int64_t i = 0; i < count; ++i)
        texels[static_cast<std::size_t>(i)] = found[static_cast<std::size_t>(((col + i) >> shift) - corner - begin)];
}

bool HostTiles::agree(const Table& a, const Table& b) {
    if (a.level != b.level || a.aggregate != b.aggregate) return false;
    for (std::int64_t row = a.places.row; row < a.places.row + a.places.rows; ++row)
        for (std::int64_t col = a.places.col; col < a.places.col + a.places.cols; ++col) {
            const Source* other = b.at(row, col);
            if (other != nullptr && *other != *a.at(row, col)) return false;
        }
    return true;
}

MatrixPicture HostTiles::picture(const TileSight& sight, const FindTile& find) {
    MatrixPicture picture{.shape = sight.shape, .exact = {}, .overview = {}, .tiled = {}};
    const int level = level_for(sight.view, sight.shape);
    const Region places = tile_rectangle(sight.view, sight.viewport, sight.shape, level);
    Table now{.level = level, .places = places, .aggregate = sight.aggregate, .sources = {}};
    if (places.rows == 0 || places.cols == 0) return picture;
    for (std::int64_t row = places.row; row < places.row + places.rows; ++row)
        for (std::int64_t col = places.col; col < places.col + places.cols; ++col) {
            auto [key, blocks] = finest({level, row, col}, sight.shape, find);
            now.sources.push_back({key, std::move(blocks)});
        }
    if (!table_ || *table_ != now) {
        ++version_;
        if (!table_ || !agree(*table_, now)) ++entries_;
        table_ = std::make_shared<const Table>(std::move(now));
    }
    picture.tiled = TiledTexture{
        .tiles = 0, .table = 0, .level = level, .places = places, .version = version_, .entries = entries_};
    return picture;
}

TexelLines HostTiles::lines() const {
    if (!table_) return {};
    const auto read = [table = table_](std::int64_t row, std::int64_t first, std::int64_t count,
                                       std::vector<float>& room) {
        room.resize(static_cast<std::size_t>(count));
        for (std::int64_t done = 0; done < count;) {
            const std::int64_t col = first + done;
            const std::int64_t some = std::min(count - done, tile_side - col % tile_side);
            table->copy(row, col,
                        std::span(room).subspan(static_cast<std::size_t>(done), static_cast<std::size_t>(some)));
            done += some;
        }
        return std::span<const float>(room);
    };
    return {.read = read, .has_gaps = true};
}

} // namespace pairscope
