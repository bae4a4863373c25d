// SPDX-License-Identifier: MIT
// The workbench's tiles: parts of a matrix that is not stored, reduced to what a picture of them needs.
#include "app/spine/worker/workbench.h"
#include "kernels/matrix/unstored/blocks.h"
#include "kernels/neighbours/metric_vectors.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace pairscope::app {
namespace {

/// The vectors that have no distances: with a coordinate that is not finite, or that are no place on the Earth.
std::int64_t unusable_in(const Question& question) {
    const Metric metric = type_of(question.workload).metric;
    const auto count = [metric](const Dataset& set) {
        return std::int64_t(std::ranges::count(neighbours::usable_vectors(set, metric), false));
    };
    return count(*question.first) + (question.second ? count(*question.second) : 0);
}

BlockGrid grid_of(const TileKey& key, MatrixShape matrix) {
    const Region texels = texels_of(key, matrix);
    const std::int64_t side = texel_side(key.level);
    return {.first_row = texels.row * side,
            .first_col = texels.col * side,
            .side = side,
            .shape = {texels.rows, texels.cols}};
}

/// So many entries are all entries of a texel.
int samples_of(const job::MakeTiles& job, const TileKey& key) {
    const double entries = double(texel_side(key.level)) * double(texel_side(key.level));
    return double(job.samples) >= entries ? 0 : job.samples;
}

/// The blocks of the tile on the other side of the diagonal. Eight columns at a time are written: the cache holds them.
Overview transposed(const Overview& blocks) {
    constexpr std::int64_t together = 8;
    const auto [rows, cols] = blocks.shape;
    Overview result{.factor = blocks.factor, .shape = {cols, rows}, .min = {}, .mean = {}, .max = {}};
    const auto turn = [&](const std::vector<float>& from, std::vector<float>& to) {
        to.resize(from.size());
        for (std::int64_t first = 0; first < cols; first += together)
            for (std::int64_t row = 0; row < rows; ++row)
                for (std::int64_t col = first; col < std::min(first + together, cols); ++col)
                    to[std::size_t(col * rows + row)] = from[std::size_t(row * cols + col)];
    };
    turn(blocks.min, result.min);
    turn(blocks.mean, result.mean);
    turn(blocks.max, result.max);
    return result;
}

void widen(std::optional<ValueRange>& range, const Overview& blocks) {
    for (const auto* values : {&blocks.min, &blocks.max})
        for (const float value : *values) {
            if (!std::isfinite(value)) continue;
            if (!range) range = {value, value};
            range = {std::min(range->low, value), std::max(range->high, value)};
        }
}

} // namespace

void Workbench::make(const Asked<job::MakeTiles>& asked, event::TilesMade& made) {
    const auto& [job, lease, control] = asked;
    const Task task{.kind = TaskKind::looking_closer};
    progress_(task, job.share);
    const auto start = Clock::now();
    const auto is_over = [&, most = job.max_seconds] {
        return std::chrono::duration<double>(Clock::now() - start).count() >= most;
    };
    profiling::Station& station =
        job.order ? loaded_in_order({job.device_index, job.device, job.question, job.revision}, job.order)
                  : loaded(job.device_index, job.device, job.question, job.revision);
    if (job.count_unusable) made.unusable = unusable_in(job.question);
    for (const TileKey& key : job.tiles) {
        if (!made.tiles.empty() && is_over()) break;
        const BlockGrid grid = grid_of(key, job.shape);
        const int samples = samples_of(job, key);
        Overview blocks = samples == 0 ? reduce_blocks(station.engine(), job.question.workload, grid, control)
                                       : sample_blocks(station.engine(), job.question.workload, grid, samples, control);
        if (control.stop.stop_requested()) break; // some blocks have seen too few entries
        widen(made.range, blocks);
        const bool is_mirrored = !job.question.second && key.row != key.col;
        if (is_mirrored)
            made.tiles.emplace_back(mirror_of(key),
                                    Tile{std::make_shared<const Overview>(transposed(blocks)), samples});
        made.tiles.emplace_back(key, Tile{std::make_shared<const Overview>(std::move(blocks)), samples});
    }
}

} // namespace pairscope::app
