// SPDX-License-Identifier: MIT
#include "app/subjects/data/recorded_sets.h"

#include "app/subjects/recordings/recordings.h"
#include "kernels/data/distances/distance_table.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/text.h"
#include "kernels/data/vectors.h"
#include "profiling/recording/file.h"

#include <fmt/format.h>

#include <utility>

namespace pairscope::app {
namespace {

/// A recording need not say that its set holds distances; its workload does.
LoadedSets distances_of(const Dataset& set, const VectorSource& source) {
    const bool is_odd = set.holds_distances && (set.is_asymmetric || set.missing_pairs > 0);
    std::optional<Dataset> found = is_odd ? set : recorded_distances(Dataset(set));
    if (!found)
        throw InputError(fmt::format("cannot use the table of {}: it does not hold distances; choose another recording",
                                     shown(source.a)));
    LoadedSets sets;
    sets.first = part_of(std::make_shared<const Dataset>(std::move(*found)), source.n, sets);
    return sets;
}

/// The rows of given distances become vectors where a user says so.
std::shared_ptr<const Dataset> as_vectors(const std::shared_ptr<const Dataset>& set) {
    if (!set->holds_distances) return set;
    Dataset vectors = *set;
    vectors.holds_distances = false;
    vectors.is_asymmetric = false;
    vectors.missing_pairs = 0;
    return std::make_shared<const Dataset>(std::move(vectors));
}

/// Throws InputError if the workload cannot be asked about the data of the recording.
void require_usable(const std::vector<std::shared_ptr<const Dataset>>& held, const WorkloadType& type,
                    const VectorSource& source) {
    const std::string file = shown(source.a);
    if (held.empty() || std::ssize(held) > type.inputs.sets)
        throw InputError(fmt::format(
            "cannot use the vectors of {}: {} needs {}, and the recording holds {}; pairscope info FILE shows the "
            "workload of the recording",
            file, type.id, counted(type.inputs.sets, "set"), counted(std::ssize(held), "set")));
    for (const auto& set : held) {
        if (std::visit([](const auto& values) { return values.empty(); }, set->values))
            throw InputError(fmt::format("cannot use the vectors of {}: it only describes {}, which was too large to "
                                         "record; give the file that it came from",
                                         file, set->name));
        if (set->holds_distances && !type.inputs.takes_distances && source.as != ReadAs::vectors)
            throw InputError(fmt::format("cannot use {} as vectors for {}: it holds distances that were given; leave "
                                         "the workload out to look at them, or add --as vectors to compare their rows",
                                         file, type.id));
        if (input_of(*set).element != type.inputs.element || set->dims < type.inputs.dims.least ||
            set->dims > type.inputs.dims.most)
            throw InputError(
                fmt::format("cannot use the vectors of {}: {} needs vectors of {} to {} coordinates of type {}, and "
                            "a set has {} of type {}",
                            file, type.id, type.inputs.dims.least, type.inputs.dims.most, name_of(type.inputs.element),
                            set->dims, name_of(input_of(*set).element)));
    }
    if (held.front()->dims != held.back()->dims)
        throw InputError(fmt::format("cannot use the vectors of {}: its first set has {} per vector, and its second "
                                     "set has {}; both sets must have the same number of coordinates",
                                     file, counted(held.front()->dims, "coordinate"), held.back()->dims));
}

} // namespace

std::string fewer_rows(const Dataset& set) {
    return fmt::format("{} has only {}, and all of them are used", set.name, counted(set.rows, "row"));
}

void share_rows(LoadedSets& sets) {
    if (sets.first->rows == sets.second->rows) {
        sets.second = sets.first;
        return;
    }
    sets.same_rows = true;
    sets.remarks.push_back(
        fmt::format("Both sets are first rows of {}, so no row is its own neighbour.", sets.first->name));
}

std::shared_ptr<const Dataset> part_of(const std::shared_ptr<const Dataset>& set,
                                       const std::optional<std::int64_t>& rows, LoadedSets& sets) {
    if (!rows || *rows == set->rows) return set;
    if (*rows < set->rows) return std::make_shared<const Dataset>(first_rows(*set, *rows));
    sets.remarks.push_back(fewer_rows(*set));
    return set;
}

LoadedSets recorded_sets(const WorkloadType& type, const VectorSource& source, const std::stop_token& stop) {
    const std::filesystem::path& file = source.a;
    if (source.columns != VectorColumns{} || !source.label.empty())
        throw InputError(fmt::format("cannot choose or standardise columns of {}: a recording holds the coordinates as "
                                     "they were used; open the file that they came from instead",
                                     shown(file)));
    if (!source.b.empty())
        throw InputError(fmt::format("there are the recording {} and the file {}: a recording holds all sets, so leave "
                                     "the file out",
                                     shown(file), shown(source.b)));
    const auto recording = std::make_shared<const profiling::Recording>(profiling::load_recording(file, stop));
    const std::vector<std::shared_ptr<const Dataset>> held = recorded_data(*recording);
    require_usable(held, type, source);
    LoadedSets sets;
    if (type.inputs.takes_distances) sets = distances_of(*held.front(), source);
    sets.recording = recording;
    if (type.inputs.takes_distances) return sets;
    sets.parameters = recorded_parameters(type, *recording);
    sets.first = part_of(as_vectors(held.front()), source.n, sets);
    if (type.inputs.sets == 1) return sets;
    sets.second = part_of(as_vectors(held.back()), source.m, sets);
    if (held.size() == 1 || recording->same_rows) share_rows(sets);
    return sets;
}

std::optional<std::vector<double>> recorded_parameters(const WorkloadType& type,
                                                       const profiling::Recording& recording) {
    if (recorded_workload(recording) != type.id || recording.parameters.size() != type.parameters.size()) return {};
    return recording.parameters;
}

std::optional<std::vector<double>> recorded_parameters(const WorkloadType& type, const InputFile& file) {
    if (!look_at(file).is(FileFormat::recording)) return {};
    return recorded_parameters(type, profiling::load_recording(file.path));
}

} // namespace pairscope::app
