// SPDX-License-Identifier: MIT
// The units in which workloads give their distances.
#pragma once

#include "kernels/ladder/metric.h"
#include "kernels/ladder/workload.h"

#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace pairscope {

/// Does the unit tell what is counted, so that distances are whole numbers?
[[nodiscard]] constexpr bool counts_something(std::string_view unit) { return unit == "edits" || unit == "bits"; }

/// The unit of the distances of a workload between vectors whose coordinates have that unit: "km", "edits"; empty if
/// there is none.
[[nodiscard]] inline std::string unit_of_distances(const WorkloadType& type, std::string_view unit_of_coordinates) {
    using Counted =
        std::pair<std::string_view, std::string_view>; // the name of a metric that counts, and what it counts
    constexpr std::array counted{Counted{"edit", "edits"}, Counted{"hamming_bits", "bits"}};
    constexpr std::array<std::string_view, 2> keep_the_unit{"minkowski", "dtw"}; // though their metric is `own`
    const std::string_view name = metric_name_of(type);
    for (const auto& [metric, what] : counted)
        if (metric == name) return std::string(what);
    for (const std::string_view metric : keep_the_unit)
        if (metric == name) return std::string(unit_of_coordinates);
    // Columns in standard deviations, shares of rows and categories have no unit any more.
    return type.prepare != nullptr ? std::string() : unit_of_distances(type.metric, unit_of_coordinates);
}

/// Are distances between places in degrees given in degrees, as if the Earth were flat?
[[nodiscard]] inline bool keeps_degrees(const WorkloadType& type) {
    return unit_of_distances(type, "degrees").ends_with("degrees");
}

} // namespace pairscope
