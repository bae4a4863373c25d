// SPDX-License-Identifier: MIT
#include "app/cli/data_options.h"

#include "app/cli/option_values.h"
#include "app/cli/output.h"
#include "app/model/load_points.h"
#include "app/model/numbers.h"
#include "app/model/paths.h"
#include "kernels/core/errors.h"
#include "kernels/core/text.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>

namespace pairscope::cli {
namespace {

constexpr const char* group = "Data";

std::vector<std::string_view> shape_names() {
    std::vector<std::string_view> names;
    for (const Shape shape : shapes()) names.push_back(name_of(shape));
    return names;
}

/// "of clusters: How many clusters; ... 1 to 64", a line for every shape that has such a parameter.
std::string help_of(std::string_view name) {
    std::vector<std::string> lines;
    for (const Shape shape : shapes())
        for (const ShapeParameter& parameter : parameters_of(shape))
            if (parameter.name == name)
                lines.push_back(fmt::format("{}: {} {:g} to {:g}", name_of(shape), parameter.description, parameter.min,
                                            parameter.max));
    return fmt::format("{}", fmt::join(lines, "\n"));
}

void add_shape_parameters(CLI::App& verb, DataOptions& options) {
    for (const Shape shape : shapes())
        for (const ShapeParameter& parameter : parameters_of(shape)) options.parameters[std::string(parameter.name)];
    for (auto& [name, value] : options.parameters)
        verb.add_option("--" + name, value, help_of(name))
            ->transform(number("--" + name))
            ->group("Parameters of shapes");
}

void refuse_parameters_of_others(const DataOptions& options, std::string_view what,
                                 std::span<const ShapeParameter> known) {
    for (const auto& [name, value] : options.parameters) {
        const bool has_it = std::ranges::any_of(known, [&](const ShapeParameter& p) { return p.name == name; });
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
    }
    if (!options.points.empty() && !options.files.empty())
        throw InputError(fmt::format("there are both a file, {}, and --points {}: give one of them",
                                     options.files.front(), options.points));
}

LoadedData generated(const GeneratorSettings& settings) {
    return {.source = settings, .table = nullptr, .dataset = std::make_shared<const Dataset>(generate(settings))};
}

ColumnChoice columns_of(const DataOptions& options, const Table& table) {
    ColumnChoice choice;
    if (options.x.empty() || options.y.empty()) choice = likely_columns(table);
    if (!options.x.empty()) choice.x = options.x;
    if (!options.y.empty()) choice.y = options.y;
    if (!options.label.empty()) choice.label = options.label;
    return choice;
}

LoadedData read_file(const DataOptions& options) {
    app::FileSource source;
    if (!options.points.empty())
        source.path = options.points;
    else
        source.path = options.files.empty() ? app::default_dataset() : std::filesystem::path(options.files.front());
    source.order = order_of(options).value_or(source.order);
    const auto table = std::make_shared<const Table>(app::load_points(source.path));
    source.columns = columns_of(options, *table);
    const std::int64_t asked = options.n.value_or(source.n);
    source.n = std::min(asked, table->rows);
    if (options.n && asked > table->rows)
        say(fmt::format("--n is larger than the table: {} has only {}, and all of them are used", table->name,
                        counted(table->rows, "row")));
    auto dataset = std::make_shared<const Dataset>(dataset_from(*table, source.columns, source.n, source.order));
    return {.source = std::move(source), .table = table, .dataset = std::move(dataset)};
}

} // namespace

void add_data_options(CLI::App& verb, DataOptions& options, Files files, Sizes sizes) {
    verb.add_option(
            "FILES", options.files,
            std::string("CSV, TSV, white-space text or NumPy .npy, plain or gzipped; without one, and without --shape: "
                        "cities") +
                (files == Files::many ? ". Recordings (.pairscope) are shown beside them" : ""))
        ->type_name("")
        ->expected(0, files == Files::one ? 1 : -1);
    verb.add_option("--points", options.points, "The file of points; of a recording those that it was made with")
        ->type_name("FILE")
        ->group(group);
    verb.add_option("--shape", options.shape, fmt::format("Generate points: {}", fmt::join(shape_names(), ", ")))
        ->group(group);
    const CLI::Validator n_values = whole_number("--n", min_rows, max_rows);
    if (sizes == Sizes::one)
        verb.add_option("--n", options.n, "Number of points (for a file: use only the first N) [2048]")
            ->transform(n_values)
            ->group(group);
    else
        verb.add_option("--n", options.sizes,
                        "Number of points (for a file: use only the first N); several with commas [2048]")
            ->delimiter(',')
            ->allow_extra_args(false)
            ->transform(n_values)
            ->type_name("SIZES")
            ->group(group);
    verb.add_option("--seed", options.seed, "Seed of the random numbers for generated points [1]")
        ->transform(unsigned_number("--seed"))
        ->group(group);
    verb.add_option("--x", options.x, "Name of the file's column for x")->group(group);
    verb.add_option("--y", options.y, "Name of the file's column for y")->group(group);
    verb.add_option("--label", options.label, "Name of the file's column of labels")->group(group);
    verb.add_option("--order", options.order, "Order of a file's rows: as_loaded, by_x, by_y, hilbert [hilbert]")
        ->group(group);
    add_shape_parameters(verb, options);
}

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

std::optional<Order> order_of(const DataOptions& options) {
    if (options.order.empty()) return {};
    const std::optional<Order> order = order_named(options.order);
    if (!order)
        throw InputError(
            fmt::format("there is no order {}; choose one of as_loaded, by_x, by_y, hilbert", options.order));
    return order;
}

LoadedData load(const DataOptions& options) {
    const std::optional<GeneratorSettings> settings = generator_of(options);
    LoadedData data = settings ? generated(*settings) : read_file(options);
    if (!data.dataset->note.empty() && !options.told)
        say(fmt::format("{}: {}", data.dataset->name, data.dataset->note));
    return data;
}

std::vector<LoadedData> load_each(const DataOptions& options) {
    std::vector<LoadedData> loaded;
    if (options.sizes.empty()) {
        loaded.push_back(load(options));
        return loaded;
    }
    DataOptions one = options;
    for (const std::int64_t n : options.sizes) {
        one.n = n;
        const auto has = [](std::int64_t rows) {
            return [rows](const LoadedData& d) { return d.dataset->rows == rows; };
        };
        if (std::ranges::any_of(loaded, has(n))) continue;
        LoadedData data = load(one);
        data.table.reset(); // a large file's would be there once a size
        if (std::ranges::none_of(loaded, has(data.dataset->rows))) loaded.push_back(std::move(data));
    }
    return loaded;
}

std::string describe(std::span<const LoadedData> sizes) {
    std::vector<std::string> counts;
    for (const LoadedData& data : sizes) counts.push_back(app::grouped(data.dataset->rows));
    if (sizes.size() == 1) return describe(*sizes.front().dataset);
    return fmt::format("{}, {} points", sizes.front().dataset->name, fmt::join(counts, ", "));
}

std::string describe(const Dataset& data) { return fmt::format("{}, {}", data.name, counted(data.rows, "point")); }

} // namespace pairscope::cli
