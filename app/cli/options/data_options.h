// SPDX-License-Identifier: MIT
// The options that choose the data: a file, a shape with its parameters, or nothing for the cities; and for workloads
// of vectors one or two files, or nothing for their example.
#pragma once

#include "app/subjects/data/data_source.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace pairscope::cli {

/// The options about data as they were typed.
struct DataOptions {
    std::vector<std::string> files;
    std::string points; ///< a file that may also be a recording; empty: the first of `files`
    std::string shape;
    std::optional<std::int64_t> n;
    std::vector<std::int64_t> sizes; ///< several n, of the verbs that sweep; then `n` is absent
    std::optional<std::uint64_t> seed;
    std::map<std::string, std::optional<double>> parameters; ///< parameters of the shapes, by name
    std::string x, y, label, order;
    std::string classes;             ///< name of the column of the classes
    std::vector<std::string> tracks; ///< names of columns that are drawn along the matrix
    std::string tracks_file;         ///< a second table, joined by the names of the rows
    std::string longitude, latitude; ///< names of the columns of places on the Earth
    std::string columns;             ///< names of columns, as column_list() writes them
    bool standardise = false;        ///< these columns
    app::OriginChoice origin = app::OriginChoice::fitting;
    std::string preset;                          ///< a preset of the workload
    app::ReadAs as = app::ReadAs::proposed;      ///< for a file that may hold distances: see read_as.h
    Symmetrise symmetrise = Symmetrise::no;      ///< for a file of distances
    Similarity similarity = Similarity::no;      ///< for a file of similarities
    MissingPairs missing = MissingPairs::refuse; ///< for a file of distances
    std::optional<FileFormat> reader;            ///< decides where several readers know a file
    std::optional<Header> header;                ///< says whether the first row of a text names its columns
    std::vector<InputFile> looked_at;            ///< the files at which somebody has looked
    std::string workload;             ///< id of the workload that is asked; empty: the one that the program starts with
    std::string a, b;                 ///< files of the first and the second set
    std::optional<std::int64_t> m;    ///< vectors of the second set
    std::optional<std::int64_t> dims; ///< coordinates of a vector
    std::map<std::string, std::optional<double>> asked_with; ///< parameters of workloads, by name
    app::FeatureFiles features;                              ///< the pictures that vectors are features of
    bool keeps_order = false;                                ///< without --order the rows of a file keep their order
    bool whole_file = false;                                 ///< without --n all points of a file are meant
    bool all_columns = false; ///< unless options or names of columns say otherwise, all columns of numbers are compared
};

enum class Files : std::uint8_t { one, two, matrices, many }; ///< two: of the two sets; matrices: of one or two
enum class Sizes : bool { one, many };
void add_data_options(CLI::App& verb, DataOptions& options, Files files, Sizes sizes = Sizes::one);

/// Options for the pictures and key points that vectors are features of.
enum class FeatureOptions : bool { positions, pictures_too };
void add_feature_options(CLI::App& verb, DataOptions& options, FeatureOptions which);

/// What --shape takes.
[[nodiscard]] std::vector<std::string_view> shape_names();

} // namespace pairscope::cli
