// SPDX-License-Identifier: MIT
// From Data to the vectors: what is read or made, and what a user is told about it.
#include "app/cli/options/data.h"

#include "app/chart/number_text.h"
#include "app/cli/options/data_refusals.h"
#include "app/cli/reports/output.h"
#include "app/spine/commands.h"
#include "app/spine/files/paths.h"
#include "app/spine/state.h"
#include "app/subjects/data/data.h"
#include "app/subjects/data/load_points.h"
#include "app/subjects/data/load_sets.h"
#include "app/subjects/tracks/load_tracks.h"
#include "kernels/data/columns/column_names.h"
#include "kernels/data/columns/column_roles.h"
#include "kernels/data/columns/place_columns.h"
#include "kernels/data/errors.h"
#include "kernels/data/globe.h"
#include "kernels/data/readable.h"
#include "kernels/data/text.h"
#include "kernels/data/vectors.h"
#include "profiling/recording/file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace pairscope::cli {
namespace {

/// One option serves a shape and a workload whose parameters have the same name.
std::optional<double> parameter_asked(const DataOptions& options, const std::string& name) {
    for (const auto* known : {&options.parameters, &options.asked_with})
        if (const auto found = known->find(name); found != known->end()) return found->second;
    return {};
}

/// `recorded` are those of the recording that the vectors come from.
std::vector<double> parameters_of(const DataOptions& options, const WorkloadType& type,
                                  const std::optional<std::vector<double>>& recorded) {
    for (const auto& [name, value] : options.asked_with)
        if (value && !has_parameter(type, name))
            throw InputError(fmt::format("{} has no parameter {}: leave --{} out", type.id, name, name));
    std::vector<double> values = recorded.value_or(usual_parameters(type));
    for (std::size_t i = 0; i < values.size(); ++i) {
        const ParameterRule& rule = type.parameters[i];
        values[i] = parameter_asked(options, std::string(rule.name)).value_or(values[i]);
        if (values[i] < rule.least || values[i] > rule.most)
            throw InputError(
                fmt::format("--{} is {:g}: choose from {:g} to {:g}", rule.name, values[i], rule.least, rule.most));
        if (rule.is_whole && values[i] != std::floor(values[i]))
            throw InputError(fmt::format("--{} is {:g}: choose a whole number from {:g} to {:g}", rule.name, values[i],
                                         rule.least, rule.most));
    }
    return values;
}

LoadedData load_source(const Data&, const GeneratorSettings& settings) {
    return {.source = settings,
            .table = nullptr,
            .question = {.first = std::make_shared<const Dataset>(generate(settings))}};
}

/// The columns that were named, and likely ones for the others.
ColumnChoice completed(const ColumnChoice& asked, const Table& table, Metric metric) {
    ColumnChoice choice;
    if (asked.x.empty() || asked.y.empty()) choice = app::usual_columns(metric, table, asked.label);
    // A column that was named for one coordinate leaves the other likely one for the other coordinate.
    if (asked.y.empty() && asked.x == choice.y) choice.y = choice.x;
    if (asked.x.empty() && asked.y == choice.x) choice.x = choice.y;
    if (!asked.x.empty()) choice.x = asked.x;
    if (!asked.y.empty()) choice.y = asked.y;
    if (!choice.label) choice.label = likely_label(table);
    if (asked.label) choice.label = asked.label;
    choice.standardise = asked.standardise;
    choice.are_places = asked.are_places;
    choice.may_shift = asked.may_shift;
    return choice;
}

/// The options that take all columns of numbers for the coordinates of vectors: of the workload that was asked for, or
/// else of one whose matrix is as it would be of points. Empty: no workload takes so many.
std::string options_for_vectors(const WorkloadType& asked, std::int64_t dims, const std::filesystem::path& path) {
    const bool fits = dims >= asked.inputs.dims.least && dims <= asked.inputs.dims.most;
    const WorkloadType* const type = fits ? &asked : app::matrix_workload_for(dims);
    if (type == nullptr) return {};
    const std::string file = app::shell_word(shown(path));
    return fmt::format("--workload {} --a {}{}", type->id, file, type->inputs.sets == 2 ? " --b " + file : "");
}

/// Where the names of the columns do not say which two are coordinates of points, the rows may well be vectors.
void say_columns(const Data& data, const app::FileSource& asked, const Table& table) {
    if (data.told || table.recorded) return;
    if (!asked.columns.x.empty() || !asked.columns.y.empty()) return;
    if (data.type->metric == Metric::great_circle) return; // load() names the columns
    const ColumnChoice choice = likely_columns(table, asked.columns.label);
    const std::ptrdiff_t usable = std::ssize(proposed_columns(table)); // as the window counts them: without identifiers
    const bool is_named = means_x(choice.x) || means_longitude(choice.x);
    const bool is_of_user = !data.options.files.empty() || !data.options.points.empty();
    const bool are_x_and_y = is_of_user && means_x(choice.x); // other columns may be coordinates as well
    const bool says_enough = is_named && data.type->inputs.dims.most <= 2 && !data.options.all_columns && !are_x_and_y;
    if (usable <= 2 || says_enough) return;
    const std::int64_t numeric = count_numeric(table);
    const std::string others =
        fmt::format("{} of numbers {}", counted(usable - 2, "other column"), usable == 3 ? "is" : "are");
    std::string text = fmt::format("{}: x is {}, y is {}, and {} not used; --x and --y choose others", table.name,
                                   excerpt(choice.x), excerpt(choice.y), others);
    if (numeric - usable == 1)
        text = fmt::format("{}: x is {}, y is {}, {} not used, and 1 more is left out; --x and --y choose others",
                           table.name, excerpt(choice.x), excerpt(choice.y), others);
    if (numeric - usable > 1)
        text = fmt::format("{}: x is {}, y is {}, {} not used, and {} more are left out; --x and --y choose others",
                           table.name, excerpt(choice.x), excerpt(choice.y), others, numeric - usable);
    if (const std::string all = options_for_vectors(*data.type, usable, asked.path); !all.empty())
        text = fmt::format("{}; {} takes all {} as the coordinates of vectors", text, all, counted(usable, "column"));
    say(text);
}

LoadedData load_source(const Data& data, const app::FileSource& asked) {
    std::shared_ptr<const Table> table = data.table;
    std::shared_ptr<const profiling::Recording> recording;
    if (const InputFile file = look_at_file(data.options, asked.path); !table && file.is(FileFormat::recording)) {
        recording = std::make_shared<const profiling::Recording>(profiling::load_recording(file.path));
        table = std::make_shared<const Table>(app::points_of(*recording, file.path));
    } else if (!table) {
        table = std::make_shared<const Table>(app::load_points(file));
    }
    app::FileSource source = asked;
    source.columns = completed(asked.columns, *table, data.type->metric);
    say_columns(data, asked, *table);
    source.whole = false;
    const bool takes_all = data.options.whole_file || table->recorded;
    if (asked.whole && takes_all) source.n = table->rows;
    if (!asked.whole && asked.n > table->rows)
        say(fmt::format("--n is larger than the table: {} has only {}, and all of them are used", table->name,
                        counted(table->rows, "row")));
    source.n = std::min(source.n, table->rows);
    auto dataset = std::make_shared<const Dataset>(app::points_from(*table, source.columns, source.n, source.order));
    if (!data.told && asked.columns.x.empty() != asked.columns.y.empty()) // only one of them was named
        say(fmt::format("{}: x is {}, and y is {}", table->name, excerpt(source.columns.x), excerpt(source.columns.y)));
    return {
        .source = std::move(source), .table = table, .recording = recording, .question = {.first = std::move(dataset)}};
}

LoadedData load_source(const Data& data, const app::VectorSource& source) {
    const DataOptions& options = data.options;
    app::LoadedSets sets = data.given ? app::rows_of_distances(data.given, source.n)
                                      : app::load_sets(*data.type, source, {},
                                                       {.table = data.table.get(),
                                                        .rows = options.whole_file ? app::Rows::all : app::Rows::stored,
                                                        .files = options.looked_at});
    const bool is_one_file = !source.a.empty() && source.b.empty() && sets.second;
    // A recording that has fewer rows is no reason to stop: a remark says it.
    const bool is_recording = is_one_file && look_at_file(options, source.a).is(FileFormat::recording);
    if (is_one_file && !is_recording && source.m && *source.m > sets.second->rows)
        throw InputError(fmt::format("--m is {}, but {} has {} left after those of the first set: choose from 1 to {}",
                                     app::grouped(*source.m), sets.second->name, counted(sets.second->rows, "row"),
                                     app::grouped(sets.second->rows)));
    for (const std::string& remark : sets.remarks) say(remark);
    return {.source = source,
            .table = nullptr,
            .recording = std::move(sets.recording),
            .question = {.first = std::move(sets.first),
                         .second = std::move(sets.second),
                         .same_rows = sets.same_rows,
                         .parameters = parameters_of(options, *data.type, sets.parameters)}};
}

/// The parameters of the recording whose points were read; absent: the points come from elsewhere.
std::optional<std::vector<double>> recorded_parameters(const Data& data, const LoadedData& loaded) {
    const auto* file = std::get_if<app::FileSource>(&loaded.source);
    if (file == nullptr || !loaded.table->recorded) return {};
    if (loaded.recording) return app::recorded_parameters(*data.type, *loaded.recording);
    return app::recorded_parameters(*data.type, look_at_file(data.options, file->path));
}

/// What the readers passed over. Both parts of a file that was split have its note.
void say_notes(const LoadedData& data, Metric metric) {
    const Dataset& first = *data.question.first;
    if (metric == Metric::great_circle) say(fmt::format("{}: {}", first.name, place_words(first)));
    if (const std::string note = app::note_on_places(first, metric); !note.empty())
        say(fmt::format("{}: {}", first.name, note));
    const Dataset* const second = data.question.second.get();
    for (const Dataset* set : {&first, second == &first ? nullptr : second})
        if (const std::string note = set == nullptr ? "" : note_without_finite_rows(*set, metric); !note.empty())
            say(note);
    const bool two_notes = second != nullptr && !second->note.empty() && second->note != first.note;
    if (two_notes && !first.note.empty() && second->name == first.name) { // two parts of one file
        say(fmt::format("{}: first set, {}; second set, {}", first.name, first.note, second->note));
        return;
    }
    if (!first.note.empty()) say(fmt::format("{}: {}", first.name, first.note));
    if (two_notes) say(fmt::format("{}: {}", second->name, second->note));
}

/// Prepares the vectors for the workload. An example that is too small or too regular for that, as in a check of small
/// sizes, stays as it is: a variant only sees vectors.
void prepare(const Data& data, const app::DataSource& source, app::Question& question) {
    std::shared_ptr<const Dataset> first = question.first, second = question.second;
    bring_as_needed_by(*data.type, first, second);
    const auto* const vectors = std::get_if<app::VectorSource>(&source);
    const bool is_example = vectors == nullptr ? std::holds_alternative<GeneratorSettings>(source) : vectors->a.empty();
    for (const auto& set : {first, second}) {
        if (!is_example || !set || set->why_unprepared.empty()) continue;
        if (!data.told) say(fmt::format("the example is compared as it is: {}", set->why_unprepared));
        return;
    }
    question.first = std::move(first);
    question.second = std::move(second);
}

/// Reads or makes the data of one size.
LoadedData load(const Data& data, const app::DataSource& source) {
    const WorkloadType& type = *data.type;
    if (type.inputs.takes_distances && data.options.origin != app::OriginChoice::fitting && !data.told)
        say("--origin is not used: nothing is subtracted from distances that are given");
    LoadedData loaded = std::visit([&](const auto& asked) { return load_source(data, asked); }, source);
    app::Question& question = loaded.question;
    question.workload = type.id;
    prepare(data, source, question);
    if (app::is_of_points(source))
        question.parameters = parameters_of(data.options, type, recorded_parameters(data, loaded));
    for (const auto& set : {question.first, question.second})
        if (const std::string reason = set ? why_not_asked(*set, type) : ""; !reason.empty()) throw InputError(reason);
    if (!data.told) say_notes(loaded, type.metric);
    app::LoadedTracks tracks =
        app::load_tracks(loaded.source, question, {.table = loaded.table.get(), .recording = loaded.recording.get()});
    loaded.tracks = std::move(tracks.tracks);
    for (const std::string& remark : tracks.remarks)
        if (!data.told) say(remark);
    return loaded;
}

} // namespace

LoadedData load(const Data& data) { return load(data, data.sources.front()); }

std::vector<LoadedData> load_each(const Data& data) {
    std::vector<LoadedData> loaded;
    if (data.options.sizes.empty()) {
        loaded.push_back(load(data));
        return loaded;
    }
    Data one = data;
    one.told = true; // below, and not once for each size
    for (std::size_t i = 0; i < data.sources.size(); ++i) {
        const auto has = [](std::int64_t size) {
            return [size](const LoadedData& known) { return known.n() == size; };
        };
        if (std::ranges::any_of(loaded, has(data.options.sizes[i]))) continue;
        LoadedData found = load(one, data.sources[i]);
        if (found.table) one.table = std::exchange(found.table, nullptr); // the same for all sizes
        if (std::ranges::none_of(loaded, has(found.n()))) loaded.push_back(std::move(found));
    }
    const auto size_of = [](const LoadedData& known) { return known.n(); };
    if (!data.told) say_notes(*std::ranges::max_element(loaded, {}, size_of), data.type->metric);
    return loaded;
}

std::vector<double> parameters_of(const Data& data) {
    const auto* vectors = std::get_if<app::VectorSource>(&data.sources.front());
    if (vectors == nullptr) return parameters_of(data.options, *data.type, std::nullopt);
    return parameters_of(data.options, *data.type,
                         app::recorded_parameters(*data.type, look_at_file(data.options, vectors->a)));
}

} // namespace pairscope::cli
