// SPDX-License-Identifier: MIT
#include "app/model/update_points.h"

#include "app/model/edit_points.h"
#include "app/model/update_runs.h"
#include "kernels/core/errors.h"
#include "profiling/recording/file.h"

#include <algorithm>
#include <utility>

namespace pairscope::app {

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

} // namespace pairscope::app
