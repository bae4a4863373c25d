// SPDX-License-Identifier: MIT
#include "app/spine/commands.h"
#include "app/spine/state.h"
#include "app/subjects/data/data.h"
#include "app/subjects/data/open_texts.h"
#include "kernels/data/columns/categories.h"
#include "kernels/data/columns/place_columns.h"
#include "kernels/data/globe.h"
#include "kernels/data/vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace pairscope::app {
namespace {

bool is_within(std::int64_t number, const SizeRange& range) { return number >= range.least && number <= range.most; }

/// Are there only the vectors of one set, perhaps twice?
bool is_one_set(const Question& question) { return !question.second || question.second == question.first; }

/// Would the workload take such vectors as they are?
bool takes(const WorkloadType& type, const Dataset& set) {
    const InputRule& rule = type.inputs;
    return rule.element == Element::float32 && std::holds_alternative<std::vector<float>>(set.values) &&
           set.holds_distances == rule.takes_distances && !rule.unit_length && !counts_coordinates(rule) &&
           is_within(set.rows, rule.rows) && is_within(set.dims, rule.dims) && why_not_asked(set, type).empty();
}

/// Were the vectors made for their workload alone, or shipped for it?
bool is_example(const DataSnapshot& data) {
    const auto* vectors = std::get_if<VectorSource>(&data.source);
    return vectors != nullptr &&
           (vectors->a.empty() || is_of_example_files(data.source, type_of(data.question.workload)));
}

/// Has a user chosen them?
bool is_chosen(const DataSnapshot& data) {
    return data.edited || !(is_example(data) || is_default_dataset(data.source));
}

/// What is read of a file, however many sets a workload asks about.
VectorSource without_sets(VectorSource source) {
    source.b.clear();
    source.n.reset();
    source.m.reset();
    return source;
}

/// Points that were moved, or of which there are more or fewer, are others.
bool are_other_data(const DataSnapshot& a, const DataSnapshot& b) {
    const auto *one = std::get_if<VectorSource>(&a.source), *other = std::get_if<VectorSource>(&b.source);
    if (one != nullptr && other != nullptr)
        return without_sets(*one) != without_sets(*other) || a.question.first->rows != b.question.first->rows;
    if (one != nullptr || other != nullptr) return true;
    return &original_of(*a.question.first) != &original_of(*b.question.first);
}

/// Vectors of a file, which can be read again as one set or as two.
bool is_of_file(const VectorSource& source) { return !source.a.empty() && source.preset.empty(); }

/// Why it is not clear which columns of the file are places; empty: it is, or a user has chosen two.
std::string why_unclear(const DataSnapshot& data, const WorkloadType& type) {
    const auto* file = std::get_if<FileSource>(&data.source);
    if (type.metric != Metric::great_circle || file == nullptr || !data.table || file->columns.are_places) return {};
    const std::string reason = why_unclear_places(*data.table);
    if (reason.empty()) return {};
    const ColumnChoice likely = likely_columns(*data.table, file->columns.label);
    const bool is_proposed = file->columns.x == likely.x && file->columns.y == likely.y;
    if (!is_proposed) return {};
    return fmt::format("{}, or tick \"longitude and latitude\" in the list of columns in the Data panel", reason);
}

/// Did the program itself choose these data, because the workload does not take the user's as they are? They are the
/// texts of the user's file, or the default points.
bool is_shown_instead(const DataSnapshot& data, const DataSnapshot& users) {
    const WorkloadType& type = type_of(data.question.workload);
    if (!is_chosen(users)) return false;
    if (!is_chosen(data)) return !carried_over(users, type);
    const auto texts = texts_of_open_file(users, type);
    return texts && data.source == DataSource(*texts);
}

} // namespace

bool is_of_recording(const DataSnapshot& data) {
    return std::ranges::any_of(data.files, [](const InputFile& file) { return file.is(FileFormat::recording); });
}

std::optional<DataSnapshot> carried_over(const DataSnapshot& data, const WorkloadType& type) {
    const auto& set = data.question.first;
    const WorkloadType& now = type_of(data.question.workload);
    if (set && !take_alike(type, now, original_of(*set))) return {};
    const bool is_chosen = set && !is_default_dataset(data.source);
    if (is_chosen && would_take_more_texts(type, now, original_of(*set))) return {};
    if (!set || !takes(type, original_of(*set)) || !why_unclear(data, type).empty()) return {};
    const auto* vectors = std::get_if<VectorSource>(&data.source);
    if (vectors == nullptr && !takes_points(type)) return {};
    if (vectors != nullptr && (!is_one_set(data.question) || !is_of_file(*vectors))) return {};
    DataSnapshot next = data;
    next.question.workload = type.id;
    next.question.parameters = usual_parameters(type);
    next.question.first = as_needed_by(type, next.question.first);
    if (!next.question.first->why_unprepared.empty()) return {};
    if (vectors == nullptr) return next;
    auto& source = std::get<VectorSource>(next.source);
    const bool has_two = type.inputs.sets == 2;
    next.question.same_rows = false;
    source.n = set->rows;
    // A recording is given once, whether a workload asks about one set or about two.
    source.b = has_two && !is_of_recording(data) ? source.a : std::filesystem::path();
    source.m = has_two ? std::optional(set->rows) : std::nullopt;
    next.question.second = has_two ? next.question.first : nullptr;
    return next;
}

std::string why_not_in_kilometres(const DataSnapshot& data) {
    const WorkloadType* type = workload_of_metric(Metric::great_circle);
    if (type == nullptr || !data.question.first) return {};
    const std::string reason = why_not_asked(original_of(*data.question.first), *type);
    return reason.empty() ? why_unclear(data, *type) : reason;
}

void note_leaving(DataState& data) {
    if (!data.now.question.first) return; // nothing was read yet
    const bool are_other = !data.brought || are_other_data(*data.brought, data.now);
    if (!are_other) {
        data.brought->pairs = data.now.pairs;
    } else if (!is_example(data.now) && !(data.brought && is_shown_instead(data.now, *data.brought))) {
        ++data.times_brought;
        data.brought = data.now;
    }
    data.left.insert_or_assign(data.now.question.workload,
                               LeftData{.data = data.now, .times_brought = data.times_brought});
}

NextData data_for(const State& state, const WorkloadType& type) {
    const auto left = state.data.left.find(type.id);
    const bool was_here = left != state.data.left.end();
    if (was_here && left->second.times_brought == state.data.times_brought) return {.ready = left->second.data};
    const std::optional<DataSnapshot>& brought = state.data.brought;
    const bool is_of_user = brought && is_chosen(*brought);
    if (is_of_user) {
        if (auto carried = carried_over(*brought, type)) return {.ready = std::move(carried)};
        if (auto texts = texts_of_open_file(*brought, type)) return {.ready = {}, .to_read = *std::move(texts)};
    }
    if (was_here) return {.ready = left->second.data};
    NextData next{.ready = {}, .to_read = first_data(state.run, type)};
    if (is_of_user && takes_points(type)) next.warning = why_not_kept(*brought, type);
    if (brought && !is_of_user && is_of_points(next.to_read)) next.ready = carried_over(*brought, type);
    return next;
}

std::string why_not_kept(const DataSnapshot& data, const WorkloadType& type) {
    const auto& points = data.question.first;
    std::string reason = points && is_of_points(data.source) ? why_not_asked(*as_needed_by(type, points), type) : "";
    if (reason.empty()) reason = why_unclear(data, type);
    return reason.empty() ? reason : fmt::format("The program's own data were opened instead, because {}.", reason);
}

} // namespace pairscope::app
