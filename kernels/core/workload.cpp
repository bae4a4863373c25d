// SPDX-License-Identifier: MIT
#include "kernels/core/workload.h"

#include "kernels/core/dataset.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace pairscope {
namespace {

std::vector<WorkloadType> checked(std::vector<WorkloadType> types) {
    for (const WorkloadType& type : types) {
        const bool is_whole = !type.title.empty() && !type.question.empty() && type.answer != nullptr &&
                              type.work != nullptr && type.reference != nullptr && type.is_right != nullptr &&
                              type.compare_row != nullptr;
        if (!is_whole)
            throw std::logic_error(fmt::format("the description of the workload {} is not complete", type.id));
    }
    std::ranges::sort(types, {}, &WorkloadType::id);
    return types;
}

std::string why_not(std::string_view id, std::string_view what, std::int64_t number, const SizeRange& range) {
    if (number >= range.least && number <= range.most) return {};
    if (range.least == range.most) return fmt::format("{} takes {} {}, not {}", id, range.least, what, number);
    return fmt::format("{} takes {} to {} {}, not {}", id, range.least, range.most, what, number);
}

} // namespace

std::string_view name_of(Element element) {
    switch (element) {
    case Element::float32:
        return "float32";
    case Element::uint8:
        return "uint8";
    }
    return {};
}

Input input_of(const Dataset& data) {
    const auto* const floats = std::get_if<std::vector<float>>(&data.values);
    const void* const values = floats != nullptr ? static_cast<const void*>(floats->data())
                                                 : std::get<std::vector<std::uint8_t>>(data.values).data();
    return {.data = values,
            .element = floats != nullptr ? Element::float32 : Element::uint8,
            .rows = data.rows,
            .dims = data.dims,
            .pitch = data.dims};
}

std::span<const WorkloadType> workload_types() {
    static const std::vector<WorkloadType> types = checked(manifest::workload_types());
    return types;
}

const WorkloadType* find_workload(std::string_view id) {
    const auto types = workload_types();
    const auto found = std::ranges::find(types, id, &WorkloadType::id);
    return found == types.end() ? nullptr : &*found;
}

const WorkloadType& type_of(std::string_view id) {
    if (const WorkloadType* found = find_workload(id)) return *found;
    throw std::logic_error(fmt::format("there is no workload {}", id));
}

AnswerShape answer_of(const Workload& workload) { return type_of(workload.type).answer(workload); }

Work work_of(const Workload& workload, Entry entry) { return type_of(workload.type).work(workload, entry); }

std::string why_not(const Workload& workload) {
    const InputRule& rule = type_of(workload.type).inputs;
    if (std::string reason = why_not(workload.type, "coordinates", workload.dims, rule.dims); !reason.empty())
        return reason;
    if (rule.sets == 1 && workload.rows != workload.cols)
        return fmt::format("{} asks about one set, this is {} x {}", workload.type, workload.rows, workload.cols);
    for (const std::int64_t rows : {workload.rows, workload.cols})
        if (std::string reason = why_not(workload.type, "points", rows, rule.rows); !reason.empty()) return reason;
    return {};
}

} // namespace pairscope
