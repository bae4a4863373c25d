// SPDX-License-Identifier: MIT
#include "app/cli/options/data_refusals.h"

#include "app/cli/options/option_values.h"
#include "app/spine/commands.h"
#include "app/spine/state.h"
#include "app/subjects/data/data.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace pairscope::cli {
namespace {

/// Another option that chooses columns; empty: there is none.
std::string_view other_choice(const DataOptions& options) {
    return !options.x.empty() ? "--x" : !options.y.empty() ? "--y" : !options.columns.empty() ? "--columns" : "";
}

/// The names of the options that were given and belong to points in the plane only.
std::vector<std::string> options_of_points(const DataOptions& options, const WorkloadType& type) {
    std::vector<std::string> names;
    for (const auto& [name, value] :
         {std::pair("--shape", options.shape), {"--x", options.x}, {"--y", options.y}, {"--order", options.order}})
        if (!value.empty()) names.emplace_back(name);
    if (options.seed) names.emplace_back("--seed");
    if (names_places(options) && (type.inputs.dims.least > 2 || type.inputs.dims.most < 2 || type.inputs.sets > 1))
        names.emplace_back(options.longitude.empty() ? "--latitude" : "--longitude");
    for (const auto& [name, value] : options.parameters)
        if (value && !has_parameter(type, name)) names.push_back("--" + name);
    return names;
}

} // namespace

bool has_parameter(const WorkloadType& type, std::string_view name) {
    return std::ranges::find(type.parameters, name, &ParameterRule::name) != type.parameters.end();
}

std::string file_of_points(const DataOptions& options) {
    if (!options.points.empty()) return options.points;
    return options.files.empty() ? std::string() : options.files.front();
}

bool names_places(const DataOptions& options) { return !options.longitude.empty() || !options.latitude.empty(); }

VectorColumns places_of(const DataOptions& options) {
    if (options.longitude.empty() || options.latitude.empty())
        throw InputError(fmt::format("there is {} without {}: name both columns",
                                     options.longitude.empty() ? "--latitude" : "--longitude",
                                     options.longitude.empty() ? "--longitude" : "--latitude"));
    if (options.longitude == options.latitude)
        throw InputError(fmt::format("column {} was named twice: name each column once", excerpt(options.longitude)));
    if (const std::string_view other = other_choice(options); !other.empty())
        throw InputError(fmt::format("there are both --longitude and {}, which choose columns: leave one of the two "
                                     "options out",
                                     other));
    return {.names = {options.longitude, options.latitude}, .standardise = options.standardise, .are_places = true};
}

void refuse_number_of_columns(const WorkloadType& type, std::ptrdiff_t count) {
    const WorkloadType* const other = app::matrix_workload_for(count);
    std::string advice = "name two";
    if (other != nullptr) advice = fmt::format("name two, or ask about vectors with --workload {}", other->id);
    throw InputError(fmt::format("{} takes points in the plane from a file that is named without --a, and --columns "
                                 "names {}: {}",
                                 type.id, counted(count, "column"), advice));
}

void refuse_options_of_points(const DataOptions& options, const WorkloadType& type) {
    const std::vector<std::string> names = options_of_points(options, type);
    if (names.empty()) return;
    if (app::takes_points(type))
        throw InputError(fmt::format("there are both {} and {}, which belongs to points in the plane: leave one of the "
                                     "two options out",
                                     options.a.empty() ? "--dims" : "--a " + options.a, names.front()));
    const std::string sets = type.inputs.sets == 1 ? std::string(set_name(type, 0))
                                                   : fmt::format("{} and {}", set_name(type, 0), set_name(type, 1));
    throw InputError(fmt::format("{} belongs to points in the plane, and {} asks about {}: leave it out", names.front(),
                                 type.id, sets));
}

void refuse_dims_of_points(const DataOptions& options, const WorkloadType& type) {
    if (!options.dims) return;
    if (type.inputs.dims.least == type.inputs.dims.most)
        throw InputError(fmt::format("{} asks about points in the plane: leave --dims out", type.id));
    const std::string file = file_of_points(options);
    if (!file.empty())
        throw InputError(
            fmt::format("there are both the file {}, of which points in the plane are read, and --dims {}: "
                        "name the file with --a, which reads vectors, or leave --dims out",
                        file, *options.dims));
    if (!options.shape.empty())
        throw InputError(fmt::format("there are both --shape {}, which makes points in the plane, and --dims {}: leave "
                                     "one of them out",
                                     options.shape, *options.dims));
}

void check_sizes(const DataOptions& options, const WorkloadType& type) {
    const auto& [rows, dims] = std::pair(counted_range(type.inputs), type.inputs.dims);
    if (type.inputs.takes_distances && options.dims)
        throw InputError(fmt::format("the rows and columns of {} are the same: leave --dims out", type.id));
    if (options.n) check_whole_number("--n", *options.n, rows.least, rows.most);
    for (const std::int64_t n : options.sizes) check_whole_number("--n", n, rows.least, rows.most);
    if (options.dims) check_whole_number("--dims", *options.dims, dims.least, dims.most);
    if (!counts_coordinates(type.inputs)) {
        if (options.m && type.inputs.sets == 2) check_whole_number("--m", *options.m, rows.least, rows.most);
        return;
    }
    if (options.m) throw InputError(fmt::format("{} has one vector per set: leave --m out", type.id));
    if (options.dims && options.n)
        throw InputError(
            fmt::format("there are both --n {} and --dims {}, and for {} both are the number of coordinates: "
                        "leave one of them out",
                        *options.n, *options.dims, type.id));
}

} // namespace pairscope::cli
