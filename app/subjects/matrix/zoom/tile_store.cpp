// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/zoom/tile_store.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pairscope::app {
namespace {

std::int64_t bytes_of_tile(const Tile& tile) {
    const auto& blocks = *tile.blocks;
    return std::int64_t(sizeof(float)) * std::int64_t(blocks.min.size() + blocks.mean.size() + blocks.max.size());
}

bool is_better(const Tile& a, const Tile& b) { return a.is_exact() || (!b.is_exact() && a.samples >= b.samples); }

/// Four texels, or fewer at the far edges, on their way to become one.
struct Gathered {
    float min = std::numeric_limits<float>::quiet_NaN(), max = min;
    double sum = 0.0, weight = 0.0;
    void add(float least, float mean, float most, double entries) {
        if (!(least >= min)) min = std::isnan(least) ? min : least;
        if (!(most <= max)) max = std::isnan(most) ? max : most;
        if (std::isnan(mean)) return;
        sum += entries * double(mean);
        weight += entries;
    }
};

} // namespace

const Tile* TileStore::find(const TileKey& key) const {
    const auto found = tiles_.find(key);
    return found == tiles_.end() ? nullptr : &found->second.tile;
}

bool TileStore::is_exact(const TileKey& key) const {
    const Tile* tile = find(key);
    return tile != nullptr && tile->is_exact();
}

void TileStore::insert(const TileKey& key, Tile tile) {
    Kept& kept = tiles_[key];
    if (kept.tile.blocks && !is_better(tile, kept.tile)) return;
    if (kept.tile.blocks) bytes_ -= bytes_of_tile(kept.tile);
    bytes_ += bytes_of_tile(tile);
    kept = {std::move(tile), now_};
    make_room();
}

void TileStore::use(std::span<const TileKey> keys) {
    ++now_;
    for (const TileKey& key : keys)
        if (const auto found = tiles_.find(key); found != tiles_.end()) found->second.used = now_;
}

void TileStore::clear() {
    tiles_.clear();
    bytes_ = 0;
}

void TileStore::make_room() {
    while (bytes_ > most_bytes_) {
        const auto oldest = std::ranges::min_element(tiles_, {}, [](const auto& entry) { return entry.second.used; });
        if (oldest->second.used == now_) return;
        bytes_ -= bytes_of_tile(oldest->second.tile);
        tiles_.erase(oldest);
    }
}

Overview merged(const TileKey& key, std::span<const Overview* const> parts, MatrixShape shape) {
    const Region texels = texels_of(key, shape);
    const MatrixShape finer = level_shape(shape, key.level - 1);
    const std::int64_t side = texel_side(key.level - 1);
    Overview result{
        .factor = texel_side(key.level), .shape = {texels.rows, texels.cols}, .min = {}, .mean = {}, .max = {}};
    for (auto* values : {&result.min, &result.mean, &result.max})
        values->reserve(std::size_t(texels.rows * texels.cols));
    std::vector<Gathered> line;
    for (std::int64_t row = 0; row < texels.rows; ++row) {
        line.assign(std::size_t(texels.cols), {});
        for (std::int64_t y = 2 * row; y < 2 * row + 2; ++y) { // in texels of the four
            const std::int64_t below = 2 * texels.row + y;
            if (below >= finer.rows) break;
            const auto high = double(std::min(side, shape.rows - below * side));
            for (std::int64_t x = 0; x < std::min(2 * texels.cols, finer.cols - 2 * texels.col); ++x) {
                const Overview& part = *parts[std::size_t((y >> tile_bits) * 2 + (x >> tile_bits))];
                const auto at = std::size_t((y & (tile_side - 1)) * part.shape.cols + (x & (tile_side - 1)));
                const auto wide = double(std::min(side, shape.cols - (2 * texels.col + x) * side));
                line[std::size_t(x / 2)].add(part.min[at], part.mean[at], part.max[at], high * wide);
            }
        }
        for (const Gathered& sum : line) {
            result.min.push_back(sum.min);
            result.max.push_back(sum.max);
            result.mean.push_back(float(sum.sum / sum.weight)); // 0 / 0 is NaN
        }
    }
    return result;
}

} // namespace pairscope::app
