// SPDX-License-Identifier: MIT
#include "app/cli/options/data_options.h"

#include "app/chart/number_text.h"
#include "app/cli/options/data_refusals.h"
#include "app/cli/options/option_values.h"
#include "app/cli/reports/output.h"
#include "app/spine/commands.h"
#include "app/spine/files/paths.h"
#include "app/spine/state.h"
#include "app/subjects/data/data.h"
#include "app/subjects/data/load_points.h"
#include "app/subjects/data/load_sets.h"
#include "kernels/data/columns/column_names.h"
#include "kernels/data/columns/column_roles.h"
#include "kernels/data/columns/place_columns.h"
#include "kernels/data/errors.h"
#include "kernels/data/globe.h"
#include "kernels/data/readable.h"
#include "kernels/data/text.h"
#include "kernels/data/vectors.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>

namespace pairscope::cli {
namespace {

const WorkloadType& type_asked(const DataOptions& options) {
    return options.workload.empty() ? workload_types().front() : type_of(options.workload);
}

void refuse_parameters_of_others(const DataOptions& options, std::string_view what,
                                 std::span<const ShapeParameter> known) {
    for (const auto& [name, value] : options.parameters) {
        const bool has_it = std::ranges::any_of(known, [&](const ShapeParameter& p) { return p.name == name; }) ||
                            has_parameter(type_asked(options), name);
        if (!value || has_it) continue;
        std::vector<std::string_view> names;
        for (const ShapeParameter& parameter : known) names.push_back(parameter.name);
        throw InputError(fmt::format("{} has no parameter {}; {}", what, name,
                                     names.empty() ? "give a shape that has it with --shape"
                                                   : fmt::format("it has {}", fmt::join(names, ", "))));
    }
}

/// What belongs to files makes no sense with a shape, and the other way round.
void check_together(const DataOptions& options) {
    if (options.shape.empty()) {
        if (options.seed) throw InputError("--seed belongs to generated points: give a shape with --shape");
        refuse_parameters_of_others(options, "a file", {});
    } else {
        if (!options.points.empty())
            throw InputError(fmt::format("there are both --points {} and --shape {}: give one of them", options.points,
                                         options.shape));
        if (!options.files.empty())
            throw InputError(fmt::format("there are both a file, {}, and --shape {}: give one of them",
                                         options.files.front(), options.shape));
        if (!options.x.empty() || !options.y.empty() || !options.label.empty() || !options.order.empty())
            throw InputError("--x, --y, --label and --order belong to files, not to --shape");
        if (names_places(options)) throw InputError("--longitude and --latitude belong to files, not to --shape");
        if (!options.columns.empty() || options.standardise || options.origin != app::OriginChoice::fitting)
            throw InputError("--columns, --standardise and --origin belong to files, not to --shape");
    }
    if (!options.points.empty() && !options.files.empty())
        throw InputError(fmt::format("there are both a file, {}, and --points {}: give one of them",
                                     options.files.front(), options.points));
}

void refuse_equal(const std::string& x, const std::string& y) {
    if (!x.empty() && x == y)
        throw InputError(fmt::format("column {} was named twice: name each column once", excerpt(x)));
}

LoadedData generated(const GeneratorSettings& settings) {
    return {.source = settings,
            .table = nullptr,
            .question = {.first = std::make_shared<const Dataset>(generate(settings))}};
}

ColumnChoice columns_of(const DataOptions& options, const Table& table) {
    const ColumnChoice asked = cli::columns_of(options);
    ColumnChoice choice;
    if (asked.x.empty() || asked.y.empty()) choice = app::usual_columns(type_asked(options).metric, table, asked.label);
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
void say_columns(const DataOptions& options, const Table& table, const std::filesystem::path& path) {
    if (!options.x.empty() || !options.y.empty() || !options.columns.empty() || options.told) return;
    if (table.recorded) return;
    if (names_places(options) || type_asked(options).metric == Metric::great_circle) return; // load() names the columns
    const std::optional<std::string> label = options.label.empty() ? std::nullopt : std::optional(options.label);
    const ColumnChoice choice = likely_columns(table, label);
    const std::ptrdiff_t usable = std::ssize(proposed_columns(table)); // as the window counts them: without identifiers
    if (usable <= 2 || means_x(choice.x) || means_longitude(choice.x)) return;
    std::string text = fmt::format("{}: x is {}, y is {}, and {} of numbers {} not used; --x and --y choose others",
                                   table.name, excerpt(choice.x), excerpt(choice.y),
                                   counted(usable - 2, "other column"), usable == 3 ? "is" : "are");
    if (const std::string all = options_for_vectors(type_asked(options), usable, path); !all.empty())
        text += fmt::format("; {} takes all {} as the coordinates of vectors", all, counted(usable, "column"));
    say(text);
}

LoadedData read_file(const DataOptions& options) {
    app::FileSource source;
    source.reader = options.reader;
    if (!options.points.empty())
        source.path = options.points;
    else
        source.path = options.files.empty() ? app::default_dataset() : std::filesystem::path(options.files.front());
    const InputFile file = look_at_file(options, source.path);
    source.order = order_of(options).value_or(options.keeps_order ? Order::as_loaded : app::usual_order(file));
    const auto table = options.table ? options.table : std::make_shared<const Table>(app::load_points(file));
    source.columns = columns_of(options, *table);
    say_columns(options, *table, source.path);
    const bool takes_all = options.whole_file || table->recorded;
    const std::int64_t asked = options.n.value_or(takes_all ? table->rows : source.n);
    source.n = std::min(asked, table->rows);
    if (options.n && asked > table->rows)
        say(fmt::format("--n is larger than the table: {} has only {}, and all of them are used", table->name,
                        counted(table->rows, "row")));
    auto dataset = std::make_shared<const Dataset>(app::points_from(*table, source.columns, source.n, source.order));
    return {.source = std::move(source), .table = table, .question = {.first = std::move(dataset)}};
}

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
    }
    return values;
}

/// The files of the two sets; the second one is empty where one file has both.
std::pair<std::string, std::string> files_of(const DataOptions& options, const WorkloadType& type) {
    const std::string file = file_of_points(options);
    if (!file.empty() && !options.a.empty())
        throw InputError(fmt::format("there are both a file, {}, and --a {}: give one of them", file, options.a));
    if (type.inputs.sets == 1 && !options.b.empty())
        throw InputError(fmt::format("{} asks about one set: leave --b out", type.id));
    if (options.a.empty() && !options.b.empty())
        throw InputError(fmt::format("there is --b {} without --a: give both, or one file that is split", options.b));
    return {options.a.empty() ? file : options.a, options.b};
}

LoadedData load_sets(const DataOptions& options, const app::VectorSource& source, const WorkloadType& type) {
    app::LoadedSets sets = options.given
                               ? app::rows_of_distances(options.given, source.n)
                               : app::load_sets(type, source, {},
                                                {.table = options.table.get(),
                                                 .rows = options.whole_file ? app::Rows::all : app::Rows::stored,
                                                 .files = options.looked_at});
    const bool is_one_file = !source.a.empty() && source.b.empty() && sets.second;
    // A recording that has fewer rows is no reason to stop: a remark says it.
    if (is_one_file && sets.remarks.empty() && source.m && *source.m > sets.second->rows)
        throw InputError(fmt::format("--m is {}, but {} has {} left after those of the first set: choose from 1 to {}",
                                     app::grouped(*source.m), sets.second->name, counted(sets.second->rows, "row"),
                                     app::grouped(sets.second->rows)));
    for (const std::string& remark : sets.remarks) say(remark);
    return {.source = source,
            .table = nullptr,
            .question = {.first = std::move(sets.first),
                         .second = std::move(sets.second),
                         .same_rows = sets.same_rows,
                         .parameters = parameters_of(options, type, sets.parameters)}};
}

} // namespace

std::optional<GeneratorSettings> generator_of(const DataOptions& options) {
    check_together(options);
    if (options.shape.empty()) return {};
    const std::optional<Shape> shape = shape_named(options.shape);
    if (!shape)
        throw InputError(
            fmt::format("there is no shape {}; choose one of {}", options.shape, fmt::join(shape_names(), ", ")));
    const std::span<const ShapeParameter> known = parameters_of(*shape);
    refuse_parameters_of_others(options, "the shape " + options.shape, known);
    GeneratorSettings settings = default_settings(*shape);
    settings.n = options.n.value_or(settings.n);
    settings.seed = options.seed.value_or(settings.seed);
    for (std::size_t i = 0; i < known.size(); ++i)
        if (const auto& value = options.parameters.at(std::string(known[i].name))) settings.parameters[i] = *value;
    return settings;
}

std::optional<app::VectorSource> vectors_of(const DataOptions& options) {
    const WorkloadType& type = type_asked(options);
    if (app::takes_points(type) && options.a.empty()) refuse_dims_of_points(options, type);
    check_sizes(options, type);
    if (app::takes_points(type) && !options.preset.empty())
        throw InputError(fmt::format("{} has no presets: leave --preset out", type.id));
    if (app::takes_points(type) && options.a.empty()) {
        if (!options.b.empty() || options.m)
            throw InputError(fmt::format("{} asks about one set: leave --b and --m out", type.id));
        if (!options.dims) return {};
    }
    refuse_options_of_points(options, type);
    if (options.m && type.inputs.sets == 1)
        throw InputError(fmt::format("{} asks about one set: leave --m out", type.id));
    const auto [a, b] = files_of(options, type);
    if (!options.preset.empty()) {
        if (!a.empty() || options.n || options.m || options.dims)
            throw InputError(fmt::format("there is --preset {} beside a file or a size: a preset has sets and sizes of "
                                         "its own, so leave the others out",
                                         options.preset));
        if (!options.columns.empty() || options.standardise || !options.label.empty() || names_places(options))
            throw InputError(
                fmt::format("there is --preset {} beside --columns, --standardise or --label, which belong to "
                            "files: leave one of them out",
                            options.preset));
        return app::VectorSource{.a = {}, .b = {}, .n = {}, .m = {}, .preset = options.preset};
    }
    VectorColumns columns{.names = columns_in(options.columns), .standardise = options.standardise};
    if (names_places(options)) columns = places_of(options);
    if (a.empty() && columns != VectorColumns{})
        throw InputError("--columns and --standardise belong to files: give one with --a");
    if (a.empty() && !options.label.empty()) throw InputError("--label belongs to files: give one with --a");
    app::VectorSource source{.a = a, .b = b, .n = {}, .m = {}, .dims = options.dims};
    source.as = options.as;
    source.symmetrise = options.symmetrise;
    source.columns = columns;
    source.label = options.label;
    source.reader = options.reader;
    if (options.as == app::ReadAs::vectors) source.as = options.as;
    source.may_shift = options.origin == app::OriginChoice::fitting;
    if (counts_coordinates(type.inputs)) {
        if (options.n) source.dims = options.n;
        return source;
    }
    source.n = options.n;
    source.m = options.m;
    if (app::takes_points(type) && a.empty() && !source.n) source.n = GeneratorSettings{}.n;
    return source;
}

ColumnChoice columns_of(const DataOptions& options) {
    ColumnChoice choice{.x = options.x,
                        .y = options.y,
                        .label = {},
                        .standardise = options.standardise,
                        .may_shift = options.origin == app::OriginChoice::fitting};
    if (!options.label.empty()) choice.label = options.label;
    if (names_places(options)) {
        const std::vector<std::string> names = places_of(options).names;
        choice.x = names[0];
        choice.y = names[1];
        choice.are_places = true;
        return choice;
    }
    if (options.columns.empty()) {
        refuse_equal(choice.x, choice.y);
        return choice;
    }
    if (!options.x.empty() || !options.y.empty())
        throw InputError(fmt::format("there are both --columns {} and --{} {}: --columns names x and y, so leave the "
                                     "other option out",
                                     options.columns, options.x.empty() ? "y" : "x",
                                     options.x.empty() ? options.y : options.x));
    const std::vector<std::string> names = columns_in(options.columns);
    if (names.size() != 2) {
        refuse_number_of_columns(options, type_asked(options), std::ssize(names));
    }
    refuse_equal(names[0], names[1]);
    choice.x = names[0];
    choice.y = names[1];
    return choice;
}

std::vector<double> parameters_of(const DataOptions& options) {
    const WorkloadType& type = type_asked(options);
    const std::optional<app::VectorSource> vectors = vectors_of(options);
    return parameters_of(options, type,
                         vectors ? app::recorded_parameters(type, look_at_file(options, vectors->a)) : std::nullopt);
}

std::optional<Order> order_of(const DataOptions& options) {
    if (options.order.empty()) return {};
    const std::optional<Order> order = order_named(options.order);
    if (!order)
        throw InputError(
            fmt::format("there is no order {}; choose one of as_loaded, by_x, by_y, hilbert", options.order));
    return order;
}

namespace {

/// Those of the recording whose points are read; absent: they come from elsewhere.
std::optional<std::vector<double>> recorded_parameters(const LoadedData& data, const WorkloadType& type) {
    const auto* file = std::get_if<app::FileSource>(&data.source);
    if (file == nullptr || !data.table->recorded) return {};
    return app::recorded_parameters(type, file->path);
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

} // namespace

InputFile look_at_file(const DataOptions& options, const std::filesystem::path& file) {
    return look_at(app::file_among(options.looked_at, file), options.reader);
}

LoadedData load(const DataOptions& options) {
    if (options.as == app::ReadAs::matrix && !type_asked(options).inputs.takes_distances)
        throw InputError(fmt::format("--as matrix shows a table of distances, and {} computes them: leave --as out",
                                     type_asked(options).id));
    const WorkloadType& type = type_asked(options);
    if (type.inputs.takes_distances && options.origin != app::OriginChoice::fitting && !options.told)
        say("--origin is not used: nothing is subtracted from distances that are given");
    const std::optional<app::VectorSource> vectors = vectors_of(options);
    const std::optional<GeneratorSettings> settings = vectors ? std::nullopt : generator_of(options);
    LoadedData data = vectors    ? load_sets(options, *vectors, type)
                      : settings ? generated(*settings)
                                 : read_file(options);
    data.question.workload = type.id;
    const bool is_one_set = data.question.second == data.question.first;
    data.question.first = as_needed_by(type, data.question.first);
    data.question.second = is_one_set ? data.question.first : as_needed_by(type, data.question.second);
    if (!vectors) data.question.parameters = parameters_of(options, type, recorded_parameters(data, type));
    for (const auto& set : {data.question.first, data.question.second})
        if (const std::string reason = set ? why_not_asked(*set, type) : ""; !reason.empty()) throw InputError(reason);
    if (!options.told) say_notes(data, type.metric);
    return data;
}

std::vector<LoadedData> load_each(const DataOptions& options) {
    std::vector<LoadedData> loaded;
    if (options.sizes.empty()) {
        loaded.push_back(load(options));
        return loaded;
    }
    DataOptions one = options;
    one.told = true; // below, and not once for each size
    const InputRule& rule = type_asked(options).inputs;
    for (std::size_t i = 0; i < options.sizes.size(); ++i) {
        const std::int64_t n = options.sizes[i];
        one.n = n;
        if (!options.dims_of_sizes.empty()) one.dims = options.dims_of_sizes[i % options.dims_of_sizes.size()];
        // The sizes of two sets differ, so that rows and columns cannot be mixed up unnoticed.
        const bool is_example = options.a.empty() && options.points.empty() && options.files.empty();
        if (is_example && options.sizes.size() > 1 && !options.m && rule.sets == 2 && !counts_coordinates(rule))
            one.m = n / 2 + 1;
        const auto has = [](std::int64_t size) { return [size](const LoadedData& data) { return data.n() == size; }; };
        if (std::ranges::any_of(loaded, has(n))) continue;
        LoadedData data = load(one);
        data.table.reset(); // a large file's would be there once a size
        if (std::ranges::none_of(loaded, has(data.n()))) loaded.push_back(std::move(data));
    }
    const auto size_of = [](const LoadedData& data) { return data.n(); };
    if (!options.told) say_notes(*std::ranges::max_element(loaded, {}, size_of), type_asked(options).metric);
    return loaded;
}

} // namespace pairscope::cli
