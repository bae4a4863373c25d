// SPDX-License-Identifier: MIT
#include "app/cli/verbs/scale/slab_sources.h"

#include "app/cli/options/data_refusals.h"
#include "app/cli/options/option_values.h"
#include "app/cli/options/run_options.h"
#include "kernels/data/errors.h"
#include "kernels/data/slabs/array_file.h"

#include <fmt/format.h>

#include <algorithm>
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
    if (options.as != app::ReadAs::proposed) return "--as";
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

/// A file that is named without --a holds points in the plane only if it has two columns.
DataOptions with_vectors(DataOptions options) {
    constexpr std::int64_t dims_of_points = 2;
    const std::string file = file_of_points(options);
    if (!options.a.empty() || file.empty() || options.workload.empty()) return options;
    const WorkloadType& type = chosen_workload({.workload = options.workload, .patterns = {}, .device = {}});
    if (!app::takes_points(type) || type.inputs.dims.most == dims_of_points) return options;
    if (ArrayFile(look_at_file(options, file)).cols() == dims_of_points) return options;
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
