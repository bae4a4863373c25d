// SPDX-License-Identifier: MIT
#include "app/cli/verbs/scale/slab_picture.h"

#include "kernels/data/errors.h"
#include "kernels/data/text.h"
#include "kernels/matrix/unstored/blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace pairscope::cli {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

/// Some blocks in a row, and the rows or columns of the matrix that they cover.
struct Side {
    std::int64_t first_block = 0, blocks = 0;
    std::int64_t first = 0, count = 0;
    bool operator==(const Side&) const = default;
};

/// A tile is a square part of the matrix that is computed at once. Returns its largest number of rows for which the
/// vectors of its rows and columns fit into the memory together.
std::int64_t rows_of_tile(const SlabData& slabs, std::int64_t side) {
    constexpr std::int64_t sides = 2, bytes_of_coordinate = 40, most = 4096; // read, appended, and loaded
    const std::int64_t bytes_of_row = sides * bytes_of_coordinate * slabs.question.dims();
    if (side * bytes_of_row > slabs.memory)
        throw InputError(
            fmt::format("a pixel shows {0} x {0} entries, whose vectors need {1}, and {2} of --memory are left: give "
                        "more memory, a larger --size, or a part with --rows-drawn and --columns-drawn",
                        grouped(side), bytes_in_words(static_cast<double>(side * bytes_of_row)),
                        bytes_in_words(static_cast<double>(std::max<std::int64_t>(0, slabs.memory)))));
    return std::max(side, std::min(most, slabs.memory / bytes_of_row) / side * side);
}

/// The set has rows of NaN behind its own ones, up to a multiple of `side`, and then those of the other set. So each
/// set begins with a block.
void append_from_next_block(Dataset& set, const Dataset& other, std::int64_t side) {
    auto* const values = std::get_if<std::vector<float>>(&set.values);
    const auto* const more = std::get_if<std::vector<float>>(&other.values);
    if (values == nullptr || more == nullptr)
        throw InputError("a picture of bytes is drawn of whole sets: leave --output or --memory out");
    set.rows = (set.rows + side - 1) / side * side;
    values->resize(static_cast<std::size_t>(set.rows * set.dims), nan);
    values->insert(values->end(), more->begin(), more->end());
    set.rows += other.rows;
    set.low.clear(); // formulas read float32 values only
}

class Tiles {
public:
    Tiles(const SlabData& slabs, const Device& device, const BlockGrid& grid, const RunControl& control)
        : slabs_(slabs), grid_(grid), control_(control), engine_(device),
          blocks_(rows_of_tile(slabs, grid.side) / grid.side) {
        const auto pixels = static_cast<std::size_t>(grid.shape.rows * grid.shape.cols);
        all_ = {.factor = grid.side,
                .shape = grid.shape,
                .min = std::vector<float>(pixels, nan),
                .mean = std::vector<float>(pixels, nan),
                .max = std::vector<float>(pixels, nan)};
        engine_.set_parameters(slabs.data.question.parameters);
    }

    [[nodiscard]] Overview computed() {
        const bool is_mirrored = is_one_set() && grid_.first_row == grid_.first_col;
        for (std::int64_t i = 0; i < grid_.shape.rows; i += blocks_) {
            const Side rows = side_at(i, grid_.first_row, grid_.shape.rows, slabs_.question.first.rows());
            for (std::int64_t j = is_mirrored ? i : 0; j < grid_.shape.cols; j += blocks_) {
                const Side cols = side_at(j, grid_.first_col, grid_.shape.cols, slabs_.question.across().rows());
                if (rows.count <= 0 || cols.count <= 0) continue;
                const Overview tile = tile_of(rows, cols);
                put(tile, rows, cols);
                if (is_mirrored && j < grid_.shape.rows) put_mirrored(tile, rows, cols);
            }
            if (control_.rows_done != nullptr) control_.rows_done->fetch_add(rows.count, std::memory_order_relaxed);
        }
        return std::move(all_);
    }

private:
    [[nodiscard]] bool is_one_set() const { return slabs_.question.is_one_set(); }
    [[nodiscard]] Side side_at(std::int64_t block, std::int64_t first, std::int64_t all, std::int64_t rows) const {
        Side side{.first_block = block, .blocks = std::min(blocks_, all - block), .first = first + block * grid_.side};
        side.count = std::min(side.blocks * grid_.side, rows - side.first);
        return side;
    }
    [[nodiscard]] Dataset read(int set, const Side& side) const {
        const scale::SlabSide& of = set == 0 ? slabs_.question.first : slabs_.question.across();
        return of.reader->read(side.first, side.count).set;
    }
    [[nodiscard]] Overview tile_of(const Side& rows, const Side& cols) {
        BlockGrid grid{.first_row = 0, .first_col = 0, .side = grid_.side, .shape = {rows.blocks, cols.blocks}};
        Dataset first = read(0, rows), second;
        const bool is_on_diagonal = is_one_set() && rows.first == cols.first && rows.count == cols.count;
        if (!is_on_diagonal) second = read(1, cols);
        if (is_one_set() && !is_on_diagonal) {
            append_from_next_block(first, second, grid.side);
            grid.first_col = first.rows - second.rows;
        }
        engine_.load(first, is_one_set() ? first : second);
        return reduce_blocks(engine_, slabs_.data.question.workload, grid,
                             {.stop = control_.stop, .rows_done = nullptr, .threads = control_.threads});
    }
    template <class Place> void put_at(const Overview& tile, const Place& place) {
        for (std::int64_t i = 0; i < tile.shape.rows; ++i)
            for (std::int64_t j = 0; j < tile.shape.cols; ++j) {
                const auto from = static_cast<std::size_t>(i * tile.shape.cols + j);
                const auto [row, col] = place(i, j);
                if (row >= grid_.shape.rows || col >= grid_.shape.cols) continue;
                const auto to = static_cast<std::size_t>(row * grid_.shape.cols + col);
                all_.min[to] = tile.min[from];
                all_.mean[to] = tile.mean[from];
                all_.max[to] = tile.max[from];
            }
    }
    void put(const Overview& tile, const Side& rows, const Side& cols) {
        put_at(tile,
               [&](std::int64_t i, std::int64_t j) { return std::pair(rows.first_block + i, cols.first_block + j); });
    }
    /// Row i and column j of the tile are column i and row j below the diagonal.
    void put_mirrored(const Overview& tile, const Side& rows, const Side& cols) {
        put_at(tile,
               [&](std::int64_t i, std::int64_t j) { return std::pair(cols.first_block + j, rows.first_block + i); });
    }

    const SlabData& slabs_;
    const BlockGrid& grid_;
    const RunControl& control_;
    Engine engine_;
    std::int64_t blocks_; ///< in each direction of a tile
    Overview all_;
};

} // namespace

void require_room_for_block(const SlabData& slabs, std::int64_t side) { static_cast<void>(rows_of_tile(slabs, side)); }

Overview blocks_of_files(const SlabData& slabs, const Device& device, const BlockGrid& grid,
                         const RunControl& control) {
    return Tiles(slabs, device, grid, control).computed();
}

} // namespace pairscope::cli
