// SPDX-License-Identifier: MIT
// Reads what a second matrix is made of, and makes the two.
#include "app/spine/files/metric_name.h"
#include "app/spine/worker/workbench.h"
#include "app/subjects/matrix/relation/join_matrices.h"
#include "app/subjects/matrix/relation/row_identifiers.h"
#include "kernels/data/distances/distance_table.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"

#include <fmt/format.h>

#include <utility>

namespace pairscope::app {
namespace {

/// Why the entries of a table are shown as they stand.
std::string remark_on(const UnreadDistances& unread, const std::string& file) {
    switch (unread.remedy) {
    case Remedy::to_distances:
        return fmt::format(
            "{} seems to hold similarities, and they are shown as they stand. Choose what turns them into "
            "distances: until then, two matrices that agree have a negative correlation.",
            file);
    case Remedy::add_pairs:
    case Remedy::allow_missing:
    case Remedy::symmetrise:
        return fmt::format("{} does not hold one distance for each pair. Its entries are shown as they stand, and "
                           "missing ones are no numbers.",
                           file);
    case Remedy::zero_diagonal:
        return fmt::format("The diagonal of {} is not 0. Its entries are shown as they stand.", file);
    case Remedy::correct:
    case Remedy::row_names:
    case Remedy::say_which:
        break;
    }
    return fmt::format("{} is no table of distances, because {}. Its entries are shown as they stand.", file,
                       unread.why);
}

/// The same source, whose rows are named by this column.
DataSource named_by(DataSource source, const std::string& column) {
    if (auto* points = std::get_if<FileSource>(&source)) points->columns.label = column;
    if (auto* vectors = std::get_if<VectorSource>(&source)) vectors->label = column;
    return source;
}

/// The set with the names that another reading of its rows has; null: that has other rows.
std::shared_ptr<const Dataset> with_names(const Dataset& set, const Dataset& named) {
    if (named.rows != set.rows || named.source_rows != set.source_rows) return nullptr;
    Dataset both = set;
    both.labels = named.labels;
    return std::make_shared<const Dataset>(std::move(both));
}

} // namespace

/// Rows without names get those of a column of identifiers. Returns why such a column names no rows, if it does not.
std::string Workbench::name_by_identifiers(RelatedSets& sets, const DataSource& of_first, const DataSource& of_second,
                                           const std::stop_token& stop) {
    const auto named = [&](const Question& question, const DataSource& source) -> std::shared_ptr<const Dataset> {
        const std::string column = column_of_identifiers(*question.first);
        if (column.empty() || files_of(source).empty()) return nullptr;
        job::Load load{.source = named_by(source, column),
                       .workload = question.workload,
                       .table = nullptr,
                       .parameters = {},
                       .files = look_at_files(source)};
        return with_names(*question.first, *load_as_asked(load, nullptr, stop).data.question.first);
    };
    const auto first = named(sets.first, of_first), second = named(sets.second, of_second);
    const NamedSides names = sides_named_by_identifiers({.loaded = sets.first.first.get(), .named = first.get()},
                                                        {.loaded = sets.second.first.get(), .named = second.get()});
    if (names.first) sets.first.first = first;
    if (names.second) sets.second.first = second;
    return names.why_not;
}

/// A table that holds two distances of a pair, or lacks some, is read as it stands.
event::Loaded Workbench::load_other(const job::Load& job, const std::stop_token& stop) {
    LookedAt looked;
    const auto* vectors = std::get_if<VectorSource>(&job.source);
    if (vectors != nullptr && vectors->as == ReadAs::matrix) return load_vectors(*vectors, job, nullptr, stop);
    try {
        if (auto given = load_given(job, stop, looked)) return *std::move(given);
    } catch (const UnreadDistances& unread) {
        const WorkloadType* const type = workload_of_distances();
        const std::filesystem::path& file = job.files.front().path;
        VectorSource source{.a = file, .b = {}, .n = {}, .m = {}, .as = ReadAs::matrix};
        source.symmetrise = Symmetrise::keep;
        source.missing = MissingPairs::nan;
        job::Load again{.source = source, .workload = type->id, .table = nullptr, .parameters = {}, .files = job.files};
        event::Loaded loaded = load_vectors(source, again, nullptr, stop);
        loaded.remarks.push_back(remark_on(unread, shown(file.filename())));
        return loaded;
    }
    event::Loaded loaded = load_as_asked(job, looked.table, stop);
    if (!looked.why_vectors.empty()) loaded.remarks.push_back(looked.why_vectors);
    return loaded;
}

void Workbench::make(const Asked<job::JoinMatrices>& asked, event::MatricesJoined& made) {
    const auto& [key, now] = asked.job;
    const std::string what = key.other.file.empty() ? std::string("the same rows") : shown(key.other.file.filename());
    const OtherSource other = source_of_other(key.other, now);
    RelatedSets sets{.first = now.question, .second = {}};
    sets.similarities = {similarity_of(now.source), key.other.similarity};
    sets.first.second = nullptr;
    std::vector<std::string> remarks;
    if (!other.source) {
        sets.second = rows_by_metric(now, other.workload);
    } else {
        job::Load load{.source = *other.source, .workload = other.workload, .table = nullptr, .parameters = {}};
        load.files = look_at_files(load.source);
        load.may_be_distances = !key.other.file.empty() && !load.files.front().is(FileFormat::recording);
        event::Loaded loaded = load_other(load, asked.control.stop);
        sets.second = std::move(loaded.data.question);
        remarks = std::move(loaded.remarks);
        if (!key.other.file.empty())
            if (const std::string why_not =
                    name_by_identifiers(sets, now.source, loaded.data.source, asked.control.stop);
                !why_not.empty())
                remarks.push_back(fmt::format("Rows are not matched by names: {}.", why_not));
    }
    const bool is_one_file = key.other.file.empty();
    sets.same_rows = is_one_file;
    if (const std::string reason = why_no_distances(type_of(sets.second.workload)); !reason.empty())
        throw InputError(reason);
    progress_({.kind = TaskKind::joining_matrices, .subject = what}, 0.0);
    rows_done_ = 0;
    rows_ = sets.first.first->rows + sets.second.first->rows;
    RunControl watched = asked.control;
    watched.rows_done = &rows_done_;
    made.two = join_matrices({.sets = sets, .is_one_file = is_one_file, .order = key.order.get(), .remarks = remarks},
                             watched);
}

void Workbench::make(const Asked<job::TestMatrices>& asked, event::MatricesTested& made) {
    progress_({.kind = TaskKind::joining_matrices, .subject = asked.job.two->sets.second.first->name}, 0.0);
    rows_done_ = 0;
    rows_ = steps_to_count(asked.job.two->sets);
    RunControl watched = asked.control;
    watched.rows_done = &rows_done_;
    made.two = tested(*asked.job.two, watched);
}

} // namespace pairscope::app
