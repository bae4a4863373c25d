// SPDX-License-Identifier: MIT
// The options themselves: their names, their help and which texts they take.
#include "app/cli/options/data_options.h"
#include "app/cli/options/option_values.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace pairscope::cli {
namespace {

constexpr const char* data_group = "Data";

/// "clusters: The number of clusters. ... Choose from 1 to 64 [8]", one line for each shape with such a parameter.
std::string help_of(std::string_view name) {
    std::vector<std::string> lines;
    for (const Shape shape : shapes())
        for (const ShapeParameter& parameter : parameters_of(shape))
            if (parameter.name == name)
                lines.push_back(fmt::format("{}: {} Choose from {:g} to {:g} [{:g}]", name_of(shape),
                                            parameter.description, parameter.min, parameter.max, parameter.initial));
    return fmt::format("{}", fmt::join(lines, "\n"));
}

void add_shape_parameters(CLI::App& verb, DataOptions& options) {
    for (const Shape shape : shapes())
        for (const ShapeParameter& parameter : parameters_of(shape)) options.parameters[std::string(parameter.name)];
    for (auto& [name, value] : options.parameters) {
        if (verb.get_option_no_throw("--" + name) != nullptr) continue; // the verb itself has one of that name
        verb.add_option("--" + name, value, help_of(name))
            ->transform(number("--" + name))
            ->group("Parameters of shapes");
    }
}

/// An option for each parameter of each workload.
void add_workload_parameters(CLI::App& verb, DataOptions& options) {
    for (const WorkloadType& type : workload_types())
        for (const ParameterRule& rule : type.parameters) options.asked_with[std::string(rule.name)];
    for (auto& [name, value] : options.asked_with) {
        if (verb.get_option_no_throw("--" + name) != nullptr) continue; // a shape has one of that name
        std::vector<std::string> lines;
        for (const WorkloadType& type : workload_types())
            for (const ParameterRule& rule : type.parameters)
                if (rule.name == name)
                    lines.push_back(fmt::format("{}: {}, {:g} to {:g} [{:g}]", type.id, rule.title, rule.least,
                                                rule.most, rule.usual));
        verb.add_option("--" + name, value, fmt::format("{}", fmt::join(lines, "\n")))
            ->transform(number("--" + name))
            ->group("Parameters of workloads");
    }
}

/// What is used without --n.
std::string_view usual_n(const CLI::App& verb, Files files) {
    if (files == Files::many) return "all rows of a file, else as many as the window begins with";
    if (verb.get_name() == "neighbours" || verb.get_name() == "pairs")
        return "all rows of a file, 2048 generated points, or the published number for the example";
    if (verb.get_name() == "render")
        return "all rows of a file (2048 of a file of points with --cells, --errors, --difference or --variant), 2048 "
               "generated points, or the published number for the example";
    if (verb.get_name() == "check")
        return "the sizes below; with FILE or --shape 2048 points, with --a all vectors of the file";
    return "2048 points, all vectors of a file, or the published number for the example";
}

/// A file of data may be "-", which is standard input.
std::string what_files_are(Files files) {
    const std::string formats = "CSV, TSV, white-space text or NumPy .npy and .npz, plain or gzipped";
    switch (files) {
    case Files::one:
        return fmt::format("Data: {}, or - for standard input [cities, or the example of the workload]", formats);
    case Files::two:
        return fmt::format("The files of the two sets: {}, or - for standard input", formats);
    case Files::matrices:
        return fmt::format("The files of the two matrices, or one file: {}, or - for standard input", formats);
    case Files::many:
        return fmt::format("Data: {}, or - for standard input, and recordings (.pairscope), which are shown beside it "
                           "[cities, or the example of the workload]",
                           formats);
    }
    return {};
}

} // namespace

void add_feature_options(CLI::App& verb, DataOptions& options, FeatureOptions which) {
    constexpr const char* group = "Pictures of matches";
    const auto file = [&](const std::string& name, std::filesystem::path& path, const std::string& help) {
        verb.add_option(name, path, help)->type_name("FILE")->group(group);
    };
    app::FeatureFiles& files = options.features;
    if (which == FeatureOptions::pictures_too) {
        file("--picture-a", files.picture_a, "The PNG picture from which the vectors of A were taken");
        file("--picture-b", files.picture_b, "The same for B");
    }
    file("--positions-a", files.positions_a,
         "Where the vectors of A lie in their picture: a row with x and y for each [pixels]");
    file("--positions-b", files.positions_b, "The same for B");
    file("--homography", files.homography,
         "The 3 x 3 matrix that maps a place in A to its true place in B, as a table or as JSON with the name a_to_b: "
         "it tells which matches are right");
}

std::vector<std::string_view> shape_names() {
    std::vector<std::string_view> names;
    for (const Shape shape : shapes()) names.push_back(name_of(shape));
    return names;
}

void add_data_options(CLI::App& verb, DataOptions& options, Files files, Sizes sizes) {
    const int most_files = files == Files::one ? 1 : -1; // a verb of two files says itself what it needs
    verb.add_option("FILES", options.files, what_files_are(files))
        ->type_name("")
        ->transform(file_or_shipped())
        ->expected(0, most_files);
    verb.add_option("--points", options.points,
                    "The file of points or vectors; a recording gives those that it was made with")
        ->type_name("FILE")
        ->transform(file_or_shipped())
        ->group(data_group);
    verb.add_option("--shape", options.shape,
                    fmt::format("Generate points in the plane, for workloads that ask about them: {}",
                                fmt::join(shape_names(), ", ")))
        ->group(data_group);
    const CLI::Validator n_values = whole_number("--n"); // vectors_of() knows the workload and its range
    const std::string what_n_counts =
        fmt::format("Number of points or vectors (coordinates if each set has one vector); for a file, use only the "
                    "first N [{}]",
                    usual_n(verb, files));
    if (sizes == Sizes::one)
        verb.add_option("--n", options.n, what_n_counts)->transform(n_values)->group(data_group);
    else
        verb.add_option("--n", options.sizes, fmt::format("{}. Separate several numbers by commas", what_n_counts))
            ->delimiter(',')
            ->allow_extra_args(false)
            ->transform(n_values)
            ->type_name("SIZES")
            ->group(data_group);
    verb.add_option("--seed", options.seed, "Seed of the random numbers for generated points [1]")
        ->transform(unsigned_number("--seed"))
        ->group(data_group);
    verb.add_option("--x", options.x, "Name of the column of x in a file of points")->group(data_group);
    verb.add_option("--y", options.y, "Name of the column of y in a file of points")->group(data_group);
    verb.add_option("--longitude", options.longitude,
                    "Name of the column of longitudes in a file of places, beside --latitude [by its name]")
        ->type_name("COL")
        ->group(data_group);
    verb.add_option("--latitude", options.latitude, "Name of the column of latitudes, beside --longitude [by its name]")
        ->type_name("COL")
        ->group(data_group);
    verb.add_option("--label,--names", options.label,
                    "Name of the column of labels in a file: the names of its rows [the first column of texts]")
        ->type_name("COL")
        ->group(data_group);
    verb.add_option("--class", options.classes,
                    "Name of the column of classes, which colour points and the edges of the matrix [none]")
        ->type_name("COL")
        ->group(data_group);
    verb.add_option("--track", options.tracks,
                    "Name of a column that is drawn along the rows and columns of the matrix; give it once per column")
        ->type_name("COL")
        ->take_all()
        ->allow_extra_args(false)
        ->group(data_group);
    verb.add_option("--tracks", options.tracks_file,
                    "A second table with columns to draw; its rows are matched to the rows of the data by their names")
        ->type_name("FILE")
        ->transform(file_or_shipped())
        ->group(data_group);
    verb.add_option("--columns", options.columns,
                    "Names of the columns of numbers to use, separated by commas (write \\, for a comma in a name) "
                    "[for vectors all except identifiers, for points two]")
        ->transform(names_of_columns("--columns"))
        ->type_name("NAMES")
        ->group(data_group);
    verb.add_flag("--standardise", options.standardise,
                  "Scale each column to mean 0 and standard deviation 1 before distances are computed")
        ->group(data_group);
    verb.add_option("--origin", options.origin,
                    "What to subtract from the columns of a file: fitting subtracts a number where float32 would lose "
                    "digits otherwise, none leaves all coordinates as they are [fitting]")
        ->transform(one_of("--origin", app::origin_choice_names))
        ->type_name("fitting|none")
        ->group(data_group);
    verb.add_option("--as", options.as,
                    "How to read a file: matrix shows a table of distances, vectors reads its rows as vectors "
                    "[matrix if it holds distances and no workload is named]")
        ->transform(one_given_of("--as", app::read_as_names))
        ->type_name("vectors|matrix")
        ->group(data_group);
    verb.add_option("--symmetrise", options.symmetrise,
                    "For a table of distances: the value of a pair whose two entries differ, or of which one is "
                    "missing, while keep shows every entry as it stands [such a table is refused]")
        ->transform(one_given_of("--symmetrise", symmetrise_names))
        ->type_name("mean|min|max|keep")
        ->group(data_group);
    verb.add_option("--similarity", options.similarity,
                    "For a table of similarities s: how they become distances, by 1 - s, 1 - |s|, sqrt(2 (1 - s)), "
                    "largest - s, or -ln s [such a table is refused]")
        ->transform(one_given_of("--similarity", similarity_names))
        ->type_name("one_minus|one_minus_size|chord|largest_minus|minus_log")
        ->group(data_group);
    verb.add_option("--missing-pairs", options.missing,
                    "For distances of which some are missing: nan shows them as missing, and leaves them out of all "
                    "statistics [refuse]")
        ->transform(one_of("--missing-pairs", missing_pairs_names))
        ->type_name("refuse|nan")
        ->group(data_group);
    verb.add_option("--reader", options.reader,
                    "What a file is whose name and first bytes say different things [such a file is refused]")
        ->transform(one_of("--reader", file_format_names))
        ->type_name(choices_in(file_format_names))
        ->group(data_group);
    verb.add_option("--header", options.header,
                    "Whether the first row of a text names its columns, for all files that are read [its cells tell]")
        ->transform(one_of("--header", header_names))
        ->type_name(choices_in(header_names))
        ->group(data_group);
    verb.add_option("--order", options.order,
                    "Order of the rows of a file of points: as_loaded, by_x, by_y, hilbert [hilbert, or "
                    "as_loaded for a recording, for neighbours and for render --cells]")
        ->group(data_group);
    verb.add_option("--a", options.a,
                    "File of the first set, for workloads that ask about vectors; it may be a shipped file, such as "
                    "digits_8x8.csv.gz or views/features_a.npy")
        ->type_name("FILE")
        ->transform(file_or_shipped())
        ->group(data_group);
    verb.add_option("--b", options.b,
                    "The file of the second set, for workloads with two; without it the file of --a is split")
        ->type_name("FILE")
        ->transform(file_or_shipped())
        ->group(data_group);
    verb.add_option("--m", options.m,
                    "Number of vectors in the second set [all of its file; as many as --n for the example, "
                    "or the published number]")
        ->transform(whole_number("--m"))
        ->group(data_group);
    verb.add_option("--dims", options.dims,
                    "Number of coordinates of each vector (for a file, use only the first D) [all of a file, or the "
                    "published number for the example]")
        ->transform(whole_number("--dims"))
        ->group(data_group);
    verb.add_option("--preset", options.preset,
                    "Prepared data of the workload that shows an effect, such as far_lattice")
        ->type_name("NAME")
        ->group(data_group);
    add_shape_parameters(verb, options);
    add_workload_parameters(verb, options);
}

} // namespace pairscope::cli
