// SPDX-License-Identifier: MIT
// From the options to Data: each refusal of options that do not go together happens here, before anything is read.
#include "app/cli/options/data.h"

#include "app/cli/options/data_refusals.h"
#include "app/cli/options/read_as.h"
#include "app/cli/options/standard_input.h"
#include "app/spine/files/paths.h"
#include "app/subjects/data/data.h"
#include "app/subjects/data/load_points.h"
#include "app/subjects/recordings/session_second.h"
#include "app/subjects/recordings/session_source.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/text.h"
#include "profiling/recording/file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

namespace pairscope::cli {
namespace {

app::TracksChoice tracks_in(const DataOptions& options) {
    return {.classes = options.classes, .columns = options.tracks, .file = options.tracks_file};
}

void refuse_parameters_of_others(const DataOptions& options, const WorkloadType& type, std::string_view what,
                                 std::span<const ShapeParameter> known) {
    for (const auto& [name, value] : options.parameters) {
        const bool has_it = std::ranges::any_of(known, [&](const ShapeParameter& p) { return p.name == name; }) ||
                            has_parameter(type, name);
        if (!value || has_it) continue;
        std::vector<std::string_view> names;
        for (const ShapeParameter& parameter : known) names.push_back(parameter.name);
        throw InputError(fmt::format("{} has no parameter {}; {}", what, name,
                                     names.empty() ? "give a shape that has it with --shape"
                                                   : fmt::format("it has {}", fmt::join(names, ", "))));
    }
}

/// What belongs to files makes no sense with a shape, and the other way round.
void check_together(const DataOptions& options, const WorkloadType& type) {
    if (options.shape.empty()) {
        if (options.seed) throw InputError("--seed belongs to generated points: give a shape with --shape");
        refuse_parameters_of_others(options, type, "a file", {});
    } else {
        if (!options.points.empty())
            throw InputError(fmt::format("there are both --points {} and --shape {}: give one of them", options.points,
                                         options.shape));
        if (!options.files.empty())
            throw InputError(fmt::format("there are both a file, {}, and --shape {}: give one of them",
                                         options.files.front(), options.shape));
        if (!options.x.empty() || !options.y.empty() || !options.label.empty() || !options.order.empty())
            throw InputError("--x, --y, --label and --order belong to files, not to --shape");
        if (!tracks_in(options).is_empty())
            throw InputError("--class, --track and --tracks belong to files, not to --shape");
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

/// The settings of --shape; absent without it.
std::optional<GeneratorSettings> generator_of(const DataOptions& options, const WorkloadType& type) {
    check_together(options, type);
    if (options.shape.empty()) return {};
    const std::optional<Shape> shape = shape_named(options.shape);
    if (!shape)
        throw InputError(
            fmt::format("there is no shape {}; choose one of {}", options.shape, fmt::join(shape_names(), ", ")));
    const std::span<const ShapeParameter> known = parameters_of(*shape);
    refuse_parameters_of_others(options, type, "the shape " + options.shape, known);
    GeneratorSettings settings = default_settings(*shape);
    settings.n = options.n.value_or(settings.n);
    settings.seed = options.seed.value_or(settings.seed);
    for (std::size_t i = 0; i < known.size(); ++i)
        if (const auto& value = options.parameters.at(std::string(known[i].name))) settings.parameters[i] = *value;
    return settings;
}

/// Does an option name points, a column of a file of points, or their order?
bool names_points(const DataOptions& options) {
    return !file_of_points(options).empty() || !options.shape.empty() || !options.x.empty() || !options.y.empty() ||
           !options.label.empty() || !options.order.empty() || !options.columns.empty() || options.standardise ||
           !tracks_in(options).is_empty() || names_places(options);
}

/// The files or the example of a workload of vectors; absent: points in the plane are asked about.
std::optional<app::VectorSource> vectors_of(const DataOptions& options, const WorkloadType& type) {
    if (app::takes_points(type) && options.a.empty()) refuse_dims_of_points(options, type);
    check_sizes(options, type);
    if (app::takes_points(type) && !options.preset.empty())
        throw InputError(fmt::format("{} has no presets: leave --preset out", type.id));
    if (app::takes_points(type) && options.a.empty()) {
        if (!options.b.empty() || options.m)
            throw InputError(fmt::format("{} asks about one set: leave --b and --m out", type.id));
        if (!options.dims && (type.example_vectors == nullptr || names_points(options))) return {};
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
        if (!tracks_in(options).is_empty())
            throw InputError(fmt::format("there is --preset {} beside --class, --track or --tracks, which belong to "
                                         "files: leave one of them out",
                                         options.preset));
        return app::VectorSource{.a = {}, .b = {}, .n = {}, .m = {}, .preset = options.preset};
    }
    VectorColumns columns{.names = columns_in(options.columns), .standardise = options.standardise};
    if (names_places(options)) columns = places_of(options);
    if (a.empty() && columns != VectorColumns{})
        throw InputError("--columns and --standardise belong to files: give one with --a");
    if (a.empty() && !options.label.empty()) throw InputError("--label belongs to files: give one with --a");
    if (a.empty() && !tracks_in(options).is_empty())
        throw InputError("--class, --track and --tracks belong to files: give one with --a");
    app::VectorSource source{.a = a, .b = b, .n = {}, .m = {}, .dims = options.dims};
    source.as = options.as;
    source.symmetrise = options.symmetrise;
    source.similarity = options.similarity;
    source.missing = options.missing;
    source.columns = columns;
    source.label = options.label;
    source.reader = options.reader;
    source.header = options.header;
    source.tracks = tracks_in(options);
    source.may_shift = options.origin == app::OriginChoice::fitting;
    source.features = options.features;
    if (counts_coordinates(type.inputs)) {
        if (options.n) source.dims = options.n;
        return source;
    }
    source.n = options.n;
    source.m = options.m;
    if (app::takes_points(type) && a.empty() && options.dims && !source.n) source.n = GeneratorSettings{}.n;
    return source;
}

/// The columns of a file of points; without names: those that likely_columns() proposes.
ColumnChoice columns_of(const DataOptions& options, const WorkloadType& type) {
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
    if (names.size() != 2) refuse_number_of_columns(type, std::ssize(names));
    refuse_equal(names[0], names[1]);
    choice.x = names[0];
    choice.y = names[1];
    return choice;
}

/// The file of points, at which nobody looks twice.
app::FileSource file_of(DataOptions& options, const WorkloadType& type) {
    app::FileSource source;
    source.reader = options.reader;
    source.header = options.header;
    source.tracks = tracks_in(options);
    const std::string named = file_of_points(options);
    source.path = named.empty() ? app::default_dataset() : std::filesystem::path(named);
    const InputFile file = look_at_file(options, source.path);
    if (std::ranges::find(options.looked_at, file.path, &InputFile::path) == options.looked_at.end())
        options.looked_at.push_back(file);
    source.order = order_of(options).value_or(options.keeps_order ? Order::as_loaded : app::usual_order(file));
    source.columns = columns_of(options, type);
    source.whole = !options.n;
    if (options.n) source.n = *options.n;
    return source;
}

app::DataSource source_of(DataOptions& options, const WorkloadType& type) {
    if (options.as == app::ReadAs::matrix && !type.inputs.takes_distances)
        throw InputError(
            fmt::format("--as matrix shows a table of distances, and {} computes them: leave --as out", type.id));
    if (std::optional<app::VectorSource> vectors = vectors_of(options, type)) return *std::move(vectors);
    if (const std::optional<GeneratorSettings> settings = generator_of(options, type)) return *settings;
    return file_of(options, type);
}

/// The workload that was named, or else that of the variants.
Data decided(Data data, const std::vector<std::string>& patterns) {
    data.type = &chosen_workload({.workload = data.options.workload, .patterns = patterns, .device = {}});
    data.options.workload = data.type->id;
    choose_sources(data);
    return data;
}

std::vector<std::string> pattern_of(const std::string& variant, const std::string& workload) {
    if (variant.empty()) return {};
    return {std::string(variant_named(variant, workload).id)};
}

/// For a verb that runs variants, the variants may name the workload, too.
Data read_for(DataOptions options, const RunOptions& run) {
    take_standard_input(options);
    options.workload = run.workload;
    return with_reading(options, run.patterns);
}

/// The files that a session reads; empty: it is none, or has its numbers itself.
std::vector<std::filesystem::path> files_of_session(const std::filesystem::path& file) {
    std::error_code unknown;
    if (!std::filesystem::is_regular_file(file, unknown) || !look_at(file).is(FileFormat::recording)) return {};
    try {
        const profiling::Recording session = profiling::load_recording(file);
        if (!session.is_session) return {};
        std::vector<std::filesystem::path> files;
        if (const auto second = app::found_second(session, file).second.other; second && !second->file.empty())
            files.push_back(second->file);
        if (!session.source) return files;
        if (const app::FoundSource found = app::found_source(*session.source, file); found.source)
            std::ranges::copy(app::files_of(*found.source), std::back_inserter(files));
        return files;
    } catch (const InputError&) {
        return {}; // who reads it says why
    }
}

} // namespace

std::vector<std::filesystem::path> input_files(const DataOptions& options) {
    std::vector<std::filesystem::path> files(options.files.begin(), options.files.end());
    for (const std::string& file : {options.points, options.a, options.b, options.tracks_file})
        if (!file.empty()) files.emplace_back(file);
    for (const app::FeatureFile& file : app::feature_files)
        if (!(options.features.*file.member).empty()) files.push_back(options.features.*file.member);
    for (std::size_t i = 0, named = files.size(); i < named; ++i)
        std::ranges::copy(files_of_session(files[i]), std::back_inserter(files));
    return files;
}

InputFile look_at_file(const DataOptions& options, const std::filesystem::path& file) {
    InputFile known = app::file_among(options.looked_at, file);
    known.header = options.header;
    return options.b.empty() ? look_at(known, options.reader) : look_at_one_of_two(known, options.reader);
}

std::optional<Order> order_of(const DataOptions& options) {
    if (options.order.empty()) return {};
    const std::optional<Order> order = order_named(options.order);
    if (!order)
        throw InputError(
            fmt::format("there is no order {}; choose one of as_loaded, by_x, by_y, hilbert", options.order));
    return order;
}

void choose_sources(Data& data, const RestOfSizes& rest) {
    data.sources.clear();
    DataOptions& options = data.options;
    if (options.sizes.empty()) {
        data.sources.push_back(source_of(options, *data.type));
        return;
    }
    const InputRule& rule = data.type->inputs;
    DataOptions one = options;
    for (std::size_t i = 0; i < options.sizes.size(); ++i) {
        const std::int64_t n = options.sizes[i];
        one.n = n;
        if (!rest.dims.empty()) one.dims = rest.dims[i % rest.dims.size()];
        // The sizes of two sets differ, so that rows and columns cannot be mixed up unnoticed.
        const bool is_example = options.a.empty() && options.points.empty() && options.files.empty();
        if (is_example && options.sizes.size() > 1 && !options.m && rule.sets == 2 && !counts_coordinates(rule))
            one.m = rest.second_rows.empty() ? n / 2 + 1 : rest.second_rows[i];
        data.sources.push_back(source_of(one, *data.type));
    }
    options.looked_at = std::move(one.looked_at);
}

Data data_of(const DataOptions& options, const std::string& variant) {
    take_standard_input(options);
    const std::vector<std::string> patterns = pattern_of(variant, options.workload);
    return decided(with_reading(options, patterns), patterns);
}

Data unread_data_of(const DataOptions& options, const std::string& variant) {
    return decided({.options = options}, pattern_of(variant, options.workload));
}

Data data_for(const DataOptions& options, const RunOptions& run) {
    return decided(read_for(options, run), run.patterns);
}

Data data_to_measure(const DataOptions& options, const RunOptions& run) {
    Data data = read_for(options, run);
    refuse_given_distances(data.options);
    return decided(std::move(data), run.patterns);
}

} // namespace pairscope::cli
