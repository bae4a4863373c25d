// SPDX-License-Identifier: MIT
// The tiles of a matrix that is never stored, as far as they are known, in host memory. The memory is bounded: the
// tiles that were not used for the longest time are removed first.
#pragma once

#include "kernels/matrix/matrix.h"
#include "render/tiles.h"

#include <cstdint>
#include <map>
#include <memory>
#include <span>

namespace pairscope::app {

/// What is known of a tile.
struct Tile {
    std::shared_ptr<const Overview> blocks; ///< a cell for each texel
    int samples = 0;                        ///< entries that were looked at for each texel; 0: all, it is exact
    [[nodiscard]] bool is_exact() const { return samples == 0; }
};

class TileStore {
public:
    static constexpr std::int64_t usual_bytes = std::int64_t{256} << 20;

    TileStore() = default;
    explicit TileStore(std::int64_t most_bytes) : most_bytes_(most_bytes) {}

    /// Null if nothing is known of it.
    [[nodiscard]] const Tile* find(const TileKey& key) const;
    [[nodiscard]] bool is_exact(const TileKey& key) const;
    /// Takes the tile unless a better one is known.
    void insert(const TileKey& key, Tile tile);
    /// These are looked at now: they are kept, whatever their memory is.
    void use(std::span<const TileKey> keys);
    void clear();

    [[nodiscard]] std::int64_t bytes() const { return bytes_; }
    [[nodiscard]] std::size_t size() const { return tiles_.size(); }

private:
    struct Kept {
        Tile tile;
        std::uint64_t used = 0; ///< the last use
    };
    void make_room();

    std::int64_t most_bytes_ = usual_bytes;
    std::int64_t bytes_ = 0;
    std::uint64_t now_ = 0; ///< counts the calls of use()
    std::map<TileKey, Kept> tiles_;
};

/// A tile from the four that it covers, in the order of rows; null for those outside of the matrix. The mean is exact
/// where no entry is NaN.
[[nodiscard]] Overview merged(const TileKey& key, std::span<const Overview* const> parts, MatrixShape shape);

} // namespace pairscope::app
