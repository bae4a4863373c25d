// SPDX-License-Identifier: MIT
// The metrics by which distances between vectors are measured.
#pragma once

#include "kernels/data/names.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace pairscope {

/// `own`: a metric that only its workload knows. WorkloadType::pair gives its distances.
enum class Metric : std::uint8_t {
    euclidean,
    squared,
    manhattan,
    chebyshev,
    cosine,
    canberra,
    hamming,
    great_circle,
    own
};
/// All that have a name, which is all but `own`.
inline constexpr std::array<Name<Metric>, 8> metric_names{
    {{Metric::euclidean, "euclidean", "Euclidean distance"},
     {Metric::squared, "squared", "squared Euclidean distance"},
     {Metric::manhattan, "manhattan", "Manhattan distance"},
     {Metric::chebyshev, "chebyshev", "Chebyshev distance"},
     {Metric::cosine, "cosine", "cosine distance"},
     {Metric::canberra, "canberra", "Canberra distance"},
     {Metric::hamming, "hamming", "Hamming distance"},
     {Metric::great_circle, "great_circle", "great-circle distance"}}};
static_assert(is_in_order(metric_names));
[[nodiscard]] constexpr std::string_view name_of(Metric metric) {
    return metric == Metric::own ? "own" : name_in(metric_names, metric);
}
[[nodiscard]] constexpr std::string_view title_of(Metric metric) {
    return metric == Metric::own ? "workload's own distance" : title_in(metric_names, metric);
}

/// Do sums or maxima over the differences of coordinates decide? Only neighbours by such a metric are decided without
/// any rounding.
[[nodiscard]] constexpr bool is_of_differences(Metric metric) {
    return metric == Metric::euclidean || metric == Metric::squared || metric == Metric::manhattan ||
           metric == Metric::chebyshev;
}
/// May the distance change if a number is added to a coordinate of both vectors? Places on the Earth know their origin.
[[nodiscard]] constexpr bool is_seen_from_zero(Metric metric) {
    return !is_of_differences(metric) && metric != Metric::great_circle && metric != Metric::own;
}

/// The mean radius of the Earth [km], as the International Union of Geodesy and Geophysics defines it.
inline constexpr double earth_radius = 6371.0088;

/// The unit of distances between vectors whose coordinates have that unit; empty if there is none.
[[nodiscard]] std::string unit_of_distances(Metric metric, std::string_view unit_of_coordinates);

} // namespace pairscope
