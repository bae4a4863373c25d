// SPDX-License-Identifier: MIT
#include "app/cli/options/read_as.h"

#include "app/cli/options/data_refusals.h"
#include "app/cli/options/session_options.h"
#include "app/cli/reports/output.h"
#include "app/subjects/data/load_points.h"
#include "app/subjects/data/load_sets.h"
#include "app/subjects/data/open_texts.h"
#include "app/subjects/recordings/recordings.h"
#include "kernels/data/columns/column_names.h"
#include "kernels/data/columns/column_roles.h"
#include "kernels/data/distances/distance_table.h"
#include "kernels/data/distances/nearly_distances.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/text.h"
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

/// Do options say that the columns are coordinates of points? No other option changes how a file is read.
bool chooses_coordinates(const DataOptions& data) {
    return !data.x.empty() || !data.y.empty() || !data.columns.empty() || names_places(data);
}

/// The option that says that the file holds distances; empty: none does.
std::string_view option_for_matrix(const DataOptions& data) {
    if (data.as == app::ReadAs::matrix) return "--as matrix";
    if (data.symmetrise != Symmetrise::no) return "--symmetrise";
    if (data.similarity != Similarity::no) return "--similarity";
    return data.missing == MissingPairs::refuse ? "" : "--missing-pairs";
}

DataOptions asked_about(DataOptions data, const WorkloadType& type, const std::string& file) {
    data.workload = type.id;
    data.files.clear();
    data.points.clear();
    data.a = file;
    return data;
}

/// A matrix keeps the order of its file.
void drop_usual_order(DataOptions& data) {
    if (order_of(data) == Order::as_loaded) data.order.clear();
}

DataOptions as_matrix(const DataOptions& data, const WorkloadType& type, const std::string& file, bool names_workload) {
    const std::string_view option = option_for_matrix(data);
    if (data.as == app::ReadAs::vectors)
        throw InputError(
            fmt::format("--as vectors reads rows as vectors, and {} belongs to a table of distances: leave "
                        "one of the two out",
                        option));
    if (file.empty()) throw InputError(fmt::format("{} needs one file with a table of distances: name it", option));
    if (chooses_coordinates(data) || data.dims || data.m || !data.preset.empty() || !data.shape.empty())
        throw InputError(
            fmt::format("{} shows a table of distances: leave the options for columns and vectors out", option));
    if (names_workload && data.workload != type.id)
        throw InputError(fmt::format("{} shows a table of distances, which is the workload {}: leave the other "
                                     "workload or the variant out",
                                     option, type.id));
    DataOptions found = asked_about(data, type, file);
    drop_usual_order(found);
    return found;
}

/// Does what the button of the window does: each row becomes a vector.
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

/// The file that was named without --a holds vectors, which keep its order.
void take_as_vectors(DataOptions& options, const WorkloadType& type, const std::string& file) {
    options = asked_about(std::move(options), type, file);
    drop_usual_order(options);
}

/// Do options say of how many coordinates the rows are, where that is no point in the plane?
bool names_vectors(const DataOptions& options, const WorkloadType& type) {
    const InputRule& rule = type.inputs;
    const auto fits = [&](std::int64_t dims) { return dims >= rule.dims.least && dims <= rule.dims.most; };
    if (!options.x.empty() || !options.y.empty() || names_places(options)) return false;
    const auto named = static_cast<std::int64_t>(columns_in(options.columns).size());
    return (named != 0 && named != 2 && fits(named)) || (options.dims && options.columns.empty() && rule.dims.most > 2);
}

/// Are all columns of numbers coordinates, where no option names columns? Reads the table if nobody has.
bool compares_all_columns(Data& data, const WorkloadType& type, const std::string& file) {
    const DataOptions& options = data.options;
    if (type.inputs.dims.most <= 2 || order_of(options).value_or(Order::as_loaded) != Order::as_loaded) return false;
    if (!data.table) data.table = std::make_shared<const Table>(app::load_points(look_at_file(options, file)));
    const auto label = options.label.empty() ? std::nullopt : std::optional(options.label);
    return app::compares_all_columns(type, *data.table, label);
}

/// Do options name a column of texts for a workload that compares categories? Reads the table if they name columns.
bool names_categories(Data& data, const WorkloadType& type, const std::string& file) {
    const std::vector<std::string> names = columns_in(data.options.columns);
    const bool is_text = look_at_file(data.options, file).is(FileFormat::text);
    if (names.empty() || !is_text || type.inputs.texts == TextColumns::left_out) return false;
    if (!data.table) data.table = std::make_shared<const Table>(app::load_points(look_at_file(data.options, file)));
    return std::ranges::any_of(data.table->columns, [&](const Column& column) {
        return !column.is_numeric() && std::ranges::find(names, column.name) != names.end();
    });
}

/// Two of so many columns would be no answer about the rows. Returns where their names choose two.
void refuse_many_columns(const Data& data, std::int64_t count) {
    const auto label = data.options.label.empty() ? std::nullopt : std::optional(data.options.label);
    const ColumnChoice likely = likely_columns(*data.table, label);
    if (means_x(likely.x) || means_longitude(likely.x)) return;
    throw InputError(fmt::format("{} has {} of numbers, and no Euclidean distance is computed of so many: choose some "
                                 "with --columns or two with --x and --y, or transpose it if its columns are the items",
                                 data.table->name, counted(count, "column")));
}

/// Compares all columns of numbers by their Euclidean distance, where a verb wants that and nothing says otherwise.
void take_all_columns(Data& data, const std::string& file) {
    if (!data.options.all_columns || data.options.n.value_or(1) < 1) return;
    const std::int64_t count = std::ssize(proposed_columns(*data.table));
    const WorkloadType* const type = count > 2 ? app::matrix_workload_for(count) : nullptr;
    if (count > 2 && type == nullptr) refuse_many_columns(data, count);
    if (type == nullptr || type->inputs.sets != 1 || !compares_all_columns(data, *type, file)) return;
    const std::int64_t numeric = count_numeric(*data.table);
    say(fmt::format("{}: {} columns of numbers are compared by their Euclidean distance; --x and --y choose two, "
                    "--columns some of them, and --metric another distance",
                    data.table->name,
                    count == numeric ? fmt::format("all {}", count) : fmt::format("{} of {}", count, numeric)));
    take_as_vectors(data.options, *type, file);
}

/// Columns that are named without a metric are compared by their Euclidean distance, also where they are not two.
void take_named_columns(DataOptions& options, const std::string& file) {
    const auto count = static_cast<std::int64_t>(columns_in(options.columns).size());
    if (!options.all_columns || count == 0 || count == 2 || !options.x.empty() || !options.y.empty()) return;
    const WorkloadType* const type = app::matrix_workload_for(count);
    if (type != nullptr && type->inputs.sets == 1) take_as_vectors(options, *type, file);
}

/// A workload of points computes distances, so it must not take two columns of given ones for coordinates.
void read_for_named_workload(Data& data, const WorkloadType& type, const std::string& file) {
    DataOptions& options = data.options;
    if (!options.a.empty() || !app::takes_points(type)) return; // rows are vectors
    if (names_vectors(options, type) || names_categories(data, type, file)) {
        take_as_vectors(options, type, file);
        return;
    }
    if (chooses_coordinates(options)) return;
    DistanceTable found = proposed_distances(look_at_file(options, file));
    data.table = std::move(found.table);
    if (!found.set && !found.must_ask) {
        if (compares_all_columns(data, type, file)) take_as_vectors(options, type, file);
        return;
    }
    if (options.as != app::ReadAs::vectors)
        throw InputError(fmt::format("{} {} distances, and the workload {} computes them: leave the workload, the "
                                     "metric and the variant out, or read its rows as vectors with --as vectors",
                                     shown(file), found.set ? "holds" : "may hold", type.id));
    take_as_vectors(options, type, file);
}

void take_given(Data& data, const WorkloadType& type, const std::string& file, DistanceTable found) {
    data.options = asked_about(std::move(data.options), type, file);
    drop_usual_order(data.options);
    if (data.options.standardise) throw InputError(app::why_not_standardised(*found.set));
    if (!data.options.label.empty()) app::label_distances(*found.set, found.table.get(), data.options.label);
    data.options.label.clear();
    data.given = std::make_shared<const Dataset>(*std::move(found.set));
}

/// What the file holds decides.
void read_by_content(Data& data, const WorkloadType& type, const std::string& file) {
    DistanceTable found = proposed_distances(look_at_file(data.options, file));
    const bool holds_table = found.set || found.must_ask;
    const auto take_table = [&] {
        data.table = std::move(found.table);
        const InputFile& known = look_at_file(data.options, file);
        if (!data.table && data.options.a.empty() && !known.is(FileFormat::idx))
            data.table = std::make_shared<const Table>(app::load_points(known));
    };
    if (data.options.as == app::ReadAs::vectors && holds_table) {
        data.table = std::move(found.table);
        data.options = as_vectors(data.options, file, found.rows);
        return;
    }
    if (data.options.as == app::ReadAs::vectors) {
        take_table();
        if (data.table) take_all_columns(data, file);
        return;
    }
    if (found.set) {
        take_given(data, type, file, std::move(found));
        return;
    }
    if (found.must_ask) throw UnreadDistances(file, found);
    take_table();
    if (found.why_not.empty() && data.table) found.why_not = why_only_nearly_distances(*data.table);
    if (!found.why_not.empty())
        say(fmt::format("{} is not read as a distance matrix, because {}", shown(file), found.why_not));
    const WorkloadType* const of_texts = data.table ? app::workload_for_texts(*data.table) : nullptr;
    if (of_texts != nullptr) {
        say(app::remark_on_texts(*data.table));
        take_as_vectors(data.options, *of_texts, file);
    } else if (data.table) {
        take_all_columns(data, file);
    }
}

/// A recording's data are those of its workload, whatever the program starts with.
DataOptions as_recorded(const DataOptions& data, const std::string& file) {
    const profiling::Recording recording = profiling::load_recording(file);
    const auto workload = app::recorded_workload(recording);
    if (!workload && recording.is_session)
        throw InputError(fmt::format("cannot open {}: this version does not have its workload {}; open it with a newer "
                                     "Pairscope",
                                     shown(std::filesystem::path(file)), excerpt(recording.workload)));
    if (!workload) return data;
    if (auto session = options_of_session(data, recording, file)) return *std::move(session);
    DataOptions found = data;
    found.workload = *workload;
    if (recording.sets.empty() && data.a.empty() && app::takes_points(type_of(*workload))) return found;
    const bool as_vectors = data.as == app::ReadAs::vectors && type_of(*workload).inputs.takes_distances;
    const WorkloadType* const type =
        as_vectors ? app::matrix_workload_for(recording.sets.front()->dims) : &type_of(*workload);
    return type == nullptr ? data : asked_about(std::move(found), *type, file);
}

/// Who names the workload of a recording asks for what it holds.
bool is_recorded(const std::string& file, const std::string& workload) {
    return app::recorded_workload(profiling::load_recording(file)) == workload;
}

} // namespace

Data with_reading(const DataOptions& asked, const std::vector<std::string>& patterns) {
    const bool names_workload = !asked.workload.empty() || !patterns.empty();
    Data data{.options = asked};
    DataOptions& options = data.options;
    const WorkloadType* const type = workload_of_distances();
    const std::string file = only_file(options);
    if (type == nullptr) return data;
    if (!options.workload.empty()) // a name that nothing has, or a pattern
        options.workload = chosen_workload({.workload = options.workload, .patterns = {}, .device = {}}).id;
    if (options.as == app::ReadAs::vectors && options.workload == type->id)
        throw InputError(fmt::format("--as vectors computes distances between the rows of a table, and the workload {} "
                                     "shows distances that are given: leave one of the two out",
                                     type->id));
    if (!option_for_matrix(options).empty()) {
        options = as_matrix(options, *type, file, names_workload);
        return data;
    }
    if (file.empty()) return data;
    options.looked_at.push_back(look_at_file(options, file));
    if (options.looked_at.back().is(FileFormat::recording)) {
        if (!names_workload || is_recorded(file, options.workload)) options = as_recorded(options, file);
    } else if (names_workload) {
        const WorkloadType& named = chosen_workload({.workload = options.workload, .patterns = patterns, .device = {}});
        read_for_named_workload(data, named, file);
    } else if (!chooses_coordinates(options)) {
        read_by_content(data, *type, file);
    } else if (options.a.empty()) {
        take_named_columns(options, file);
    }
    return data;
}

void refuse_given_distances(const DataOptions& options) {
    const WorkloadType* const type = find_workload(options.workload);
    if (type == nullptr || !type->inputs.takes_distances) return;
    const std::string file = only_file(options);
    throw InputError(
        file.empty()
            ? fmt::format("there is nothing to measure, because {} shows distances that are given and not computed: "
                          "look at them with render or neighbours",
                          type->id)
            : fmt::format("there is nothing to measure, because {} holds distances that are given and not computed: "
                          "look at them with render or neighbours, or compute distances between its rows with --as "
                          "vectors",
                          shown(file)));
}

} // namespace pairscope::cli
