// SPDX-License-Identifier: MIT
#include "kernels/ladder/workload.h"

#include "kernels/data/dataset.h"
#include "kernels/data/globe.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace pairscope {
namespace {

/// A workload may have no formula.
bool has_possible_formula(const WorkloadType& type) {
    if (!type.formula) return true;
    if (type.inputs.element == Element::uint8 && !takes_bytes(type.formula->terms)) return false;
    if (type.formula->terms == PairTerms::places && type.inputs.dims.most != 2) return false;
    return is_computed(*type.formula) && (type.formula->ending != PairEnding::gaussian || !type.parameters.empty());
}

std::string_view what_is_missing(const WorkloadType& type) {
    if (type.title.empty() || type.question.empty()) return "a title or a question";
    if (!has_possible_formula(type)) return "a formula that can be computed";
    if (type.work == nullptr) return "its work";
    const MatrixCheck& matrix = type.matrix;
    if (type.output != OutputKind::matrix) return type.compare == nullptr ? "its check" : "";
    const bool can_judge = matrix.reference != nullptr && matrix.is_right != nullptr && matrix.compare_row != nullptr;
    return can_judge ? "" : "a part of its check";
}

std::vector<WorkloadType> checked(std::vector<WorkloadType> types) {
    for (WorkloadType& type : types) {
        if (const std::string_view missing = what_is_missing(type); !missing.empty())
            throw std::logic_error(fmt::format("the description of the workload {} lacks {}", type.id, missing));
        type.classic.type = type.id;
        if (type.example_size.rows == 0) type.example_size = type.classic;
        type.example_size.type = type.id;
        if (type.metric == Metric::own && type.pair == nullptr && type.matrix.are_distances)
            type.pair = type.matrix.reference;
    }
    std::ranges::sort(types, {}, [](const WorkloadType& type) { return std::pair(type.place, type.id); });
    return types;
}

std::string why_not(std::string_view id, std::string_view what, std::int64_t number, const SizeRange& range) {
    if (number >= range.least && number <= range.most) return {};
    if (range.least == range.most) return fmt::format("{} takes {} {}, not {}", id, range.least, what, number);
    return fmt::format("{} takes {} to {} {}, not {}", id, range.least, range.most, what, number);
}

} // namespace

std::int64_t Input::size_bytes() const {
    switch (layout) {
    case Layout::row_major:
        return rows * pitch * bytes_of(element);
    case Layout::column_major:
        return dims * pitch * bytes_of(element);
    case Layout::interleaved:
        return (dims + 3) / 4 * 4 * pitch * bytes_of(element);
    }
    return 0;
}

Input input_of(const Dataset& data) {
    const auto* const floats = std::get_if<std::vector<float>>(&data.values);
    const void* const values = floats != nullptr ? static_cast<const void*>(floats->data())
                                                 : std::get<std::vector<std::uint8_t>>(data.values).data();
    return {.data = values,
            .element = floats != nullptr ? Element::float32 : Element::uint8,
            .rows = data.rows,
            .dims = data.dims,
            .pitch = data.dims,
            .globe = globe_axes(data),
            .has_exact_sums = data.has_exact_sums};
}

Input laid_out(const Input& set, Layout layout) {
    const std::int64_t together = 16 / bytes_of(set.element); // so that every row of the layout begins on 16 bytes
    const std::int64_t rows = (set.rows + together - 1) / together * together;
    return {.data = nullptr,
            .element = set.element,
            .rows = set.rows,
            .dims = set.dims,
            .pitch = layout == Layout::row_major ? set.dims : rows,
            .layout = layout,
            .globe = set.globe,
            .has_exact_sums = set.has_exact_sums};
}

Inputs inputs_of(const Dataset& set) { return {.a = input_of(set), .b = input_of(set)}; }
Inputs inputs_of(const Dataset& a, const Dataset& b) { return {.a = input_of(a), .b = input_of(b)}; }

Problem problem_of(const Inputs& inputs, const OutputTarget& out) {
    return {.a = inputs.a, .b = inputs.b, .out = out, .parameters = inputs.parameters};
}

double* scalar_out(const Problem& problem) {
    return reinterpret_cast<double*>(std::get<LinearMemory>(problem.out).data);
}
FoundPair* pair_out(const Problem& problem) {
    return reinterpret_cast<FoundPair*>(std::get<LinearMemory>(problem.out).data);
}
FoundMatch* matches_out(const Problem& problem) {
    return reinterpret_cast<FoundMatch*>(std::get<LinearMemory>(problem.out).data);
}

float* values_out(const Problem& problem) { return std::get<LinearMemory>(problem.out).data; }

std::span<const WorkloadType> workload_types() {
    static const std::vector<WorkloadType> types = checked(manifest::workload_types());
    return types;
}

const WorkloadType* find_workload(std::string_view id) {
    const auto types = workload_types();
    const auto found = std::ranges::find(types, id, &WorkloadType::id);
    return found == types.end() ? nullptr : &*found;
}

const WorkloadType* workload_of_distances() {
    const auto types = workload_types();
    const auto found =
        std::ranges::find_if(types, [](const WorkloadType& type) { return type.inputs.takes_distances; });
    return found == types.end() ? nullptr : &*found;
}

const WorkloadType& type_of(std::string_view id) {
    if (const WorkloadType* found = find_workload(id)) return *found;
    throw std::logic_error(fmt::format("there is no workload {}", id));
}

std::string why_no_distances(const WorkloadType& type) {
    if (type.metric != Metric::own || type.pair != nullptr) return {};
    return fmt::format("{} says neither by which metric its vectors are compared nor how far two of them are apart",
                       type.id);
}

std::vector<double> usual_parameters(const WorkloadType& type) {
    std::vector<double> values;
    for (const ParameterRule& rule : type.parameters) values.push_back(rule.usual);
    return values;
}

std::string_view set_name(const WorkloadType& type, int set) {
    return type.inputs.names[static_cast<std::size_t>(set < type.inputs.sets ? set : 0)];
}

Workload workload_of(std::string_view type, const Inputs& inputs) {
    return {.type = type, .rows = inputs.a.rows, .cols = inputs.b.rows, .dims = inputs.a.dims};
}

OutputShape output_of(const Workload& workload, bool both_directions) {
    switch (type_of(workload.type).output) {
    case OutputKind::matrix:
        return matrix_output(workload.rows, workload.cols);
    case OutputKind::scalar:
        return scalar_output();
    case OutputKind::pair:
        return pair_output();
    case OutputKind::matches:
        return matches_output(both_directions ? workload.rows + workload.cols : workload.rows);
    case OutputKind::values:
        return values_output(workload.rows);
    }
    return {};
}

Workload turned(const Workload& workload) {
    Workload other = workload;
    std::swap(other.rows, other.cols);
    return other;
}
Inputs turned(const Inputs& inputs) {
    Inputs other = inputs;
    std::swap(other.a, other.b);
    return other;
}

std::int64_t n_of(const Workload& workload) {
    return counts_coordinates(type_of(workload.type).inputs) ? workload.dims : workload.rows;
}

Work work_of(const Workload& workload, Entry entry) { return type_of(workload.type).work(workload, entry); }

std::string_view metric_name_of(const WorkloadType& type) {
    if (!type.metric_name.empty()) return type.metric_name;
    return type.metric == Metric::own ? type.id : name_of(type.metric);
}
std::string_view metric_title_of(const WorkloadType& type) {
    return type.metric_title.empty() ? title_of(type.metric) : type.metric_title;
}
bool is_plainly_euclidean(const WorkloadType& type) {
    return type.metric == Metric::euclidean && type.prepare == nullptr;
}

std::string why_not_stored(const Workload& workload) {
    if (type_of(workload.type).output != OutputKind::matrix) return {};
    if (std::max(workload.rows, workload.cols) <= max_stored_rows) return {};
    return fmt::format("it stores the whole matrix, which is possible up to {} x {} entries; this one has {} x {}",
                       grouped(max_stored_rows), grouped(max_stored_rows), grouped(workload.rows),
                       grouped(workload.cols));
}

std::string why_not(const Workload& workload) {
    const WorkloadType& type = type_of(workload.type);
    const InputRule& rule = type.inputs;
    if (std::string reason = why_not(workload.type, "coordinates", workload.dims, rule.dims); !reason.empty())
        return reason;
    if (rule.takes_distances && workload.rows != workload.dims)
        return fmt::format("{} takes a square table, and this one has {} rows and {} columns", workload.type,
                           workload.rows, workload.dims);
    if (rule.sets == 1 && workload.rows != workload.cols)
        return fmt::format("{} asks about one set, but this matrix is {} x {}", workload.type, workload.rows,
                           workload.cols);
    if (std::string reason = why_not(workload.type, set_name(type, 0), workload.rows, rule.rows); !reason.empty())
        return reason;
    return why_not(workload.type, set_name(type, 1), workload.cols, rule.rows);
}

} // namespace pairscope
