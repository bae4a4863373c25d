// SPDX-License-Identifier: MIT
// The distances of all pairs of one set of vectors by each metric of kernels/metrics/formulas.h, n x n matrices.
#include "kernels/metrics/description.h"
#include "kernels/metrics/rule.h"
#include "kernels/workloads/metric_distances/entries.h"

#include <utility>
#include <vector>

namespace pairscope::workloads {

std::vector<WorkloadType> metric_distances_workloads() {
    std::vector<WorkloadType> types;
    metrics::for_each_formula([&]<class Formula>(Formula) {
        static constexpr const pairscope::metric_distances::MetricEntry& entry =
            pairscope::metric_distances::entry_of(Formula::metric);
        WorkloadType type = metrics::described<Formula, metrics::Rule<Formula>>(entry.entries);
        type.id = entry.id;
        type.place = entry.place;
        type.title = entry.title;
        type.question = entry.question;
        type.value = entry.value;
        types.push_back(std::move(type));
    });
    return types;
}

} // namespace pairscope::workloads
