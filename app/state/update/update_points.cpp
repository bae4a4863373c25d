// SPDX-License-Identifier: MIT
#include "app/state/update/update_points.h"

#include "app/state/update/undo.h"
#include "app/state/update/update_runs.h"
#include "kernels/core/errors.h"
#include "profiling/recording/file.h"

#include <algorithm>
#include <utility>

namespace pairscope::app {
namespace {

constexpr std::size_t most_recent = 10; // files

/// The same shape, or the same file, perhaps with other settings.
bool same_thing(const DataSource& a, const DataSource& b) {
    if (a.index() != b.index()) return false;
    if (const auto* shape = std::get_if<GeneratorSettings>(&a))
        return shape->shape == std::get<GeneratorSettings>(b).shape;
    return std::get<FileSource>(a).path == std::get<FileSource>(b).path;
}

/// A slider on its way makes many sources: together they are one step of undo, back to where it started.
bool continues(const DataState& data, const DataSource& next) {
    return !data.now.edited && !data.undo.empty() && !data.undo.back().edited && same_thing(data.now.source, next) &&
           same_thing(data.undo.back().source, next);
}

} // namespace

void set_source(State& state, const DataSource& source, Effects& effects) {
    const auto *file = std::get_if<FileSource>(&source), *open = std::get_if<FileSource>(&state.data.now.source);
    const bool same = file != nullptr && open != nullptr && open->path == file->path && state.data.now.table;
    want_other_measurements(state, effects);
    if (!same) {
        ++state.data.request;
        state.data.loading.reset();
        effects.cancel_loading = true;
    }
    if (file == nullptr) {
        try {
            auto made = std::make_shared<const Dataset>(generate(std::get<GeneratorSettings>(source)));
            set_dataset(state, {source, nullptr, std::move(made)});
        } catch (const InputError& error) {
            notify(state, Severity::error, error.what(), {Topic::points, {}});
        }
        return;
    }
    settle_all(state, Topic::points);
    state.data.loading = file->path.filename().string();
    effects.files.emplace_back(
        job::Load{.source = *file, .table = same ? state.data.now.table : nullptr, .request = state.data.request});
}

void open_file(State& state, const std::filesystem::path& path, Effects& effects) {
    if (path.extension() == profiling::recording_ending) {
        effects.files.emplace_back(job::OpenRecording{path});
        return;
    }
    constexpr std::int64_t least = 2048;
    const std::int64_t n = state.data.now.dataset ? state.data.now.dataset->rows : least;
    set_source(state, FileSource{.path = path, .columns = {}, .n = std::max(n, least), .order = Order::hilbert},
               effects);
    if (auto* load = std::get_if<job::Load>(&effects.files.back())) load->may_be_recording = true;
}

void set_dataset(State& state, DataSnapshot data) {
    if (state.data.now.dataset && !continues(state.data, data.source)) remember(state.data);
    const bool same_size = state.data.now.dataset && state.data.now.dataset->rows == data.dataset->rows;
    state.data.now = std::move(data);
    state.data.dragging = false;
    state.data.selected.clear();
    ++state.data.revision;
    state.view.hovered.reset();
    state.view.pinned.reset();
    state.view.marked.reset();
    if (!same_size) state.view.fit = true;
}

void remember_recent(DataState& data, const std::filesystem::path& path) {
    std::erase(data.recent, path);
    data.recent.insert(data.recent.begin(), path);
    if (data.recent.size() > most_recent) data.recent.resize(most_recent);
}

} // namespace pairscope::app
