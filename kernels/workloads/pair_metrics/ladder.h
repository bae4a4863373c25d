// SPDX-License-Identifier: MIT
// A file of the ladder describes one variant for each workload.
#pragma once

#include "kernels/ladder/variant.h"
#include "kernels/workloads/pair_metrics/cross_entries.h"
#include "kernels/workloads/pair_metrics/entries.h"

#include <string_view>
#include <utility>
#include <vector>

namespace pairscope::pair_metrics {

/// describe(formula, entry) for each workload; the workloads of the variants are those of the entries.
template <class Describe> std::vector<KernelVariant> for_each_metric(Describe describe) {
    std::vector<KernelVariant> variants;
    const auto add = [&](KernelVariant variant, std::string_view workload) {
        variant.workload = workload;
        variant.tolerance = relative_bound;
        variants.push_back(std::move(variant));
    };
    for_each_formula<AllFormulas>(
        [&]<class Formula>(Formula formula) { add(describe(formula, entry_of<Formula>), entry_of<Formula>.id); });
    for_each_formula<CrossFormulas>([&]<class Formula>(Formula formula) {
        for (const MetricEntry& entry : cross_entries_of<Formula>()) add(describe(formula, entry), entry.id);
    });
    return variants;
}

} // namespace pairscope::pair_metrics
