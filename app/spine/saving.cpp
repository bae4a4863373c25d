// SPDX-License-Identifier: MIT
#include "app/spine/saving.h"

#include "app/spine/jobs.h"
#include "app/spine/state.h"
#include "app/spine/state_queries.h"
#include "app/spine/update/update.h"
#include "app/subjects/counters/counters_table.h"
#include "app/subjects/ladder/results_table.h"
#include "app/subjects/matches/match_list.h"
#include "app/subjects/matches/match_table.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "app/subjects/output/output_table.h"
#include "app/subjects/recordings/recordings.h"
#include "app/subjects/tracks/tracks.h"
#include "kernels/data/readable.h"
#include "kernels/data/save.h"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>

namespace pairscope::app {
namespace {

bool is_json(const std::filesystem::path& path) { return path.extension() == ".json"; }

/// Numbers in a file do not say themselves that they are in another order than the file that they come from.
void say_order(State& state, const std::filesystem::path& path, std::string_view what) {
    const std::string sorted = sorted_how(state.data.now.source);
    if (sorted.empty()) return;
    notify(
        state, Severity::info,
        fmt::format("The {} in {} are sorted {}, as the Data panel says. Choose \"as in the file\" there to keep the "
                    "order of the file.",
                    what, shown(path.filename()), sorted),
        {Topic::saving, path.string()});
}

bool saves_points(const Job& job) { return job.what.is<job::SavePoints>(); }

/// Where the job saves; null: it saves nothing.
const std::filesystem::path* saved_path(const Job& job) {
    return job::All::visit(job.what, [](const auto& what) -> const std::filesystem::path* {
        if constexpr (requires { what.path; } && !std::is_same_v<decltype(what), const job::OpenRecording&>)
            return &what.path;
        else
            return nullptr;
    });
}

/// The recordings that are shown, and the files of the data.
std::vector<std::filesystem::path> open_files(const State& state, bool with_data) {
    std::vector<std::filesystem::path> files;
    if (with_data) files = files_of(state.data.now.source);
    for (const ShownRecording& shown : state.recordings.shown) files.push_back(shown.path);
    return files;
}

} // namespace

void keep_open_files(State& state, Effects& effects) {
    const auto keeps = [&](const std::filesystem::path& path, bool is_of_points) {
        const std::string reason = why_not_into(path, open_files(state, !is_of_points));
        if (!reason.empty()) notify(state, Severity::error, reason, {Topic::saving, {}});
        return !reason.empty();
    };
    std::erase_if(effects.files, [&](const Job& job) {
        const std::filesystem::path* const path = saved_path(job);
        return path != nullptr && keeps(*path, saves_points(job));
    });
    if (effects.picture && keeps(effects.picture->path, false)) effects.picture.reset();
    if (effects.figure && keeps(effects.figure->path, false)) effects.figure.reset();
    if (effects.chart && keeps(effects.chart->path, false)) effects.chart.reset();
}

void save_matrix(State& state, const std::filesystem::path& path, bool as_picture, Effects& effects) {
    const KernelVariant* variant = selected_variant(state);
    const auto index = variant == nullptr ? std::nullopt : device_for(state.run, *variant);
    const MatrixShape whole = matrix_of_question(state);
    const bool fits = std::max(whole.rows, whole.cols) <= max_stored_rows;
    if (!index || !state.data.now.question.first || !fits || !why_not_now(state, *variant).empty()) {
        notify(state, Severity::error,
               fmt::format("{} was not saved: the selected variant cannot run here.", path.string()),
               {Topic::saving, {}});
        return;
    }
    say_order(state, path, "rows and columns");
    std::vector<PngText> facts = picture_facts(state);
    std::erase_if(facts, [](const PngText& fact) { return fact.keyword == order_keyword; }); // files are as loaded
    effects.files.emplace_back(job::SaveMatrix{.path = path,
                                               .question = state.data.now.question,
                                               .revision = state.data.revision,
                                               .variant = variant,
                                               .device_index = *index,
                                               .device = state.run.devices[*index],
                                               .content = wanted_content(state),
                                               .against = compared_variant(state),
                                               .as_picture = as_picture,
                                               .shown = {},
                                               .facts = std::move(facts),
                                               .colouring = {}});
}

void save_output(State& state, const std::filesystem::path& path, Effects& effects) {
    if (!output_is_current(state) || asks_for_matrix(state)) {
        notify(state, Severity::error,
               fmt::format("{} was not saved because there is no output for the current data yet. Press Space to "
                           "compute it, then save again.",
                           path.string()),
               {Topic::saving, {}});
        return;
    }
    update_matches(state); // the filter may be newer than the list
    const auto* const found = std::get_if<std::vector<FoundMatch>>(&state.output.values);
    effects.files.emplace_back(job::SaveText{path, found != nullptr ? matches_csv(state.data.now, state.matches, *found)
                                                                    : output_csv(state.output.values)});
}

void save_points(State& state, const std::filesystem::path& path, Effects& effects) {
    if (!state.data.now.question.first) return;
    say_order(state, path, "points");
    effects.files.emplace_back(job::SavePoints{path, state.data.now.question.first});
}

void save_table(const State& state, const std::filesystem::path& path, Effects& effects) {
    effects.files.emplace_back(job::SaveText{path, is_json(path) ? results_json(state) : results_csv(state)});
}

void save_counters(State& state, const std::filesystem::path& path, Effects& effects) {
    const profiling::Measurement* m = shown_run(state, recorded_run(state)).run;
    if (m == nullptr || !m->counters) {
        notify(state, Severity::error,
               fmt::format("{} was not saved because the selected variant has no counter values. The Counters panel "
                           "(key C) says why.",
                           path.string()),
               {Topic::saving, {}});
        return;
    }
    effects.files.emplace_back(job::SaveText{path, is_json(path) ? counters_json(*m) : counters_csv(*m)});
}

namespace command {

void carry_out(const SaveRecording& c, State& state, Effects& effects) {
    save_session(state, c.path, effects);
    const DataSnapshot& data = state.data.now;
    if (const std::string reason = why_no_tracks_to_record(data.question, data.tracks.get()); !reason.empty())
        notify(state, Severity::warning, reason, {Topic::saving, {}});
}
void carry_out(const SaveSession& c, State& state, Effects& effects) { save_looked_at(state, c.path, effects); }
void carry_out(const SaveFigure& c, State&, Effects& effects) { effects.figure = c; }
void carry_out(const SavePicture& c, State&, Effects& effects) { effects.picture = c; }
void carry_out(const SaveCells& c, State& state, Effects& effects) { save_matrix(state, c.path, true, effects); }
void carry_out(const SaveMatrix& c, State& state, Effects& effects) { save_matrix(state, c.path, false, effects); }
void carry_out(const SaveOutput& c, State& state, Effects& effects) { save_output(state, c.path, effects); }
void carry_out(const SavePoints& c, State& state, Effects& effects) { save_points(state, c.path, effects); }
void carry_out(const SaveTable& c, State& state, Effects& effects) { save_table(state, c.path, effects); }
void carry_out(const SaveChart& c, State&, Effects& effects) { effects.chart = c; }
void carry_out(const SaveCounters& c, State& state, Effects& effects) { save_counters(state, c.path, effects); }
void carry_out(const OpenFolder& c, State&, Effects& effects) { effects.folder = c.path; }
void carry_out(const HideSaved&, State& state, Effects&) { state.look.saved.reset(); }
void carry_out(const Copy& c, State&, Effects& effects) { effects.clipboard = c.text; }

} // namespace command

namespace event {

void take(const Saved& saved, State& state) {
    notify(state, Severity::info, fmt::format("Saved {}.", saved.path.string()), {Topic::saving, {}});
    for (const std::string& note : saved.notes)
        notify(state, Severity::info, note, {Topic::saving, saved.path.string()});
    state.look.saved = SavedFile{std::filesystem::absolute(saved.path), Clock::now()};
}

void take_failure(const Saved&, const Failure& failure, State& state) {
    state.look.saved.reset();
    notify(state, Severity::error, failure.message, {Topic::saving, {}});
}

} // namespace event

} // namespace pairscope::app
