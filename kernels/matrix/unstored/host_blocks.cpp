// SPDX-License-Identifier: MIT
#include "kernels/matrix/unstored/host_blocks.h"

#include "kernels/engines/cpu/parallel.h"
#include "kernels/matrix/unstored/pair_entry.h"
#include "kernels/matrix/unstored/pair_tile.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <vector>

namespace pairscope::cpu {
namespace {

using matrix::BlockLayout;
using matrix::BlockTotal;
using matrix::PairQuestion;

/// Reports how many rows of entries are done, where tiles are finished in any order.
class Progress {
public:
    Progress(std::atomic<std::int64_t>* rows_done, std::int64_t rows, std::int64_t tiles)
        : rows_done_(rows_done), rows_(rows), tiles_(tiles) {}
    void finish_tile() {
        if (rows_done_ == nullptr) return;
        const std::int64_t done = finished_.fetch_add(1, std::memory_order_relaxed);
        const std::int64_t more = rows_ * (done + 1) / tiles_ - rows_ * done / tiles_;
        rows_done_->fetch_add(more, std::memory_order_relaxed);
    }

private:
    std::atomic<std::int64_t>* rows_done_;
    std::int64_t rows_, tiles_;
    std::atomic<std::int64_t> finished_ = 0;
};

/// What is known of each block of a grid.
class Totals {
public:
    explicit Totals(const BlockLayout& layout)
        : layout_(layout), totals_(static_cast<std::size_t>(layout.grid.shape.rows * layout.grid.shape.cols)) {}

    [[nodiscard]] BlockTotal& at(std::int64_t i, std::int64_t j) {
        return totals_[static_cast<std::size_t>(i * layout_.grid.shape.cols + j)];
    }

    [[nodiscard]] Overview overview() {
        const MatrixShape shape = layout_.grid.shape;
        Overview out{.factor = layout_.grid.side, .shape = shape, .min = {}, .mean = {}, .max = {}};
        for (auto* values : {&out.min, &out.mean, &out.max})
            values->assign(totals_.size(), std::numeric_limits<float>::quiet_NaN());
        for (std::int64_t i = 0; i < shape.rows; ++i)
            for (std::int64_t j = 0; j < shape.cols; ++j) {
                const bool is_image = layout_.is_image(i, j);
                const BlockTotal& total = is_image ? at(j + layout_.diagonal, i - layout_.diagonal) : at(i, j);
                if (total.count == 0.0) continue;
                const auto index = static_cast<std::size_t>(i * shape.cols + j);
                out.min[index] = total.min;
                out.mean[index] = total.mean();
                out.max[index] = total.max;
            }
        return out;
    }

private:
    BlockLayout layout_;
    std::vector<BlockTotal> totals_;
};

/// Tiles of a grid: parts of blocks that are larger than a tile, several blocks where these are smaller.
class TiledBlocks {
public:
    TiledBlocks(const PairQuestion& question, const BlockLayout& layout)
        : question_(question), layout_(layout), totals_(layout) {
        const BlockGrid& grid = layout.grid;
        parts_ = (grid.side + largest_tile - 1) / largest_tile;
        side_ = parts_ == 1 ? largest_tile : (grid.side + parts_ - 1) / parts_;
        down_ = layout.tiles_over(layout.end_row() - grid.first_row, side_, parts_);
        across_ = layout.tiles_over(layout.end_col() - grid.first_col, side_, parts_);
    }

    [[nodiscard]] std::int64_t count() const { return down_ * across_; }
    [[nodiscard]] Overview overview() { return totals_.overview(); }

    void look_at(std::int64_t index, const std::stop_token& stop) {
        const std::int64_t down = index / across_, across = index % across_;
        if (parts_ > 1)
            look_at_part(down, across, stop);
        else
            look_at_blocks(down, across, stop);
    }

private:
    [[nodiscard]] Region region_of(std::int64_t down, std::int64_t across) const {
        const auto rows = layout_.stretch_of_tile(down, side_, parts_);
        const auto cols = layout_.stretch_of_tile(across, side_, parts_);
        const std::int64_t row = layout_.grid.first_row + rows.first, col = layout_.grid.first_col + cols.first;
        return {.row = row,
                .col = col,
                .rows = std::min(rows.end - rows.first, layout_.end_row() - row),
                .cols = std::min(cols.end - cols.first, layout_.end_col() - col)};
    }

    void look_at_part(std::int64_t down, std::int64_t across, const std::stop_token& stop) {
        const int weight = layout_.weight_of_tile(down, across, parts_);
        if (weight == 0) return;
        BlockTotal part;
        look_at_tile(question_, {.region = region_of(down, across), .side = largest_tile}, {&part, 1}, stop);
        const std::scoped_lock lock(adding_);
        totals_.at(down / parts_, across / parts_).add(part, weight);
    }

    void look_at_blocks(std::int64_t down, std::int64_t across, const std::stop_token& stop) {
        const Region region = region_of(down, across);
        const std::int64_t side = layout_.grid.side, per_side = side_ / side;
        const std::int64_t rows = (region.rows + side - 1) / side, cols = (region.cols + side - 1) / side;
        const std::int64_t first_row = down * per_side, first_col = across * per_side;
        if (are_images(first_row, first_col, {rows, cols})) return;
        std::vector<BlockTotal> found(static_cast<std::size_t>(rows * cols));
        look_at_tile(question_, {.region = region, .side = side}, found, stop);
        for (std::int64_t i = 0; i < rows; ++i)
            for (std::int64_t j = 0; j < cols; ++j)
                totals_.at(first_row + i, first_col + j) = found[static_cast<std::size_t>(i * cols + j)];
    }

    [[nodiscard]] bool are_images(std::int64_t row, std::int64_t col, MatrixShape shape) const {
        for (std::int64_t i = 0; i < shape.rows; ++i)
            for (std::int64_t j = 0; j < shape.cols; ++j)
                if (!layout_.is_image(row + i, col + j)) return false;
        return true;
    }

    PairQuestion question_;
    BlockLayout layout_;
    std::int64_t side_ = largest_tile; ///< side of a tile [entries]
    std::int64_t parts_ = 1;           ///< a block has parts x parts tiles; 1: a tile has one block or more
    std::int64_t down_ = 0, across_ = 0;
    Totals totals_;
    std::mutex adding_;
};

} // namespace

Overview reduced_blocks(const PairQuestion& question, const BlockLayout& layout, const RunControl& control) {
    TiledBlocks tiles(question, layout);
    const std::int64_t rows = std::max<std::int64_t>(0, layout.end_row() - layout.grid.first_row);
    Progress progress(control.rows_done, rows, tiles.count());
    for_rows({.rows = tiles.count(), .threads = control.threads, .stop = control.stop},
             [&](std::int64_t first, std::int64_t last) {
                 for (std::int64_t tile = first; tile < last; ++tile) {
                     tiles.look_at(tile, control.stop);
                     progress.finish_tile();
                 }
             });
    return tiles.overview();
}

namespace {

/// What at most per_side x per_side entries of each block are, each of which is computed alone.
template <class EntryAt>
Overview blocks_of_entries(const BlockLayout& layout, std::int64_t per_side, const RunControl& control,
                           EntryAt entry_at) {
    const MatrixShape shape = layout.grid.shape;
    Totals totals(layout);
    const std::int64_t rows = std::max<std::int64_t>(0, layout.end_row() - layout.grid.first_row);
    Progress progress(control.rows_done, rows, shape.rows * shape.cols);
    constexpr std::int64_t together = 16; // blocks: few enough that a stop is seen in time
    constexpr std::int64_t entries_between_stops = 4096;
    for_rows({.rows = shape.rows * shape.cols, .step = together, .threads = control.threads, .stop = control.stop},
             [&](std::int64_t first, std::int64_t last) {
                 for (std::int64_t block = first; block < last; ++block) {
                     const std::int64_t i = block / shape.cols, j = block % shape.cols;
                     progress.finish_tile();
                     if (layout.is_image(i, j)) continue;
                     const matrix::BlockSample sample = matrix::sample_of_block(layout, i, j, per_side);
                     BlockTotal found;
                     for (std::int64_t k = 0; k < sample.parts_down * sample.parts_across; ++k) {
                         if (k % entries_between_stops == 0 && control.stop.stop_requested()) break;
                         const MatrixShape place = sample.place(k);
                         matrix::add_entry(found, entry_at(place.rows, place.cols));
                     }
                     totals.at(i, j) = found;
                 }
             });
    return totals.overview();
}

} // namespace

Overview sampled_blocks(const PairQuestion& question, const BlockLayout& layout, int samples,
                        const RunControl& control) {
    return blocks_of_entries(layout, static_cast<std::int64_t>(std::sqrt(samples)), control,
                             [&](std::int64_t row, std::int64_t col) {
                                 return matrix::entry_of_sum(question, matrix::sum_of_pair(question, row, col));
                             });
}

Overview own_blocks(const WorkloadType& type, const Problem& problem, const BlockLayout& layout,
                    std::optional<int> samples, const RunControl& control) {
    const std::int64_t per_side = samples ? static_cast<std::int64_t>(std::sqrt(*samples)) : layout.grid.side;
    return blocks_of_entries(layout, per_side, control, [&](std::int64_t row, std::int64_t col) {
        return static_cast<float>(type.pair(problem, row, col));
    });
}

} // namespace pairscope::cpu
