// SPDX-License-Identifier: MIT
#include "app/subjects/data/size_parts.h"

#include "app/subjects/data/data_source.h"

namespace pairscope::app {

std::optional<std::int64_t> m_of(const Workload& workload) {
    const InputRule& rule = type_of(workload.type).inputs;
    if (rule.sets != 2 || counts_coordinates(rule)) return {};
    return workload.cols;
}

std::optional<std::int64_t> d_of(const Workload& workload) {
    const WorkloadType& type = type_of(workload.type);
    if (counts_coordinates(type.inputs) || (workload.dims == 2 && takes_points(type))) return {};
    return workload.dims;
}

} // namespace pairscope::app
