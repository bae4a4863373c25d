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
    std::string longitude, latitude; ///< names of the columns of places on the Earth
    std::string columns;             ///< names of columns, as column_list() writes them
    bool standardise = false;        ///< these columns
    app::OriginChoice origin = app::OriginChoice::fitting;
    std::string preset;                     ///< a preset of the workload
    app::ReadAs as = app::ReadAs::proposed; ///< for a file that may hold distances: see read_as.h
    Symmetrise symmetrise = Symmetrise::no; ///< for a file of distances
    std::optional<FileFormat> reader;       ///< decides where several readers know a file
    std::vector<InputFile> looked_at;       ///< the files at which somebody has looked
    std::string workload;             ///< id of the workload that is asked; empty: the one that the program starts with
    std::string a, b;                 ///< files of the first and the second set
    std::optional<std::int64_t> m;    ///< vectors of the second set
    std::optional<std::int64_t> dims; ///< coordinates of a vector
    std::map<std::string, std::optional<double>> asked_with; ///< parameters of workloads, by name
    bool keeps_order = false;                                ///< without --order the rows of a file keep their order
    bool whole_file = false;                                 ///< without --n all points of a file are meant
};

enum class Files : bool { one, many };
enum class Sizes : bool { one, many };
void add_data_options(CLI::App& verb, DataOptions& options, Files files, Sizes sizes = Sizes::one);

/// What --shape takes.
[[nodiscard]] std::vector<std::string_view> shape_names();

/// The settings of --shape; absent without it. Throws InputError for options that do not go together.
[[nodiscard]] std::optional<GeneratorSettings> generator_of(const DataOptions& options);
/// The files or the example of a workload of vectors; absent: points in the plane are asked about. Throws InputError
/// for options that do not go together.
[[nodiscard]] std::optional<app::VectorSource> vectors_of(const DataOptions& options);
/// The columns of a file of points; without names: those that likely_columns() proposes. Throws InputError for options
/// that do not go together.
[[nodiscard]] ColumnChoice columns_of(const DataOptions& options);
/// One for each parameter of the workload. Throws InputError for those that it does not have, or not such.
[[nodiscard]] std::vector<double> parameters_of(const DataOptions& options);
/// The order of the rows of a file; absent: not asked for. Throws InputError.
[[nodiscard]] std::optional<Order> order_of(const DataOptions& options);

/// What is asked of a workload, and where its vectors come from.
struct LoadedData {
    app::DataSource source;
    std::shared_ptr<const Table> table; ///< the table of a file of points
    app::Question question;

    [[nodiscard]] std::int64_t n() const { return n_of(question.size()); }
};
/// Loads or generates. Says on standard error what a user should know, such as "first 2 048 of 34 006 rows". Throws
/// InputError, MemoryError.
[[nodiscard]] LoadedData load(const DataOptions& options);

/// Loads or generates each of `sizes`, in their order; none of them twice, also where a file has fewer points than
/// that.
[[nodiscard]] std::vector<LoadedData> load_each(const DataOptions& options);

/// Where no row of the set is usable, so that nothing finite is computed; empty: one is.
[[nodiscard]] std::string note_without_finite_rows(const Dataset& set, Metric metric);
/// "queries 256 x 16".
[[nodiscard]] std::string shape_text(const Dataset& set);
/// ", weight = 1": the parameters of a workload, each after a comma; empty if it has none.
[[nodiscard]] std::string parameters_text(const WorkloadType& type, std::span<const double> values);
/// "cities.csv.gz, 2 048 points"; "queries 256 x 16, candidates 128 x 16, weight = 1".
[[nodiscard]] std::string describe(const LoadedData& data);
/// "ring, 1 024, 2 048 points": of several sizes of the same.
[[nodiscard]] std::string describe(std::span<const LoadedData> sizes);

} // namespace pairscope::cli
