// SPDX-License-Identifier: MIT
#include "kernels/matrix/unstored/gpu_blocks.h"

#include "kernels/engines/cuda/check.h"
#include "kernels/engines/cuda/event.h"
#include "kernels/engines/cuda/workplace.h"
#include "kernels/matrix/gpu_operations.h"
#include "kernels/matrix/unstored/block_passes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace pairscope::cuda {
namespace {

using matrix::BlockLayout;
using matrix::BlockTotal;
using matrix::PairQuestion;

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

std::int64_t rows_of_entries(const BlockLayout& layout) {
    return std::max<std::int64_t>(0, layout.end_row() - layout.grid.first_row);
}

} // namespace

void reduce_blocks(const PairQuestion& question, const BlockLayout& layout, OverviewTarget out,
                   const RunControl& control, const Workplace& at) {
    const matrix::Tiling tiling = matrix::tiling_of(question, layout);
    const std::vector<matrix::TilePanel> panels = matrix::panels_of(tiling, layout);
    const std::int64_t blocks = layout.grid.shape.rows * layout.grid.shape.cols;
    const Memory memory = memory_for(blocks, std::min(tiling.down * tiling.across, tiling.most_tiles), at);
    clear_totals(memory.totals, blocks, at.stream);
    LaunchQueue queue(control, rows_of_entries(layout), at);
    for (std::size_t p = 0; p < panels.size() && queue.wait_for_room(); ++p) {
        look_at_panel(tiling,
                      {.question = question,
                       .layout = layout,
                       .panel = panels[p],
                       .parts = memory.parts,
                       .totals = memory.totals},
                      at.stream);
        queue.note(static_cast<double>(p + 1) / static_cast<double>(panels.size()));
    }
    deliver(layout, memory, out, at);
}

void sample_blocks(const PairQuestion& question, const BlockLayout& layout, int samples, OverviewTarget out,
                   const RunControl& control, const Workplace& at) {
    const MatrixShape shape = layout.grid.shape;
    const Memory memory = memory_for(shape.rows * shape.cols, 0, at);
    clear_totals(memory.totals, shape.rows * shape.cols, at.stream);
    LaunchQueue queue(control, rows_of_entries(layout), at);
    constexpr double most_coordinates = 4e9; // per launch
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
