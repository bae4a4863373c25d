// SPDX-License-Identifier: MIT
// Which files the options name for sets that are read in slabs.
#include "app/cli/verbs/scale/slab_data.h"

#include "app/cli/options/data_refusals.h"
#include "app/cli/options/option_values.h"
#include "app/cli/options/run_options.h"
#include "app/cli/reports/output.h"
#include "kernels/data/distances/distance_table.h"
#include "kernels/data/errors.h"
#include "kernels/data/slabs/array_file.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pairscope::cli {
namespace {

/// An option that needs the whole set, or a file that is no array; empty: none was given.
std::string_view option_of_whole_sets(const DataOptions& options) {
    if (!options.columns.empty()) return "--columns";
    if (!options.x.empty() || !options.y.empty()) return "--x or --y";
    if (!options.longitude.empty() || !options.latitude.empty()) return "--longitude or --latitude";
    if (!options.label.empty()) return "--label";
    if (!options.order.empty()) return "--order";
    if (!options.classes.empty() || !options.tracks.empty() || !options.tracks_file.empty())
        return "--class, --track or --tracks";
    if (options.as == app::ReadAs::matrix) return "--as matrix";
    if (options.features != app::FeatureFiles{}) return "a file of positions or a homography";
    return {};
}

[[noreturn]] void refuse_without_files() {
    throw InputError("--memory reads .npy and idx files in slabs, and the data come from no file: name one, or leave "
                     "--memory out");
}

/// The range of --n and --m is that of whole sets elsewhere.
std::optional<std::int64_t> rows_in(std::string_view option, const std::optional<std::int64_t>& rows) {
    if (rows) check_whole_number(option, *rows, 1, most_rows_in_slabs);
    return rows;
}

SlabFiles files_in(const app::VectorSource& source, const DataOptions& options, const WorkloadType& type) {
    if (source.a.empty()) refuse_without_files();
    if (type.inputs.sets == 2 && source.b.empty())
        throw InputError(fmt::format("{} compares two sets, and one file that is read in slabs is not split: name two "
                                     "files with --a and --b",
                                     type.id));
    app::VectorSource named = source;
    named.n = rows_in("--n", options.n);
    named.m = rows_in("--m", options.m);
    SlabFiles files{.source = named, .first = {.path = source.a, .rows = named.n}};
    if (!source.b.empty()) files.second = SlabFiles::Set{.path = source.b, .rows = named.m};
    files.dims = source.dims;
    files.may_shift = source.may_shift;
    files.standardise = source.columns.standardise;
    return files;
}

SlabFiles files_in(const app::FileSource& source, const DataOptions& options, const WorkloadType& type) {
    constexpr std::int64_t dims_of_points = 2;
    const ArrayFile file(look_at_file(options, source.path));
    if (file.cols() != dims_of_points)
        throw InputError(fmt::format("{} takes points in the plane, and each row of {} has {}: choose how vectors are "
                                     "compared with --metric",
                                     type.id, file.name(), file.cols()));
    app::FileSource named = source;
    named.columns.x = "column 1";
    named.columns.y = "column 2";
    named.n = std::min(rows_in("--n", options.n).value_or(file.rows()), file.rows());
    named.whole = false;
    SlabFiles files{.source = named, .first = {.path = source.path, .rows = named.n}};
    files.may_shift = source.columns.may_shift;
    files.standardise = source.columns.standardise;
    files.axes = {named.columns.x, named.columns.y};
    return files;
}

/// A square array whose diagonal is 0 is a distance matrix, or at least asked about, where it is loaded whole.
void refuse_distances(const DataOptions& options, const std::filesystem::path& path) {
    const auto file = std::make_shared<const ArrayFile>(look_at_file(options, path));
    const std::int64_t side = file->rows();
    if (options.as == app::ReadAs::vectors || side != file->cols() || side < least_distances) return;
    const SlabReader reader(file, side, {});
    for (std::int64_t row = 0; row < side; ++row) {
        const FileNumbers numbers = reader.numbers(row, 1);
        double largest = 0.0;
        for (std::int64_t k = 0; k < side; ++k) largest = std::max(largest, std::abs(numbers.at(0, k)));
        constexpr double rounding = 1e-6;
        if (!(std::abs(numbers.at(0, row)) <= rounding * largest)) return;
    }
    throw InputError(fmt::format("{} may hold the distances between {}, because it is square and its diagonal is 0: "
                                 "leave --memory out to show them, or read its rows as vectors with --as vectors",
                                 file->name(), counted(side, "row")));
}

/// The workload of a file of so many columns that is named without --a: without a metric the Euclidean distance of all
/// columns, as of whole sets. Null: points in the plane are asked about, or the workload that was named.
const WorkloadType* workload_of_vectors(const DataOptions& options, std::int64_t columns) {
    constexpr std::int64_t dims_of_points = 2;
    if (columns == dims_of_points) return nullptr;
    if (options.workload.empty() && columns < dims_of_points) return nullptr;
    if (options.workload.empty()) return options.all_columns ? app::matrix_workload_for(columns) : nullptr;
    const WorkloadType& type = chosen_workload({.workload = options.workload, .patterns = {}, .device = {}});
    return app::takes_points(type) && type.inputs.dims.most != dims_of_points ? &type : nullptr;
}

/// A file that is named without --a holds points in the plane only if it has two columns.
DataOptions with_vectors(DataOptions options) {
    const std::string file = file_of_points(options);
    if (!options.a.empty() || file.empty()) return options;
    const ArrayFile array(look_at_file(options, file));
    const WorkloadType* const type = workload_of_vectors(options, array.cols());
    if (type == nullptr) return options;
    if (options.workload.empty())
        say(fmt::format("{}: all {} columns of numbers are compared by their Euclidean distance; --metric chooses "
                        "another distance",
                        array.name(), array.cols()));
    options.workload = type->id;
    options.a = file;
    options.files.clear();
    options.points.clear();
    return options;
}

} // namespace

bool may_be_in_slabs(const DataOptions& options) {
    return option_of_whole_sets(options).empty() && options.shape.empty() && options.preset.empty();
}

SlabFiles slab_files_of(const DataOptions& options) {
    if (const std::string_view option = option_of_whole_sets(options); !option.empty())
        throw InputError(
            fmt::format("{} needs whole sets, which are not read in slabs: leave it or --memory out", option));
    if (!options.shape.empty() || (options.files.empty() && options.points.empty() && options.a.empty()))
        refuse_without_files();
    if (options.b.empty()) refuse_distances(options, options.a.empty() ? file_of_points(options) : options.a);
    DataOptions asked = with_vectors(options);
    asked.n.reset(); // more rows than elsewhere
    asked.m.reset();
    const Data data = unread_data_of(asked, {});
    SlabFiles files;
    if (const auto* vectors = std::get_if<app::VectorSource>(&data.sources.front()))
        files = files_in(*vectors, options, *data.type);
    else if (const auto* points = std::get_if<app::FileSource>(&data.sources.front()))
        files = files_in(*points, options, *data.type);
    else
        refuse_without_files();
    files.type = data.type;
    files.parameters = parameters_of(data);
    return files;
}

} // namespace pairscope::cli
