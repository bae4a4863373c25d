// SPDX-License-Identifier: MIT
#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/subjects/matrix/order/order.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "kernels/data/text.h"
#include "kernels/matrix/unstored/blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

constexpr int samples_of_texel = 4;
constexpr int samples_of_whole = 64; // for the minimap: there are at most 65 536 texels
/// With at most this many pairs of coordinates, the first picture is exact at once.
constexpr double little_work = 6e7;
/// The tiles ahead are made while they take about a second: so many pairs of coordinates. Then they are no burden, and
/// farther out a drag covers few tiles anyway.
constexpr double work_ahead_on_cpu = 5e9, work_ahead_on_gpu = 1e12;
constexpr double coarse_seconds = 0.05, exact_seconds = 0.25; // per job, which is cancelled where others are in sight

PausedSight sight_now(const State& state) {
    const Viewport viewport = state.deep.sight.value_or(Viewport{});
    return {state.data.revision, view_in(state, viewport), viewport, state.view.order};
}

bool is_of_now(const State& state) {
    return state.deep.revision == state.data.revision && state.deep.shape == shown_shape(state) &&
           state.deep.order == order_now(state);
}

/// The keys that meet the condition.
template <class Condition> std::vector<TileKey> those(const std::vector<TileKey>& keys, const Condition& condition) {
    std::vector<TileKey> result;
    std::ranges::copy_if(keys, std::back_inserter(result), condition);
    return result;
}

/// Without the mirrored ones of others that come before them.
std::vector<TileKey> without_mirrored(const State& state, const std::vector<TileKey>& keys) {
    if (!is_mirrored(state)) return keys;
    std::vector<TileKey> result;
    for (const TileKey& key : keys)
        if (std::ranges::find(result, mirror_of(key)) == result.end()) result.push_back(key);
    return result;
}

job::MakeTiles job_for(const State& state, std::vector<TileKey> tiles, int samples) {
    const TileProgress progress = tile_progress(state);
    return {.question = state.data.now.question,
            .revision = state.data.revision,
            .device_index = state.run.device,
            .device = state.run.devices[state.run.device],
            .shape = shown_shape(state),
            .tiles = std::move(tiles),
            .samples = samples,
            .max_seconds = samples == 0 ? exact_seconds : coarse_seconds,
            .share = progress.all == 0 ? 0.0 : double(progress.exact) / double(progress.all),
            .order = order_now(state)};
}

/// The whole matrix by one entry for each texel: the range of the colours, their percentiles, and a first picture.
bool lacks_overview(const State& state) {
    return !is_of_now(state) || state.deep.tiles.find(whole_matrix(shown_shape(state))) == nullptr;
}

/// Pairs of coordinates.
double work_of_tiles(const State& state, const std::vector<TileKey>& tiles) {
    double entries = 0.0;
    for (const TileKey& key : tiles) entries += entries_of(key, shown_shape(state));
    return entries * double(current_workload(state).dims);
}

/// Tiles in sight of which nothing is known, where making them exact takes long.
std::vector<TileKey> tiles_without_picture(const State& state, const std::vector<TileKey>& wanted) {
    const std::vector<TileKey> missing =
        those(wanted, [&](const TileKey& key) { return state.deep.tiles.find(key) == nullptr; });
    return work_of_tiles(state, missing) <= little_work ? std::vector<TileKey>{} : missing;
}

/// The tile that has the entry under the mouse, where its value is known by no formula.
std::optional<TileKey> tile_under_mouse(const State& state) {
    const auto cell = state.view.hovered ? state.view.hovered : state.view.pinned;
    if (!cell || current_type(state).matrix.reference != nullptr) return {};
    const MatrixShape shape = shown_shape(state);
    if (cell->row >= shape.rows || cell->col >= shape.cols) return {};
    const TileKey key = tile_with(place_of(shown_order(state), *cell));
    return state.deep.tiles.is_exact(key) ? std::nullopt : std::optional(key);
}

/// The tiles of the level in sight that touch those in sight, those near the centre first.
std::vector<TileKey> tiles_around(const State& state) {
    if (!state.deep.sight || !is_deep(state)) return {};
    const MatrixShape shape = shown_shape(state);
    const HeatmapView view = view_in(state, *state.deep.sight);
    const Viewport viewport = *state.deep.sight;
    const double margin = double(tile_side) * double(texel_side(level_for(view, shape))) * view.pixels_per_cell;
    const int around = int(std::ceil(2.0 * margin));
    const std::vector<TileKey> in_sight = tiles_in_sight(view, viewport, shape);
    return those(tiles_in_sight(view, {viewport.width + around, viewport.height + around}, shape),
                 [&](const TileKey& key) { return std::ranges::find(in_sight, key) == in_sight.end(); });
}

bool has_any(const std::vector<TileKey>& tiles, const std::vector<TileKey>& wanted) {
    return std::ranges::any_of(tiles, [&](const TileKey& key) {
        return std::ranges::find(wanted, key) != wanted.end() ||
               std::ranges::find(wanted, mirror_of(key)) != wanted.end();
    });
}

} // namespace

bool is_deep(const State& state) {
    const Question& question = state.data.now.question;
    const WorkloadType& type = type_of(question.workload);
    if (!question.first || state.run.devices.empty() || !has_blocks(type)) return false;
    if (has_blocks_on_cpu_only(type) && state.run.devices[state.run.device].backend != Backend::cpu) return false;
    if (!asks_for_matrix(state) || state.data.now.measured) return true;
    const Workload size = question.size();
    if (std::max(size.rows, size.cols) > max_stored_rows) return true;
    return state.output.failed_by_memory && state.output.failed_revision == state.data.revision &&
           state.output.revision != state.data.revision;
}

bool has_first_picture(const State& state) { return !lacks_overview(state); }

bool has_matrix_view(const State& state) { return asks_for_matrix(state) || has_blocks(current_type(state)); }

MatrixShape matrix_of_question(const State& state) {
    const Workload size = state.data.now.question.size();
    return {size.rows, size.cols};
}

MatrixShape shown_shape(const State& state) { return is_deep(state) ? matrix_of_question(state) : state.output.shape; }

const MatrixSummary& shown_summary(const State& state) {
    return is_deep(state) ? state.deep.summary : state.output.summary;
}

const MatrixOrder* shown_order(const State& state) {
    if (!is_deep(state)) return state.output.order.get();
    return state.deep.shape == shown_shape(state) ? state.deep.order.get() : nullptr;
}

ValueRange shown_range(const State& state) {
    const ColourSettings& settings = state.view.colours;
    if (settings.range == RangeMode::in_sight && state.view.seen) return *state.view.seen;
    return range_of(settings, shown_summary(state));
}

Colouring shown_colouring(const State& state, std::span<const Colormap> colormaps) {
    Colouring colouring = colouring_of(state.view.colours, shown_summary(state), colormaps);
    colouring.range = drawn_range(state.view.colours, shown_range(state));
    return colouring;
}

bool is_mirrored(const State& state) { return !state.data.now.question.second; }

std::string entries_word(const WorkloadType& type) {
    if (type.output == OutputKind::matrix) return std::string(type.matrix.entries);
    const bool adds_gaussians = type.formula && type.formula->ending == PairEnding::gaussian;
    return adds_gaussians ? "values of the Gaussian" : fmt::format("{}s", type.value);
}

HeatmapView view_in(const State& state, Viewport viewport) {
    const MatrixShape shape = shown_shape(state);
    return state.view.fit ? fitted(shape, viewport) : clamped(state.view.heatmap, viewport, shape);
}

std::vector<TileKey> wanted_tiles(const State& state) {
    if (!state.deep.sight || !is_deep(state)) return {};
    return tiles_in_sight(view_in(state, *state.deep.sight), *state.deep.sight, shown_shape(state));
}

TileProgress tile_progress(const State& state) {
    TileProgress progress;
    for (const TileKey& key : wanted_tiles(state)) {
        ++progress.all;
        progress.exact += is_of_now(state) && state.deep.tiles.is_exact(key);
    }
    return progress;
}

std::string progress_text(const State& state) {
    const TileProgress progress = tile_progress(state);
    if (progress.is_complete()) return {};
    const bool stopped = state.deep.paused == sight_now(state);
    return stopped
               ? fmt::format("{} of {} tiles are exact, and the others were cancelled", progress.exact, progress.all)
               : fmt::format("{} of {} tiles are exact", progress.exact, progress.all);
}

std::optional<Job> tiles_job(const State& state) {
    if (!state.deep.sight || !is_deep(state)) return {};
    if (state.deep.failed_revision == state.data.revision || state.deep.paused == sight_now(state)) return {};
    const MatrixShape shape = shown_shape(state);
    if (lacks_overview(state)) {
        job::MakeTiles first = job_for(state, {whole_matrix(shape)}, 1);
        first.count_unusable = true;
        return first;
    }
    if (const auto key = tile_under_mouse(state)) return job_for(state, {*key}, 0);
    const std::vector<TileKey> wanted = wanted_tiles(state);
    if (std::vector<TileKey> coarse = tiles_without_picture(state, wanted); !coarse.empty())
        return job_for(state, without_mirrored(state, coarse), samples_of_texel);
    const Tile* all = state.deep.tiles.find(whole_matrix(shape));
    if (!all->is_exact() && all->samples < samples_of_whole)
        return job_for(state, {whole_matrix(shape)}, samples_of_whole);
    const std::vector<TileKey> missing =
        those(wanted, [&](const TileKey& key) { return !state.deep.tiles.is_exact(key); });
    if (missing.empty()) return {};
    return job_for(state, without_mirrored(state, missing), 0);
}

std::optional<Job> tiles_ahead_job(const State& state) {
    if (lacks_overview(state) || state.deep.failed_revision == state.data.revision ||
        state.deep.paused == sight_now(state))
        return {};
    const std::vector<TileKey> missing =
        those(tiles_around(state), [&](const TileKey& key) { return !state.deep.tiles.is_exact(key); });
    const bool is_on_gpu = state.run.devices[state.run.device].backend == Backend::cuda;
    if (missing.empty() || work_of_tiles(state, missing) > (is_on_gpu ? work_ahead_on_gpu : work_ahead_on_cpu))
        return {};
    return job_for(state, without_mirrored(state, missing), 0);
}

bool is_outdated(const State& state, const job::MakeTiles& running) {
    if (running.revision != state.data.revision || !state.deep.sight || running.order != order_now(state)) return true;
    const bool is_brief = running.samples > 0 || running.tiles.front().level == 0;
    if (is_brief) return false;
    const std::vector<TileKey> wanted = wanted_tiles(state);
    if (!tiles_without_picture(state, wanted).empty()) return true;
    if (has_any(running.tiles, wanted)) return false;
    return tiles_job(state).has_value() || !has_any(running.tiles, tiles_around(state));
}

void use_tiles(State& state) {
    std::vector<TileKey> keys = wanted_tiles(state);
    if (keys.empty()) return;
    const MatrixShape shape = shown_shape(state);
    const Viewport viewport = *state.deep.sight;
    const std::vector<TileKey> of_whole = tiles_in_sight(fitted(shape, viewport), viewport, shape);
    keys.insert(keys.end(), of_whole.begin(), of_whole.end());
    keys.push_back(whole_matrix(shape));
    state.deep.tiles.use(keys);
}

void pause_tiles(State& state) {
    if (is_deep(state) && state.deep.sight) state.deep.paused = sight_now(state);
}

std::vector<float> deep_entries(const State& state, Region region) {
    std::vector<float> values;
    if (!is_of_now(state)) return values;
    values.reserve(std::size_t(region.rows * region.cols));
    for (std::int64_t row = region.row; row < region.row + region.rows; ++row)
        for (std::int64_t col = region.col; col < region.col + region.cols; ++col) {
            const Tile* tile = state.deep.tiles.find(tile_with({row, col}));
            if (tile == nullptr || !tile->is_exact()) return {};
            const Overview& entries = *tile->blocks;
            values.push_back(
                entries.min[std::size_t((row & (tile_side - 1)) * entries.shape.cols + (col & (tile_side - 1)))]);
        }
    return values;
}

std::optional<double> deep_entry(const State& state, Cell cell) {
    const auto& matrix = current_type(state).matrix;
    if (matrix.reference != nullptr) {
        const Inputs inputs = state.data.now.question.inputs();
        return matrix.reference(problem_of(inputs, LinearMemory{}), cell.row, cell.col);
    }
    const Cell place = place_of(shown_order(state), cell);
    const std::vector<float> value = deep_entries(state, {place.row, place.col, 1, 1});
    return value.empty() ? std::nullopt : std::optional(double(value.front()));
}

} // namespace pairscope::app
