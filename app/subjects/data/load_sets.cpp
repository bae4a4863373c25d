// SPDX-License-Identifier: MIT
#include "app/subjects/data/load_sets.h"

#include "app/spine/files/paths.h"
#include "app/subjects/data/recorded_sets.h"
#include "kernels/data/columns/named_column.h"
#include "kernels/data/columns/place_columns.h"
#include "kernels/data/coordinates.h"
#include "kernels/data/dataset.h"
#include "kernels/data/distances/distance_table.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/readers/column_texts.h"
#include "kernels/data/sequences/text_vectors.h"
#include "kernels/data/shapes/clustered_vectors.h"
#include "kernels/data/text.h"
#include "kernels/data/vectors.h"
#include "kernels/matrix/unstored/blocks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace pairscope::app {
namespace {

/// The workload that defines its own distance between vectors of bytes; null if there is none.
const WorkloadType* workload_of_codes() {
    const auto found = std::ranges::find_if(workload_types(), [](const WorkloadType& type) {
        return type.inputs.element == Element::uint8 && type.metric == Metric::own && type.matrix.are_distances;
    });
    return found == workload_types().end() ? nullptr : &*found;
}

std::shared_ptr<const Dataset> shared(Dataset&& data) { return std::make_shared<const Dataset>(std::move(data)); }

LoadedSets preset_of(const WorkloadType& type, const std::string& name) {
    const auto preset = std::ranges::find(type.presets, name, &Preset::name);
    if (preset == type.presets.end()) {
        std::vector<std::string_view> names;
        for (const Preset& known : type.presets) names.push_back(known.name);
        throw InputError(names.empty() ? fmt::format("{} has no presets: leave --preset out", type.id)
                                       : fmt::format("{} has no preset {}; choose one of {}", type.id, name,
                                                     fmt::join(names, ", ")));
    }
    LoadedSets sets{.first = shared(preset->make(0)), .second = nullptr};
    if (type.inputs.sets == 2) sets.second = shared(preset->make(1));
    return sets;
}

LoadedSets example_of(const WorkloadType& type, const VectorSource& source, const std::stop_token& stop) {
    const auto example = example_maker(type);
    const Workload& usual = type.example_size;
    const std::int64_t rows = source.n.value_or(usual.rows);
    const std::int64_t cols = source.m.value_or(source.n ? rows : usual.cols);
    const std::int64_t dims = type.inputs.takes_distances ? rows : source.dims.value_or(usual.dims);
    if (example == nullptr && !takes_points(type))
        throw InputError(fmt::format("{} has no example data: give a file", type.id));
    if (example == nullptr) return {.first = shared(clustered_vectors(rows, dims)), .second = nullptr};
    LoadedSets sets{.first = shared(example(0, rows, dims, stop)), .second = nullptr};
    if (type.inputs.sets == 2) sets.second = shared(example(1, cols, dims, stop));
    if (stop.stop_requested()) throw InputError(fmt::format("making the example of {} was cancelled", type.id));
    return sets;
}

/// How many vectors of a file are read.
struct WantedRows {
    std::optional<std::int64_t> asked; ///< by a user
    std::int64_t otherwise = 0;
};

/// Unless a user asks for more, a file gives no more vectors than variants can answer about. A matrix with a formula
/// can be looked at without being stored.
WantedRows wanted_rows(const WorkloadType& type, const std::optional<std::int64_t>& asked, Rows rows) {
    const std::int64_t most = type.inputs.rows.most;
    const bool is_stored = type.output == OutputKind::matrix && (rows == Rows::stored || !has_blocks(type));
    return {.asked = asked, .otherwise = is_stored ? std::min(most, max_stored_rows) : most};
}

/// How a set is read. `first` is the first set, when the second one is read.
VectorRequest request_for(const WantedRows& rows, const VectorSource& source, const Dataset* first = nullptr) {
    return {.most_rows = rows.asked.value_or(rows.otherwise),
            .columns = source.columns,
            .first = first,
            .may_shift = source.may_shift};
}

/// What a file may hold. It may have more coordinates than the workload takes if only the first ones are asked for.
InputRule rule_for(const WorkloadType& type, const VectorSource& source) {
    InputRule rule = type.inputs;
    const bool are_few = source.dims.value_or(rule.dims.most + 1) <= rule.dims.most;
    if (are_few && !counts_coordinates(rule)) rule.dims.most = std::numeric_limits<std::int64_t>::max();
    return rule;
}

/// The use of each column, where no user chose the two that are longitude and latitude.
std::shared_ptr<const std::vector<ColumnUse>> proposed_uses(const Dataset& places) {
    if (!places.columns) return nullptr;
    auto uses = std::make_shared<std::vector<ColumnUse>>(*places.columns);
    for (ColumnUse& use : *uses)
        if (use.is_numeric && !use.is_label)
            use.why = use.is_used ? "It is longitude or latitude." : "A place has two coordinates.";
    return uses;
}

/// What is read, and how. `table` is that of the first file, if it was read before.
struct Reading {
    const WorkloadType& type;
    const VectorSource& source;
    SetsReading how{};
    const std::stop_token& stop;

    [[nodiscard]] WantedRows wanted(const std::optional<std::int64_t>& asked) const {
        return wanted_rows(type, asked, how.rows);
    }

    [[nodiscard]] ReadVectors read(const std::filesystem::path& file, const InputRule& rule,
                                   const VectorRequest& request) const {
        if (type.metric == Metric::great_circle) return read_places(file, rule, request);
        const Table* const table = how.table;
        const bool is_text = table != nullptr && !table->lines.empty(); // the columns of an array have no roles
        const bool is_read = is_text && file == source.a;
        VectorRequest labelled = request;
        labelled.label = source.label;
        return is_read ? read_vectors(*table, rule, labelled)
                       : read_vectors(file_among(how.files, file), rule, labelled, stop);
    }
    /// The two columns that are longitude and latitude, whatever else the file has.
    [[nodiscard]] ReadVectors read_places(const std::filesystem::path& file, const InputRule& rule,
                                          const VectorRequest& asked) const {
        const Table* const table = how.table;
        const bool is_read = table != nullptr && file == source.a;
        const auto own =
            is_read ? nullptr : std::make_shared<const Table>(load_table(file_among(how.files, file), stop));
        const Table& all = is_read ? *table : *own;
        VectorRequest request = asked;
        request.label = source.label;
        if (request.columns.names.empty()) {
            const PlaceColumns found = place_columns(all);
            request.columns.names = {found.longitude->name, found.latitude->name};
        }
        ReadVectors places = read_vectors(all, rule, request);
        if (asked.columns.names.empty()) places.set.columns = proposed_uses(places.set);
        if (own) places.table = own; // the numbers refer to it
        return places;
    }
    /// The texts of one column, whatever else the file has.
    [[nodiscard]] Dataset texts(const std::filesystem::path& file, const InputRule& rule,
                                const VectorRequest& asked) const {
        VectorRequest request = asked;
        request.label = source.label;
        if (how.table != nullptr && file == source.a) return sequences::load_texts(*how.table, rule, request);
        return sequences::load_texts(
            sequences::load_table_of_texts(file_among(how.files, file), source.columns.names, stop), rule, request);
    }
    [[nodiscard]] std::shared_ptr<const Dataset> set(const std::filesystem::path& file, const InputRule& rule,
                                                     const VectorRequest& request) const {
        if (sequences::takes_texts(type)) return shared(texts(file, rule, request));
        return shared(finished(read(file, rule, request), rule, request));
    }
    /// The sets of two files, or of two parts of one file that begin at the same row.
    [[nodiscard]] TwoSets both(const InputRule& rule, const WantedRows& of_first, const WantedRows& of_second) const {
        const VectorRequest request = request_for(of_first, source);
        if (sequences::takes_texts(type)) {
            TwoSets sets{texts(source.a, rule, request), texts(source.b, rule, request_for(of_second, source))};
            sequences::bring_to_one_length(sets.a, sets.b);
            return sets;
        }
        ReadVectors a = read(source.a, rule, request);
        ReadVectors b = read(source.b, rule, request_for(of_second, source, &a.set));
        return finished(std::move(a), std::move(b), rule, request);
    }
};

void remark_fewer_rows(LoadedSets& sets, const Dataset& found, const WantedRows& rows) {
    if (rows.asked && found.rows < *rows.asked) sets.remarks.push_back(fewer_rows(found));
}

/// The two sets of a workload with a file for each.
void read_two(LoadedSets& sets, const Reading& reading) {
    const VectorSource& source = reading.source;
    const bool is_one_file = is_same_file(source.a, source.b);
    const WantedRows first = reading.wanted(source.n), second = reading.wanted(source.m);
    const InputRule rule = rule_for(reading.type, source);
    if (is_one_file && source.n == source.m) {
        sets.first = sets.second = reading.set(source.a, rule, request_for(first, source));
        remark_fewer_rows(sets, *sets.first, first);
        return;
    }
    TwoSets both = reading.both(rule, first, second);
    sets.first = shared(std::move(both.a));
    sets.second = shared(std::move(both.b));
    remark_fewer_rows(sets, *sets.first, first);
    if (!is_one_file || sets.first->rows != sets.second->rows) remark_fewer_rows(sets, *sets.second, second);
    if (is_one_file)
        share_rows(sets);
    else if (sets.first->values == sets.second->values && sets.first->low == sets.second->low)
        sets.remarks.push_back(
            fmt::format("{} and {} hold the same rows, so each row finds its copy at distance 0. Give "
                        "one of the files twice to compare its rows with each other.",
                        sets.first->name, sets.second->name));
}

/// A file of given distances, or the first rows and columns of it.
LoadedSets distances_of(const Reading& reading) {
    const VectorSource& source = reading.source;
    if (source.columns != VectorColumns{} || source.dims)
        throw InputError(fmt::format("cannot choose columns of {}: its rows and columns are the same, so leave the "
                                     "columns and the number of coordinates out",
                                     shown(source.a)));
    DistanceTable found = load_distances(file_among(reading.how.files, source.a), reading.stop, reading_of(source));
    if (!source.label.empty()) label_distances(*found.set, found.table.get(), source.label);
    return rows_of_distances(shared(*std::move(found.set)), source.n);
}

void require_equal_dims(const LoadedSets& sets, const VectorSource& source) {
    if (!sets.second || sets.second->dims == sets.first->dims) return;
    throw InputError(
        fmt::format("the vectors of {} have {}, those of {} have {}, and both sets must have the same number of "
                    "coordinates: give files that belong together, or take the first coordinates of both with --dims",
                    shown(source.a), counted(sets.first->dims, "coordinate"), shown(source.b), sets.second->dims));
}

/// A set that is compared with itself stays one set.
template <class Change> void change_both(LoadedSets& sets, const Change& change) {
    const bool is_one = sets.second == sets.first;
    change(sets.first);
    if (is_one)
        sets.second = sets.first;
    else if (sets.second)
        change(sets.second);
}

void require_rows(const Dataset& set, const WorkloadType& type) {
    const std::int64_t least = type.inputs.rows.least;
    if (set.rows >= least) return;
    throw InputError(fmt::format("{} has only {}, and {} needs at least {}: give a file with more", set.name,
                                 counted(set.rows, "vector"), type.id, least));
}

void keep_first_coordinates(std::shared_ptr<const Dataset>& set, std::int64_t dims, LoadedSets& sets) {
    if (set->dims < dims) {
        std::string remark = fmt::format("the vectors of {} have only {}, and all of them are used", set->name,
                                         counted(set->dims, "coordinate"));
        if (std::ranges::find(sets.remarks, remark) == sets.remarks.end()) // both sets may be of one file
            sets.remarks.push_back(std::move(remark));
    }
    if (set->dims > dims) set = shared(first_coordinates(*set, dims));
}

LoadedSets load_whole_sets(const Reading& reading) {
    const auto& [type, source, how, stop] = reading;
    if (file_among(how.files, source.a).is(FileFormat::recording)) return recorded_sets(type, source, stop);
    if (type.inputs.sets == 1 && !source.b.empty())
        throw InputError(fmt::format("{} needs one set, but there are two files, {} and {}: leave one of them out",
                                     type.id, shown(source.a), shown(source.b)));
    if (!source.b.empty() && file_among(how.files, source.b).is(FileFormat::recording))
        throw InputError(
            fmt::format("cannot take the second set from {}: it is a recording, which holds all sets of its "
                        "workload; give it as the only file",
                        shown(source.b)));
    if (type.inputs.takes_distances) return distances_of(reading);
    LoadedSets sets;
    if (type.inputs.sets == 2 && source.b.empty()) {
        InputRule both = rule_for(type, source); // for both sets together
        both.rows.least *= 2;
        both.rows.most *= 2;
        const std::int64_t of_one = reading.wanted({}).otherwise;
        const std::int64_t rows =
            std::max(source.n.value_or(of_one), of_one) + std::max(source.m.value_or(of_one), of_one);
        const auto whole = reading.set(source.a, both, request_for({.asked = {}, .otherwise = rows}, source));
        TwoSets parts = split(*whole, source.n.value_or((whole->rows + 1) / 2));
        if (source.m) parts.b = first_rows(parts.b, *source.m);
        sets.remarks.push_back(
            fmt::format("{} was split after its first {}: row 0 of the second set is row {} of the file, counted from "
                        "0. Another size of the first set splits it elsewhere.",
                        whole->name, counted(parts.a.rows, "row"), grouped(parts.a.rows)));
        sets.first = shared(std::move(parts.a));
        sets.second = shared(std::move(parts.b));
        return sets;
    }
    if (type.inputs.sets == 2) {
        read_two(sets, reading);
        return sets;
    }
    const WantedRows rows = reading.wanted(source.n);
    sets.first = reading.set(source.a, rule_for(type, source), request_for(rows, source));
    remark_fewer_rows(sets, *sets.first, rows);
    return sets;
}

} // namespace

std::string why_not_standardised(const Dataset& distances) {
    return fmt::format("cannot standardise {}: it holds distances and not columns of coordinates; leave --standardise "
                       "out, or read its rows as vectors with --as vectors",
                       distances.name);
}

void label_distances(Dataset& distances, const Table* table, const std::string& label) {
    if (table == nullptr)
        throw InputError(fmt::format("cannot take labels of column {} in {}: its rows are named as its columns are, so "
                                     "leave the label out",
                                     excerpt(label), distances.name));
    const Column& column = column_named(*table, label, Need::anything);
    const std::vector<std::string> texts = column_texts(*table, column, table->rows);
    const std::int64_t rows_above = std::ssize(texts) - distances.rows; // a row of numbers that are names
    distances.labels.clear();
    for (std::int64_t row = 0; row < distances.rows; ++row) {
        const std::int64_t in_file = distances.source_rows.empty() ? row : distances.source_rows[std::size_t(row)];
        distances.labels.push_back(texts[std::size_t(rows_above + in_file)]);
    }
}

LoadedSets rows_of_distances(const std::shared_ptr<const Dataset>& whole, const std::optional<std::int64_t>& n) {
    LoadedSets sets;
    sets.remarks.push_back(what_it_holds(*whole));
    if (n.value_or(whole->rows) < whole->rows)
        sets.remarks.push_back(fmt::format("The first {} of the {} rows and columns of {} are used.", grouped(*n),
                                           grouped(whole->rows), whole->name));
    sets.first = part_of(whole, n, sets);
    return sets;
}

LoadedSets load_sets(const WorkloadType& type, const VectorSource& source, const std::stop_token& stop,
                     const SetsReading& how) {
    if (source.a.empty() && (source.columns != VectorColumns{} || !source.label.empty()))
        throw InputError("columns are chosen and standardised in a file: give one, or leave the columns out");
    if (!source.preset.empty()) return preset_of(type, source.preset);
    if (source.a.empty()) return example_of(type, source, stop);
    SetsReading looked = how;
    looked.files = look_at_files(source, how.files);
    LoadedSets sets = load_whole_sets({.type = type, .source = source, .how = std::move(looked), .stop = stop});
    const auto add_origin = [](auto& set) { set = shared(with_origin_added(*set)); };
    if (!source.may_shift && !sets.first->origin.empty()) change_both(sets, add_origin); // sets of a recording
    if (source.dims) change_both(sets, [&](auto& set) { keep_first_coordinates(set, *source.dims, sets); });
    require_equal_dims(sets, source);
    require_rows(*sets.first, type);
    if (sets.second) require_rows(*sets.second, type);
    if (const WorkloadType* of_bits = workload_of_codes(); of_bits != nullptr && of_bits->id != type.id)
        if (may_be_codes(*sets.first))
            sets.remarks.push_back(
                fmt::format("The bytes of {} are compared as numbers. If they are codes of bits, such as ORB features, "
                            "--metric {} counts the bits that differ.",
                            sets.first->name, metric_name_of(*of_bits)));
    if (!type.inputs.unit_length) return sets;
    change_both(sets, [](auto& set) { set = shared(with_unit_length(*set)); });
    return sets;
}

} // namespace pairscope::app
