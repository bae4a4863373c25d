// SPDX-License-Identifier: MIT
#include "app/cli/verbs/unstored_image.h"

#include "app/cli/reports/progress_line.h"
#include "app/cli/verbs/image_parts.h"
#include "app/subjects/ladder/results_table.h"
#include "app/subjects/matrix/order/make_order.h"
#include "app/subjects/matrix/order/order.h"
#include "kernels/data/save.h"
#include "kernels/ladder/engine.h"
#include "kernels/matrix/unstored/blocks.h"
#include "kernels/neighbours/metric_vectors.h"
#include "render/png.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace pairscope::cli {
namespace {

/// The vectors on a device, in the order of the picture.
struct Loaded {
    app::Question question;
    std::shared_ptr<const app::MatrixOrder> order;
    Engine engine;
};

Loaded loaded(const MatrixImage& image) {
    std::shared_ptr<const app::MatrixOrder> order = order_of(image);
    app::Question question = order ? app::in_order(image.data.question, *order) : image.data.question;
    Loaded found{.question = std::move(question), .order = std::move(order), .engine = Engine(image.device)};
    found.engine.load(*found.question.first, found.question.across());
    found.engine.set_parameters(found.question.parameters);
    return found;
}

/// The entries of vectors that have no distances.
std::int64_t entries_without_number(const app::Question& question) {
    const Metric metric = type_of(question.workload).metric;
    const auto usable = [metric](const Dataset& set) {
        return std::int64_t(std::ranges::count(neighbours::usable_vectors(set, metric), true));
    };
    const std::int64_t rows = usable(*question.first);
    const std::int64_t cols = question.second ? usable(*question.second) : rows;
    return question.first->rows * question.across().rows - rows * cols;
}

MatrixSummary empty_summary() {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    return {.min = nan, .max = nan, .nan_count = 0, .infinite_count = 0, .sample = {}};
}

void widen(MatrixSummary& summary, const Overview& blocks) {
    for (const auto* values : {&blocks.min, &blocks.max})
        for (const float value : *values) {
            if (!std::isfinite(value)) continue;
            summary.min = std::isnan(summary.min) ? value : std::min(summary.min, value);
            summary.max = std::isnan(summary.max) ? value : std::max(summary.max, value);
        }
}

/// For percentiles: the entries that the summary of a stored matrix keeps.
void add_sample(MatrixSummary& summary, const app::Question& question) {
    const Inputs inputs = question.inputs();
    const MatrixShape shape{inputs.a.rows, inputs.b.rows};
    const std::int64_t step = sample_step(shape), count = shape.rows * shape.cols;
    for (std::int64_t at = 0; at < count; at += step) {
        const float entry = entry_by_formula(question.workload, inputs, at / shape.cols, at % shape.cols);
        if (std::isfinite(entry)) summary.sample.push_back(entry);
    }
    std::ranges::sort(summary.sample);
}

/// The state in which the window looks at such a matrix by tiles.
app::State state_of_tiles(const MatrixImage& image, const MatrixSummary& summary,
                          const std::shared_ptr<const app::MatrixOrder>& order) {
    app::State state = state_of(image);
    state.run.devices = {image.device};
    state.data.revision = 1;
    state.output.failed_by_memory = true; // also where the matrix could be stored with more memory
    state.output.failed_revision = state.data.revision;
    state.view.colours = image.colours;
    state.deep.revision = state.data.revision;
    state.deep.shape = shape_of(image);
    state.deep.summary = summary;
    state.deep.order = order;
    return state;
}

Looked finished(const MatrixImage& image, const Loaded& data, MatrixSummary summary) {
    summary.nan_count = entries_without_number(data.question);
    if (image.colours.range == app::RangeMode::percentile) add_sample(summary, data.question);
    Looked looked{.overview = {}, .colouring = {}, .state = state_of_tiles(image, summary, data.order)};
    looked.colouring = app::colouring_of(image.colours, summary, image.colormaps);
    return looked;
}

} // namespace

MatrixShape shape_of(const MatrixImage& image) {
    if (image.part) return {image.part->rows, image.part->cols};
    const Workload size = image.data.question.size();
    return {size.rows, size.cols};
}

Looked look_unstored(const MatrixImage& image, std::int64_t side) {
    const MatrixShape shape = shape_of(image);
    RowProgress progress("drawing", shape.rows);
    const RunControl control{.rows_done = progress.rows_done()};
    BlockGrid grid = blocks_of(shape, side);
    if (image.part) {
        grid.first_row = image.part->row;
        grid.first_col = image.part->col;
    }
    MatrixSummary summary = empty_summary();
    if (image.blocks) {
        Overview overview = image.blocks(grid, control);
        widen(summary, overview);
        summary.nan_count = image.without_number;
        return {.overview = std::move(overview),
                .colouring = app::colouring_of(image.colours, summary, image.colormaps),
                .state = state_of_tiles(image, summary, nullptr)};
    }
    Loaded data = loaded(image);
    Overview overview = reduce_blocks(data.engine, data.question.workload, grid, control);
    widen(summary, overview);
    Looked looked = finished(image, data, std::move(summary));
    looked.overview = std::move(overview);
    return looked;
}

MatrixErrors save_unstored_cells(const MatrixImage& image) {
    constexpr std::int64_t side = 512; // blocks of this side give the range of all entries
    const MatrixShape shape = shape_of(image);
    const bool needs_range = image.colours.range != app::RangeMode::fixed;
    RowProgress progress("drawing", needs_range ? 2 * shape.rows : shape.rows);
    Loaded data = loaded(image);
    const RunControl control{.rows_done = progress.rows_done()};
    MatrixSummary summary = empty_summary();
    if (needs_range)
        widen(summary, reduce_blocks(data.engine, data.question.workload, blocks_of(shape, side), control));
    const Looked looked = finished(image, data, std::move(summary));
    const auto rows_of = [&](std::int64_t row, std::int64_t count) {
        const BlockGrid grid{.first_row = row, .first_col = 0, .side = 1, .shape = {count, shape.cols}};
        Overview entries = reduce_blocks(data.engine, data.question.workload, grid, control);
        return std::move(entries.min);
    };
    save_matrix_png(
        image.output,
        {.shape = shape, .rows_of = rows_of, .colouring = looked.colouring, .text = app::picture_facts(looked.state)});
    return looked.errors;
}

} // namespace pairscope::cli
