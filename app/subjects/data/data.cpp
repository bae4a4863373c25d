// SPDX-License-Identifier: MIT
#include "app/subjects/data/data.h"

#include "app/spine/files/paths.h"
#include "app/spine/jobs.h"
#include "app/spine/state.h"
#include "app/spine/update/undo.h"
#include "app/spine/update/update.h"
#include "app/subjects/data/open_texts.h"
#include "app/subjects/ladder/ladder.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "kernels/data/errors.h"
#include "kernels/data/vectors.h"
#include "kernels/matrix/unstored/blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pairscope::app {
namespace {

constexpr std::size_t most_recent = 10; // files

/// Have both the same shape, or the same columns of the same files? Their settings may differ.
bool same_thing(const DataSource& a, const DataSource& b) {
    if (a.index() != b.index()) return false;
    if (const auto* shape = std::get_if<GeneratorSettings>(&a))
        return shape->shape == std::get<GeneratorSettings>(b).shape;
    if (const auto* file = std::get_if<FileSource>(&a))
        return file->path == std::get<FileSource>(b).path && file->columns == std::get<FileSource>(b).columns;
    const auto &one = std::get<VectorSource>(a), &other = std::get<VectorSource>(b);
    return one.a == other.a && one.b == other.b && one.preset == other.preset && one.columns == other.columns &&
           one.label == other.label;
}

/// A slider on its way makes many sources: together they are one step of undo, back to where it started.
bool continues(const DataState& data, const DataSnapshot& next) {
    if (data.now.edited || data.undo.empty() || data.undo.back().edited) return false;
    if (is_of_view(data.undo.back(), data.now)) return false;
    const auto alike = [&](const DataSnapshot& earlier) {
        return earlier.question.workload == next.question.workload && same_thing(earlier.source, next.source) &&
               tracks_chosen(earlier.source) == tracks_chosen(next.source); // no slider chooses these
    };
    return alike(data.now) && alike(data.undo.back());
}

/// So does the slider of a parameter: was it this one that changed last?
bool continues(const DataState& data, std::size_t parameter) {
    if (data.undo.empty() || is_of_view(data.undo.back(), data.now)) return false;
    const Question &before = data.undo.back().question, &now = data.now.question;
    if (before.workload != now.workload || before.first != now.first || before.second != now.second) return false;
    for (std::size_t i = 0; i < now.parameters.size(); ++i)
        if ((before.parameters[i] != now.parameters[i]) != (i == parameter)) return false;
    return true;
}

std::string name_of_files(const DataSource& source, const WorkloadType& type) {
    if (const auto* file = std::get_if<FileSource>(&source)) return file->path.filename().string();
    const auto* vectors = std::get_if<VectorSource>(&source);
    if (is_of_example_files(source, type)) return std::string(type.example_files.title);
    if (vectors != nullptr && !vectors->preset.empty())
        return fmt::format("the preset {} of {}", vectors->preset, type.title);
    if (vectors == nullptr || vectors->a.empty()) return fmt::format("the example of {}", type.title);
    return vectors->a.filename().string();
}

void forget_request(State& state, Effects& effects) {
    ++state.data.request;
    state.data.loading.reset();
    effects.cancel_loading = true;
}

/// Unless a user asks for another number, all rows of a file are opened. Files that come with the program show how
/// kernels behave: of these, as many as there are now, and at least as many as the window begins with.
FileSource whole_file(const State& state, const std::filesystem::path& path, const std::optional<std::int64_t>& asked) {
    FileSource source{.path = path, .columns = {}};
    const std::int64_t usual = usual_rows(state.run);
    const auto& first = state.data.now.question.first;
    source.n = asked.value_or(first && first->rows <= max_stored_rows ? std::max(first->rows, usual) : usual);
    source.whole = !asked && !is_shipped(path);
    return source;
}

/// A file that is read for the first time may hold anything, unless the user said what, or which columns are
/// coordinates. Other options say nothing about what it holds.
bool may_be_distances(const job::Load& load) {
    const auto* file = std::get_if<FileSource>(&load.source);
    return file != nullptr && !load.table && file->as == ReadAs::proposed && file->columns.x.empty() &&
           file->columns.y.empty();
}

void post_load(State& state, job::Load load, Effects& effects) {
    load.may_be_distances = may_be_distances(load);
    settle_all(state, Topic::points);
    state.data.loading = name_of_files(load.source, type_of(load.workload));
    load.request = state.data.request;
    effects.files.emplace_back(std::move(load));
}

void generate_points(State& state, const GeneratorSettings& settings, const WorkloadType& type,
                     const std::vector<double>& parameters) {
    if (!takes_points(type)) {
        notify(state, Severity::error,
               fmt::format("Points cannot be generated for the workload {}, which needs {}. Open a file of vectors.",
                           type.title, set_name(type, 0)),
               {Topic::points, {}});
        return;
    }
    try {
        DataSnapshot next{.source = settings, .table = nullptr, .question = {.workload = type.id}};
        next.question.parameters = parameters;
        next.question.first = std::make_shared<const Dataset>(generate(settings));
        set_dataset(state, std::move(next));
    } catch (const InputError& error) {
        notify(state, Severity::error, error.what(), {Topic::points, {}});
    }
}

} // namespace

void have_read(State& state, const DataSource& source, std::string_view workload, Effects& effects) {
    want_other_measurements(state, effects);
    forget_request(state, effects);
    post_load(state, {.source = source, .workload = workload, .table = nullptr, .parameters = {}}, effects);
}

void make_points(State& state, const GeneratorSettings& settings, const WorkloadType& type,
                 const std::vector<double>& parameters, Effects& effects) {
    want_other_measurements(state, effects);
    forget_request(state, effects);
    generate_points(state, settings, type, parameters);
}

void set_source(State& state, const DataSource& source, Effects& effects,
                const std::optional<std::int64_t>& asked_rows) {
    const auto *file = std::get_if<FileSource>(&source), *open = std::get_if<FileSource>(&state.data.now.source);
    const bool same = file != nullptr && open != nullptr && open->path == file->path && state.data.now.table;
    want_other_measurements(state, effects);
    if (!same) forget_request(state, effects);
    if (const auto* settings = std::get_if<GeneratorSettings>(&source)) {
        generate_points(state, *settings, type_of(state.data.now.question.workload),
                        state.data.now.question.parameters);
        return;
    }
    post_load(state,
              {.source = source,
               .workload = state.data.now.question.workload,
               .table = same ? state.data.now.table : nullptr,
               .asked_rows = asked_rows,
               .parameters = {},
               .files = same ? state.data.now.files : std::vector<InputFile>()},
              effects);
}

void set_source(State& state, const command::SetSource& asked, Effects& effects) {
    set_source(state, asked.source, effects, asked.asked_rows);
    auto* load = effects.files.empty() ? nullptr : effects.files.back().what.as<job::Load>();
    if (load == nullptr) return;
    load->may_be_distances |= asked.may_be_distances;
    if (!asked.files.empty()) load->files = asked.files;
}

std::optional<DataSource> source_of_first(const DataSnapshot& data, std::int64_t rows) {
    if (!data.question.first || data.question.first->holds_distances) return {};
    DataSource source = data.source;
    if (auto* file = std::get_if<FileSource>(&source)) {
        if (!data.table || data.table->rows < rows) return {};
        file->n = rows;
        file->whole = false;
    } else if (auto* settings = std::get_if<GeneratorSettings>(&source)) {
        settings->n = rows;
    } else if (auto* vectors = std::get_if<VectorSource>(&source)) {
        if (!vectors->a.empty() && std::min(data.question.first->rows, data.question.across().rows) < rows) return {};
        vectors->n = rows;
        if (data.question.second) vectors->m = rows;
    }
    return source;
}

FirstRows first_rows_of(const Question& question, std::int64_t rows) {
    const auto first = [rows](const std::shared_ptr<const Dataset>& set) -> std::shared_ptr<const Dataset> {
        if (set->rows <= rows) return set;
        Dataset part = first_rows(*set, rows);
        if (set->original) part.original = std::make_shared<const Dataset>(first_rows(*set->original, rows));
        return std::make_shared<const Dataset>(std::move(part));
    };
    FirstRows part{.first = first(question.first), .second = nullptr};
    if (question.second) part.second = question.second == question.first ? part.first : first(question.second);
    return part;
}

void limit_measured(DataSnapshot& data, const RunState& run) {
    data.measured.reset();
    const WorkloadType& type = type_of(data.question.workload);
    if (!data.question.first || !has_blocks(type)) return;
    const std::int64_t rows = std::max(data.question.first->rows, data.question.across().rows);
    const auto* file = std::get_if<FileSource>(&data.source);
    const bool is_asked = file == nullptr || !file->whole;
    const bool can_be_stored = type.output != OutputKind::matrix || rows <= max_stored_rows;
    if (rows > usual_rows(run) && !(is_asked && can_be_stored))
        data.measured = first_rows_of(data.question, usual_rows(run));
}

void set_dataset(State& state, DataSnapshot data) {
    limit_measured(data, state.run);
    const Question &before = state.data.now.question, &next = data.question;
    const bool other = before.workload != next.workload;
    if (before.first && !continues(state.data, data)) remember(state);
    const bool same_size = !other && before.first && before.first->rows == next.first->rows;
    if (!before.first || before.first->dims != next.first->dims) state.view.scatter.fit = true;
    if (other) note_leaving(state.data);
    state.data.now = std::move(data);
    select_variant_of_workload(state);
    state.data.dragging = false;
    state.data.selected.clear();
    ++state.data.revision;
    state.view.hovered.reset();
    state.view.pinned.reset();
    state.view.marked.reset();
    if (!same_size) {
        state.view.fit = true;
        state.view.drawn_zoom = 0.0;
    }
    use_asked_view(state);
}

void remember_recent(DataState& data, const std::filesystem::path& as_given) {
    std::error_code ignored;
    std::filesystem::path path = std::filesystem::absolute(as_given, ignored); // it may be opened from another folder
    if (ignored) path = as_given;
    std::erase(data.recent, path);
    data.recent.insert(data.recent.begin(), path);
    if (data.recent.size() > most_recent) data.recent.resize(most_recent);
}

namespace command {

void carry_out(const SetSource& c, State& state, Effects& effects) { set_source(state, c, effects); }
/// Starts to read a recording, a table of points, or the file of one of the workload's sets.
void carry_out(const OpenFile& open, State& state, Effects& effects) {
    const std::filesystem::path& path = open.file.path;
    if (open.file.is(FileFormat::recording)) { // where nobody has looked yet, the worker looks
        effects.files.emplace_back(job::OpenRecording{
            .path = path, .follow = true, .with_data = true, .files = files_of(state.data.now.source)});
        return;
    }
    const WorkloadType& type = type_of(state.data.now.question.workload);
    if (type.inputs.takes_distances) { // other files hold points, as far as is known before they are read
        have_read(state, whole_file(state, path, open.rows), workload_of_points().id, effects);
    } else if (!takes_points(type)) {
        VectorSource source{.a = path, .b = {}, .n = {}, .m = {}};
        const auto* now = std::get_if<VectorSource>(&state.data.now.source);
        if (open.set == 1 && now != nullptr) {
            source = {.a = now->a, .b = path, .n = now->n, .m = {}};
            source.columns = now->columns;
            source.label = now->label;
        }
        set_source(state, source, effects);
    } else {
        // The file is read even if it is open: it may have changed, and its columns and labels are proposed anew.
        have_read(state, whole_file(state, path, open.rows), type.id, effects);
    }
    if (auto* load = effects.files.back().what.as<job::Load>()) {
        load->may_be_recording = load->may_be_distances = open.set == 0;
        load->files = {open.file};
    }
}
/// Does nothing if there is no such workload, or if it is already selected.
void carry_out(const ChooseWorkload& c, State& state, Effects& effects) {
    const WorkloadType* type = find_workload(c.id);
    if (type == nullptr || (type->id == state.data.now.question.workload && !state.data.loading)) return;
    want_other_measurements(state, effects);
    forget_request(state, effects);
    if (type->id == state.data.now.question.workload) return; // another one was about to begin
    note_leaving(state.data);
    NextData next = data_for(state, *type);
    if (next.ready)
        set_dataset(state, *std::move(next.ready));
    else
        have_read(state, next.to_read, type->id, effects);
    if (!next.warning.empty()) notify(state, Severity::warning, next.warning);
}
void carry_out(const AskAboutVectors& asked, State& state, Effects& effects) {
    const WorkloadType* type = find_workload(asked.workload);
    if (type == nullptr) return;
    have_read(state, asked.source, type->id, effects);
    effects.files.back().what.get<job::Load>().may_be_recording = asked.may_be_recording;
}
/// Asks about the places of now by great-circle distances. Does nothing unless that is offered.
void carry_out(const MeasureInKilometres&, State& state, Effects& effects) {
    const WorkloadType* type = workload_of_metric(Metric::great_circle);
    if (type == nullptr || !offers_kilometres(state)) return;
    want_other_measurements(state, effects);
    forget_request(state, effects);
    if (auto next = carried_over(state.data.now, *type))
        set_dataset(state, *std::move(next));
    else if (const std::string reason = why_not_in_kilometres(state.data.now); !reason.empty())
        notify(state, Severity::error, reason, {Topic::points, {}});
}
void carry_out(const SetParameter& change, State& state, Effects& effects) {
    const WorkloadType& type = type_of(state.data.now.question.workload);
    if (change.index >= type.parameters.size() || !std::isfinite(change.value)) return;
    const ParameterRule& rule = type.parameters[change.index];
    const double asked = rule.is_whole ? std::round(change.value) : change.value;
    const double value = std::clamp(asked, rule.least, rule.most);
    if (state.data.now.question.parameters[change.index] == value) return;
    if (!continues(state.data, change.index)) remember(state);
    state.data.now.question.parameters[change.index] = value;
    ++state.data.revision;
    want_other_measurements(state, effects);
}
void carry_out(const ForgetRecent& c, State& state, Effects&) { std::erase(state.data.recent, c.path); }

} // namespace command

namespace event {

void take(const Loaded& loaded, State& state) {
    if (loaded.request != state.data.request) return;
    state.data.loading.reset();
    DataSnapshot data = loaded.data;
    if (loaded.parameters)
        data.question.parameters = *loaded.parameters;
    else if (data.question.workload == state.data.now.question.workload)
        data.question.parameters = state.data.now.question.parameters; // they may have changed while the file was read
    else
        data.question.parameters = usual_parameters(type_of(data.question.workload));
    if (loaded.view) state.view.asked = loaded.view;
    set_dataset(state, std::move(data));
    if (loaded.second) use_second(state, *loaded.second);
    for (const auto& path : files_of(loaded.data.source)) remember_recent(state.data, path);
    const Question& question = loaded.data.question;
    const auto other = question.second == question.first ? nullptr : question.second; // one file for both is told once
    for (const auto& set : {question.first, other})
        if (set && !set->note.empty()) notify(state, Severity::info, fmt::format("{}: {}", set->name, set->note));
    for (const std::string& remark : loaded.remarks) notify(state, Severity::info, remark);
}

void take_failure(const Loaded& loaded, const Failure& failure, State& state) {
    if (loaded.request != state.data.request) return;
    state.data.loading.reset();
    if (failure.question) {
        state.data.asked_reading = failure.question;
        state.look.dialog = Dialog::reading;
        return;
    }
    notify(state, Severity::error, failure.message, {Topic::points, {}});
}

} // namespace event

} // namespace pairscope::app
