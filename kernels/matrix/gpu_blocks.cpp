// SPDX-License-Identifier: MIT
#include "kernels/matrix/gpu_blocks.h"

#include "kernels/cuda/check.h"
#include "kernels/cuda/event.h"
#include "kernels/cuda/workplace.h"
#include "kernels/matrix/block_passes.h"
#include "kernels/matrix/gpu_operations.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>

namespace pairscope::cuda {
namespace {

using matrix::BlockLayout;
using matrix::BlockTotal;
using matrix::PairQuestion;

constexpr std::int64_t most_parts =
    1 << 18;                        // tiles of a launch: 1.7 10^10 entries of planar tiles, about 4 ms on an H200
constexpr double most_terms = 4e10; // of a launch of other tiles: some milliseconds

/// The memory of one call.
struct Memory {
    BlockTotal* totals;
    BlockTotal* parts;
    float* cells; ///< minimum, mean and maximum of all blocks, one array after the other
};

Memory memory_for(std::int64_t blocks, std::int64_t parts, const Workplace& at) {
    static_assert(sizeof(BlockTotal) % sizeof(float) == 0);
    const std::int64_t bytes = (blocks + parts) * static_cast<std::int64_t>(sizeof(BlockTotal)) +
                               3 * blocks * static_cast<std::int64_t>(sizeof(float));
    auto* const totals = reinterpret_cast<BlockTotal*>(at.scratch.get<std::byte>(bytes));
    return {.totals = totals, .parts = totals + blocks, .cells = reinterpret_cast<float*>(totals + blocks + parts)};
}

void deliver(const BlockLayout& layout, const Memory& memory, OverviewTarget out, const Workplace& at) {
    const MatrixShape shape = layout.grid.shape;
    const std::int64_t count = shape.rows * shape.cols;
    if (const auto* surface = std::get_if<Surface>(&out)) {
        write_blocks(layout, memory.totals, {.surface = *surface, .shape = shape}, at.stream);
        check(cudaStreamSynchronize(at.stream));
        return;
    }
    float* const cells = memory.cells;
    write_blocks(layout, memory.totals, {.min = cells, .mean = cells + count, .max = cells + 2 * count, .shape = shape},
                 at.stream);
    Overview& overview = *std::get<Overview*>(out);
    overview = {.factor = layout.grid.side, .shape = shape, .min = {}, .mean = {}, .max = {}};
    read_cells(cells, overview, at);
}

/// Keeps two launches waiting, so that the GPU is never idle and a stop is seen after three at most; says how many rows
/// of entries are done.
class LaunchQueue {
public:
    LaunchQueue(const RunControl& control, std::int64_t rows, const Workplace& at)
        : control_(control), rows_(rows), stream_(at.stream) {}

    /// False: a stop was requested.
    [[nodiscard]] bool wait_for_room() {
        if (launched_ >= std::ssize(ends_)) ends_[index()].synchronize();
        return !control_.stop.stop_requested();
    }
    [[nodiscard]] cudaStream_t stream() const { return stream_; }
    /// To be called behind a launch. `share`: of all the work, with this launch.
    void note(double share) {
        ends_[index()].record(stream_);
        ++launched_;
        const auto rows = static_cast<std::int64_t>(share * static_cast<double>(rows_));
        if (control_.rows_done != nullptr) *control_.rows_done += rows - shown_;
        shown_ = rows;
    }

private:
    [[nodiscard]] std::size_t index() const { return static_cast<std::size_t>(launched_ % std::ssize(ends_)); }

    const RunControl& control_;
    std::int64_t rows_, shown_ = 0, launched_ = 0;
    cudaStream_t stream_;
    std::array<Event, 2> ends_;
};

/// How a grid is divided into tiles.
struct Tiling {
    bool is_planar = false; ///< by look_at_planar_tiles(), else by look_at_pair_tiles()
    std::int64_t side = pair_tile_side;
    int doublings = 0;      ///< see TilePanel
    bool has_parts = false; ///< a block has one tile or more
    std::int64_t down = 0, across = 0;
    std::int64_t most_tiles = 1; ///< of a launch
};

Tiling tiling_of(const PairQuestion& question, const BlockLayout& layout) {
    const BlockGrid& grid = layout.grid;
    Tiling tiling;
    tiling.is_planar = question.a.element == Element::float32 && question.a.dims == 2 &&
                       question.formula.terms == PairTerms::squared_differences && grid.side >= planar_tile_side;
    if (tiling.is_planar) tiling.side = planar_tile_side;
    tiling.has_parts = grid.side >= tiling.side;
    if (tiling.has_parts) tiling.doublings = std::countr_zero(static_cast<std::uint64_t>(grid.side / tiling.side));
    const auto tiles = [&](std::int64_t entries) {
        return std::max<std::int64_t>(0, (entries + tiling.side - 1) / tiling.side);
    };
    tiling.down = tiles(layout.end_row() - grid.first_row);
    tiling.across = tiles(layout.end_col() - grid.first_col);
    tiling.most_tiles = most_parts;
    if (!tiling.is_planar) {
        const double terms =
            static_cast<double>(tiling.side * tiling.side) * (static_cast<double>(question.a.dims) + 4.0);
        tiling.most_tiles = std::clamp(static_cast<std::int64_t>(most_terms / terms), std::int64_t{256}, most_parts);
    }
    return tiling;
}

/// How many columns of tiles from the first one on consist of images only, in `rows` rows of tiles from `first_row` on.
std::int64_t columns_of_images(const BlockLayout& layout, const Tiling& tiling, std::int64_t first_row,
                               std::int64_t rows) {
    if (!tiling.has_parts || !layout.is_mirrored) return 0;
    const std::int64_t first = first_row >> tiling.doublings, last = (first_row + rows - 1) >> tiling.doublings;
    const auto are_images = [&](std::int64_t j) {
        for (std::int64_t i = first; i <= last; ++i)
            if (!layout.is_image(i, j)) return false;
        return true;
    };
    std::int64_t j = 0;
    while (j < layout.grid.shape.cols && are_images(j)) ++j;
    return std::min(j << tiling.doublings, tiling.across);
}

void look_at(const Tiling& tiling, const PanelRun& run, cudaStream_t stream) {
    if (tiling.is_planar)
        look_at_planar_tiles(run, stream);
    else
        look_at_pair_tiles(run, stream);
    if (tiling.has_parts) add_parts(run, stream);
}

/// Looks at all tiles, panel after panel.
void look_at_tiles(const Tiling& tiling, PanelRun run, LaunchQueue& queue) {
    constexpr std::int64_t fewest_rows = 4;   // that a block of a planar launch has
    constexpr std::int64_t most_rows = 65532; // a grid has at most 65535 blocks below each other
    const std::int64_t fitting = tiling.most_tiles / std::max<std::int64_t>(1, tiling.across);
    const std::int64_t all_rows = std::clamp(fitting / fewest_rows * fewest_rows, fewest_rows, most_rows);
    for (std::int64_t row = 0; row < tiling.down; row += all_rows) {
        const std::int64_t rows = std::min(all_rows, tiling.down - row);
        const std::int64_t most_cols = std::max<std::int64_t>(1, tiling.most_tiles / rows);
        std::int64_t col = columns_of_images(run.layout, tiling, row, rows);
        for (; col < tiling.across; col += most_cols) {
            if (!queue.wait_for_room()) return;
            run.panel = {.first_row = row,
                         .first_col = col,
                         .rows = rows,
                         .cols = std::min(most_cols, tiling.across - col),
                         .doublings = tiling.doublings};
            look_at(tiling, run, queue.stream());
            const double in_rows = static_cast<double>(col + run.panel.cols) / static_cast<double>(tiling.across);
            queue.note((static_cast<double>(row) + in_rows * static_cast<double>(rows)) /
                       static_cast<double>(tiling.down));
        }
    }
}

std::int64_t rows_of_entries(const BlockLayout& layout) {
    return std::max<std::int64_t>(0, layout.end_row() - layout.grid.first_row);
}

} // namespace

void reduce_blocks(const PairQuestion& question, const BlockLayout& layout, OverviewTarget out,
                   const RunControl& control, const Workplace& at) {
    const Tiling tiling = tiling_of(question, layout);
    const std::int64_t blocks = layout.grid.shape.rows * layout.grid.shape.cols;
    const std::int64_t parts = std::min(tiling.down * tiling.across, most_parts);
    const Memory memory = memory_for(blocks, parts, at);
    clear_totals(memory.totals, blocks, at.stream);
    LaunchQueue queue(control, rows_of_entries(layout), at);
    look_at_tiles(tiling, {.question = question, .layout = layout, .parts = memory.parts, .totals = memory.totals},
                  queue);
    deliver(layout, memory, out, at);
}

void sample_blocks(const PairQuestion& question, const BlockLayout& layout, int samples, OverviewTarget out,
                   const RunControl& control, const Workplace& at) {
    const MatrixShape shape = layout.grid.shape;
    const Memory memory = memory_for(shape.rows * shape.cols, 0, at);
    clear_totals(memory.totals, shape.rows * shape.cols, at.stream);
    LaunchQueue queue(control, rows_of_entries(layout), at);
    constexpr double most_coordinates = 4e9; // of a launch
    const double of_row =
        static_cast<double>(samples) * static_cast<double>(shape.cols) * (static_cast<double>(question.a.dims) + 16.0);
    const std::int64_t most_rows =
        std::max<std::int64_t>(1, static_cast<std::int64_t>(most_coordinates / (of_row + 1.0)));
    for (std::int64_t row = 0; row < shape.rows && shape.cols > 0 && queue.wait_for_room(); row += most_rows) {
        const std::int64_t rows = std::min(most_rows, shape.rows - row);
        sample_rows(question, layout,
                    {.first_row = row, .rows = rows, .per_side = static_cast<std::int64_t>(std::sqrt(samples))},
                    memory.totals, at.stream);
        queue.note(static_cast<double>(row + rows) / static_cast<double>(shape.rows));
    }
    deliver(layout, memory, out, at);
}

} // namespace pairscope::cuda
