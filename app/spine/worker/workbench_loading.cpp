// SPDX-License-Identifier: MIT
// The workbench's reading of files and examples.
#include "app/spine/worker/workbench.h"
#include "app/subjects/data/load_points.h"
#include "app/subjects/data/load_sets.h"
#include "app/subjects/data/map/map.h"
#include "app/subjects/data/open_texts.h"
#include "app/subjects/matches/photographs.h"
#include "app/subjects/neighbours/neighbours.h"
#include "app/subjects/tracks/load_tracks.h"
#include "kernels/data/columns/place_columns.h"
#include "kernels/data/distances/distance_table.h"
#include "kernels/data/distances/nearly_distances.h"
#include "kernels/data/errors.h"
#include "kernels/data/globe.h"
#include "kernels/data/readable.h"
#include "kernels/data/text.h"
#include "kernels/data/vectors.h"
#include "profiling/recording/file.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace pairscope::app {
namespace {

/// Brings the vectors into the form that the workload needs, and refuses those of which it can make nothing.
void fit_to_workload(DataSnapshot& data) {
    const WorkloadType& type = type_of(data.question.workload);
    bring_as_needed_by(type, data.question.first, data.question.second);
    for (const auto& set : {data.question.first, data.question.second})
        if (const std::string reason = set ? why_not_asked(*set, type) : ""; !reason.empty()) throw InputError(reason);
}

/// Fills in what was not named. If the file is open already and no labels are named, the user chose none.
void take_likely_columns(ColumnChoice& columns, const Table& table, Metric metric, bool is_new) {
    if (is_new && !columns.label) columns.label = likely_label(table);
    if (!columns.x.empty() && !columns.y.empty()) return;
    const ColumnChoice likely = usual_columns(metric, table, columns.label);
    if (columns.x.empty()) columns.x = columns.y == likely.x ? likely.y : likely.x;
    if (columns.y.empty()) columns.y = columns.x == likely.y ? likely.x : likely.y;
}

/// Columns that are shown beside the coordinates. `recording`: that of the data, if it was read now.
void add_tracks(event::Loaded& made, const profiling::Recording* recording, const std::stop_token& stop) {
    LoadedTracks loaded = load_tracks(made.data.source, made.data.question,
                                      {.table = made.data.table.get(), .recording = recording}, stop);
    made.data.tracks = std::move(loaded.tracks);
    std::ranges::move(loaded.remarks, std::back_inserter(made.remarks));
}

/// A table of distances has names, and no columns that are coordinates.
void take_columns(Dataset& distances, const Table* table, const DataSource& source) {
    const auto* points = std::get_if<FileSource>(&source);
    const auto* vectors = std::get_if<VectorSource>(&source);
    const bool standardise = points != nullptr ? points->columns.standardise : vectors->columns.standardise;
    const std::string label = points != nullptr ? points->columns.label.value_or("") : vectors->label;
    if (standardise) throw InputError(why_not_standardised(distances));
    if (!label.empty()) label_distances(distances, table, label);
}

} // namespace

/// Distances that the file holds, whatever the workload of now asks about; absent: it holds none, or nobody looks.
/// `looked` is then what was found instead.
std::optional<event::Loaded> Workbench::load_given(const job::Load& job, const std::stop_token& stop,
                                                   LookedAt& looked) {
    const WorkloadType* const type = workload_of_distances();
    if (!job.may_be_distances || type == nullptr || job.files.size() != 1) return {};
    const std::filesystem::path& file = job.files.front().path;
    if (job.files.front().is(FileFormat::recording)) return {};
    progress_({.kind = TaskKind::reading, .subject = file.filename().string()}, 0.0);
    DistanceTable found = proposed_distances(job.files.front(), stop);
    const bool is_one_vector = found.is_condensed && counts_coordinates(type_of(job.workload).inputs);
    if (is_one_vector) return {};
    if (found.must_ask && !found.set) throw UnreadDistances(file, found);
    if (!found.set) {
        looked.table = std::move(found.table);
        if (!looked.table && std::holds_alternative<FileSource>(job.source))
            looked.table = std::make_shared<const Table>(load_points(job.files.front(), stop));
        if (found.why_not.empty() && looked.table) found.why_not = why_only_nearly_distances(*looked.table);
        if (!found.why_not.empty())
            looked.why_vectors =
                fmt::format("{} is not read as a distance matrix, because {}.", shown(file.filename()), found.why_not);
        return {};
    }
    const auto* vectors = std::get_if<VectorSource>(&job.source);
    const std::optional<std::int64_t> rows = vectors == nullptr ? job.asked_rows : vectors->n;
    if (rows && *rows < type->inputs.rows.least)
        throw InputError(fmt::format("cannot show {} of {}, which holds distances: take at least {}",
                                     pairscope::counted(*rows, "row"), shown(file.filename()),
                                     type->inputs.rows.least));
    take_columns(*found.set, found.table.get(), job.source);
    LoadedSets sets = rows_of_distances(std::make_shared<const Dataset>(std::move(*found.set)), rows);
    DataSnapshot data;
    data.question.workload = type->id;
    data.source = VectorSource{.a = file, .b = {}, .n = rows, .m = {}, .tracks = tracks_chosen(job.source)};
    data.question.first = std::move(sets.first);
    data.principal = plane_for(data.question, stop);
    if (stop.stop_requested())
        throw InputError(fmt::format("cannot read {}: reading it was cancelled; open it again", shown(file)));
    return event::Loaded{.data = std::move(data), .remarks = std::move(sets.remarks), .request = job.request};
}

void Workbench::make(const Asked<job::Load>& asked, event::Loaded& made) {
    LookedAt looked;
    if (auto given = load_given(asked.job, asked.control.stop, looked)) {
        made = std::move(*given);
        made.data.files = asked.job.files;
        add_tracks(made, nullptr, asked.control.stop);
        return;
    }
    made = load_as_asked(asked.job, looked.table, asked.control.stop);
    made.data.files = asked.job.files;
    if (!looked.why_vectors.empty()) made.remarks.push_back(looked.why_vectors);
    made.data.why_vectors = std::move(looked.why_vectors);
}

event::Loaded Workbench::load_as_asked(const job::Load& job, const std::shared_ptr<const Table>& read,
                                       const std::stop_token& stop) {
    if (const auto* vectors = std::get_if<VectorSource>(&job.source))
        return load_vectors(*vectors, job, read.get(), stop);
    DataSnapshot data;
    data.question.workload = job.workload;
    FileSource source = std::get<FileSource>(job.source);
    progress_({.kind = TaskKind::reading, .subject = source.path.filename().string()}, 0.0);
    data.table = job.table ? job.table : read;
    std::optional<profiling::Recording> recording;
    if (const InputFile file = file_among(job.files, source.path); !data.table) {
        if (file.is(FileFormat::recording)) recording = profiling::load_recording(file.path, stop);
        data.table =
            std::make_shared<const Table>(recording ? points_of(*recording, file.path) : load_points(file, stop));
    }
    const bool is_chosen = job.table || !source.columns.x.empty() || !source.columns.y.empty();
    if (const WorkloadType* const of_texts = is_chosen ? nullptr : workload_for_texts(*data.table)) {
        job::Load texts = job;
        texts.workload = of_texts->id;
        event::Loaded loaded = load_vectors(with_all_columns(source), texts, data.table.get(), stop);
        loaded.remarks.insert(loaded.remarks.begin(), remark_on_texts(*data.table));
        return loaded;
    }
    if (!source.whole) source.n = std::clamp(source.n, std::int64_t{1}, data.table->rows);
    if (!is_chosen && compares_all_columns(type_of(job.workload), *data.table, source.columns.label))
        return load_vectors(with_all_columns(source), job, data.table.get(), stop);
    take_likely_columns(source.columns, *data.table, type_of(job.workload).metric, job.table == nullptr);
    std::vector<std::string> remarks;
    if (job.asked_rows.value_or(0) > data.table->rows)
        remarks.push_back(fmt::format("{} has only {}, and all of them are used.", data.table->name,
                                      pairscope::counted(data.table->rows, "row")));
    if (source.whole) source.n = data.table->rows;
    data.question.first =
        std::make_shared<const Dataset>(points_from(*data.table, source.columns, source.n, source.order));
    data.source = std::move(source);
    data.pairs = pairs_within(job.pairs, data.question);
    fit_to_workload(data);
    event::Loaded made{.data = std::move(data),
                       .parameters = job.parameters,
                       .remarks = std::move(remarks),
                       .request = job.request,
                       .view = job.view,
                       .second = job.second};
    add_tracks(made, recording ? &*recording : nullptr, stop);
    return made;
}

event::Loaded Workbench::load_vectors(const VectorSource& source, const job::Load& job, const Table* read,
                                      const std::stop_token& stop) {
    const std::string what = source.a.empty() ? "the example" : source.a.filename().string();
    progress_({.kind = TaskKind::reading, .subject = what}, 0.0);
    LoadedSets sets =
        load_sets(type_of(job.workload), source, stop, {.table = read, .rows = Rows::all, .files = job.files});
    DataSnapshot data;
    data.question.workload = job.workload;
    data.source = source;
    data.question.first = std::move(sets.first);
    data.question.second = std::move(sets.second);
    data.question.same_rows = sets.same_rows;
    data.pairs = pairs_within(job.pairs, data.question);
    fit_to_workload(data);
    if (!counts_coordinates(type_of(job.workload).inputs)) data.principal = plane_for(data.question, stop);
    if (type_of(job.workload).output == OutputKind::matches) {
        LoadedViews beside = load_views(source, *data.question.first, data.question.across());
        data.views = std::move(beside.views);
        std::ranges::move(beside.remarks, std::back_inserter(sets.remarks));
    }
    if (stop.stop_requested())
        throw InputError(fmt::format("cannot read {}: reading it was cancelled; open it again", what));
    event::Loaded made{.data = std::move(data),
                       .parameters = job.parameters,
                       .remarks = std::move(sets.remarks),
                       .request = job.request,
                       .view = job.view,
                       .second = job.second};
    add_tracks(made, sets.recording.get(), stop);
    return made;
}

} // namespace pairscope::app
