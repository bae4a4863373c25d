// SPDX-License-Identifier: MIT
// A file of the ladder describes one variant for each metric.
#pragma once

#include "kernels/ladder/variant.h"
#include "kernels/metrics/formulas.h"
#include "kernels/workloads/metric_distances/entries.h"

#include <vector>

namespace pairscope::metric_distances::inline PAIRSCOPE_SIDE {

/// describe(formula, entry) for each formula; the workloads of the variants are those of the entries.
template <class Describe> std::vector<KernelVariant> for_each_metric(Describe describe) {
    std::vector<KernelVariant> variants;
    metrics::for_each_metric([&](auto formula) {
        constexpr Metric metric = decltype(formula)::metric;
        static_assert(has_entry(metric));
        for (const MetricEntry& entry : entries) {
            if (entry.metric != metric) continue;
            variants.push_back(describe(formula, entry));
            variants.back().workload = entry.id;
        }
    });
    return variants;
}

} // namespace pairscope::metric_distances::inline PAIRSCOPE_SIDE
