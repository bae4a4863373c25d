// SPDX-License-Identifier: MIT
#include "app/cli/read_as.h"

#include "app/cli/output.h"
#include "app/state/recorded_data.h"
#include "kernels/core/distance_table.h"
#include "kernels/core/errors.h"
#include "kernels/core/readable.h"
#include "profiling/recording/file.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <variant>

namespace pairscope::cli {
namespace {

/// The one file that is to be read; empty if there is none, or there are two.
std::string only_file(const DataOptions& data) {
    if (!data.b.empty()) return {};
    if (!data.a.empty()) return data.a;
    if (!data.points.empty()) return data.points;
    return data.files.empty() ? std::string() : data.files.front();
}

/// These say that the columns are coordinates.
bool chooses_coordinates(const DataOptions& data) {
    return !data.x.empty() || !data.y.empty() || !data.label.empty() || !data.order.empty() || !data.columns.empty() ||
           data.standardise || data.dims || data.m || !data.preset.empty() || !data.shape.empty();
}

DataOptions asked_about(DataOptions data, const WorkloadType& type, const std::string& file) {
    data.workload = type.id;
    data.files.clear();
    data.points.clear();
    data.a = file;
    return data;
}

DataOptions as_matrix(const DataOptions& data, const WorkloadType& type, const std::string& file, bool names_workload) {
    if (file.empty()) throw InputError("--as matrix needs one file with a table of distances: name it");
    if (chooses_coordinates(data))
        throw InputError("--as matrix shows a table of distances as it is: leave the options for columns and vectors "
                         "out");
    if (names_workload && data.workload != type.id)
        throw InputError(fmt::format("--as matrix shows a table of distances, which is the workload {}: leave the "
                                     "other workload or the variant out",
                                     type.id));
    return asked_about(data, type, file);
}

/// As the button of the window does it: each row becomes a vector.
DataOptions as_vectors(const DataOptions& data, const std::string& file, std::int64_t rows) {
    const app::VectorSource distances{.a = file, .b = {}, .n = data.n, .m = {}};
    const app::AsVectors read = app::as_vectors(distances, rows);
    const auto* vectors = std::get_if<app::VectorSource>(&read.source);
    if (vectors == nullptr) return data;
    DataOptions found = asked_about(data, type_of(read.workload), file);
    found.b = vectors->b.string();
    found.m = vectors->m;
    return found;
}

/// A recording's data are those of its workload, whatever the program starts with.
DataOptions as_recorded(const DataOptions& data, const std::string& file) {
    const profiling::Recording recording = profiling::load_recording(file);
    const auto workload = app::recorded_workload(recording);
    if (!workload) return data;
    DataOptions found = data;
    found.workload = *workload;
    if (recording.sets.empty() && data.a.empty() && app::takes_points(type_of(*workload))) return found;
    const bool as_vectors = data.as == app::ReadAs::vectors && type_of(*workload).inputs.takes_distances;
    const WorkloadType* const type =
        as_vectors ? app::matrix_workload_for(recording.sets.front()->dims) : &type_of(*workload);
    return type == nullptr ? data : asked_about(std::move(found), *type, file);
}

} // namespace

DataOptions with_reading(DataOptions data, bool names_workload) {
    const WorkloadType* const type = workload_of_distances();
    const std::string file = only_file(data);
    if (type == nullptr) return data;
    if (data.as == app::ReadAs::vectors && data.workload == type->id)
        throw InputError(fmt::format("--as vectors computes distances between the rows of a table, and the workload {} "
                                     "shows distances that are given: leave one of the two out",
                                     type->id));
    if (data.as == app::ReadAs::matrix) return as_matrix(data, *type, file, names_workload);
    if (names_workload || file.empty()) return data;
    if (profiling::looks_like_recording(file)) return as_recorded(data, file);
    if (chooses_coordinates(data)) return data;
    DistanceTable found = proposed_distances(file);
    if (!found.set || data.as == app::ReadAs::vectors) data.table = std::move(found.table);
    if (found.set && data.as == app::ReadAs::vectors) return as_vectors(data, file, found.set->rows);
    if (found.set) {
        data = asked_about(std::move(data), *type, file);
        data.given = std::make_shared<const Dataset>(*std::move(found.set));
        return data;
    }
    if (!found.why_not.empty() && data.as == app::ReadAs::proposed)
        say(fmt::format("{} is not read as a distance matrix, because {}", shown(file), found.why_not));
    return data;
}

Measuring to_measure(const DataOptions& data, const RunOptions& run) {
    Measuring found{.data = data, .run = run};
    found.data.workload = run.workload;
    found.data = with_reading(found.data, !run.workload.empty() || !run.patterns.empty());
    found.run.workload = found.data.workload;
    refuse_given_distances(found.data, found.run.workload);
    return found;
}

void refuse_given_distances(const DataOptions& data, const std::string& workload) {
    const WorkloadType* const type = find_workload(workload);
    if (type == nullptr || !type->inputs.takes_distances) return;
    const std::string file = only_file(data);
    throw InputError(
        fmt::format("there is nothing to measure, because {} distances that are given and not computed: look at them "
                    "with render or "
                    "neighbours{}",
                    file.empty() ? fmt::format("{} shows", type->id) : fmt::format("{} holds", shown(file)),
                    file.empty() ? "" : ", or compute distances between its rows with --as vectors"));
}

} // namespace pairscope::cli
