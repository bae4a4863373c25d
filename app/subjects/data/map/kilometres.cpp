// SPDX-License-Identifier: MIT
#include "app/chart/number_text.h"
#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/subjects/data/data.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "kernels/data/coordinates.h"
#include "kernels/data/globe.h"
#include "kernels/data/text.h"
#include "kernels/metrics/units.h"
#include "kernels/neighbours/metric_vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

/// Places without a number have no range that they could leave.
std::string note_on_empty(std::int64_t places) {
    if (places == 0) return {};
    return fmt::format("{} {} no latitude or longitude, and so no distances.", counted(places, "place"),
                       places == 1 ? "has" : "have");
}

std::int64_t count_empty(const Dataset& set) {
    const auto* const values = std::get_if<std::vector<float>>(&set.values);
    if (values == nullptr) return 0;
    std::int64_t count = 0;
    for (std::size_t at = 0; at + 1 < values->size(); at += 2)
        count += std::isnan((*values)[at]) || std::isnan((*values)[at + 1]) ? 1 : 0;
    return count;
}

std::string note_on_missing(std::int64_t places) {
    if (places == 0) return {};
    return fmt::format(
        "{} {} no distances: a latitude lies between -90 and 90 degrees, and a longitude between -360 and "
        "360 degrees.",
        counted(places, "place"), places == 1 ? "has" : "have");
}

/// Are all latitudes and longitudes, of three places at least, possible in radians, too, and some no whole numbers? No
/// land lies there in degrees.
bool may_be_radians(const Dataset& data) {
    constexpr std::int64_t fewest = 3;
    constexpr double quarter = 1.5708, half = 3.1416; // turns, rounded up
    if (data.dims != 2 || data.rows < fewest) return false;
    const std::int64_t latitude = globe_axes(data).latitude_first ? 0 : 1;
    bool has_fraction = false;
    for (std::int64_t row = 0; row < data.rows; ++row)
        for (const std::int64_t k : {0, 1}) {
            const double degrees = whole_coordinate(data, row, k);
            if (!(std::abs(degrees) <= (k == latitude ? quarter : half))) return false;
            has_fraction = has_fraction || degrees != std::floor(degrees);
        }
    return has_fraction;
}

} // namespace

bool offers_kilometres(const State& state) {
    const Question& now = state.data.now.question;
    const WorkloadType& type = current_type(state);
    const bool compares = type.matrix.are_distances && type.metric != Metric::great_circle;
    return compares && now.first && (!now.second || now.second == now.first) &&
           are_flat_degrees(original_of(*now.first)) && workload_of_metric(Metric::great_circle) != nullptr;
}

std::string_view why_kilometres(const WorkloadType& type) {
    const std::string_view name = metric_name_of(type);
    if (keeps_degrees(type))
        return "Longitude and latitude are compared as flat degrees. A degree of longitude counts as much as a degree "
               "of latitude, although it becomes shorter towards the poles. Nearest neighbours can therefore be wrong.";
    if (name == "standardised_euclidean" || name == "mahalanobis")
        return "The metric divides longitude and latitude by how much they vary in these data. Its values therefore "
               "have no unit, and they are not distances on the Earth.";
    if (type.metric == Metric::canberra)
        return "The metric divides each difference by the coordinates themselves. Places near the equator or near the "
               "prime meridian therefore seem far from all others.";
    return "The metric compares the two numbers of each place, and does not know that they are angles on a globe. Its "
           "values are not distances on the Earth.";
}

std::string note_on_places(const State& state) {
    const auto& set = state.data.now.question.first;
    if (!set) return {};
    const Metric metric = current_type(state).metric;
    if (!is_deep(state)) return note_on_places(*set, metric);
    const bool are_counted = metric == Metric::great_circle && has_first_picture(state);
    if (!are_counted || state.deep.unusable == 0) return {};
    return fmt::format("{} {} no distances: they lack a latitude from -90 to 90 degrees, or a longitude from -360 to "
                       "360 degrees.",
                       counted(state.deep.unusable, "place"), state.deep.unusable == 1 ? "has" : "have");
}

std::string note_on_places(const Dataset& set, Metric metric) {
    if (metric != Metric::great_circle) return {};
    const std::int64_t unusable = std::ranges::count(neighbours::usable_vectors(set, Metric::great_circle), false);
    const std::int64_t empty = unusable == 0 ? 0 : count_empty(set);
    const std::string on_empty = note_on_empty(empty), on_others = note_on_missing(unusable - empty);
    if (unusable == 0 && may_be_radians(set))
        return "All latitudes lie between -1.571 and 1.571, and all longitudes between -3.142 and 3.142. They are read "
               "as degrees: if they are radians, multiply them by 57.29578 first.";
    return on_empty + (on_empty.empty() || on_others.empty() ? "" : " ") + on_others;
}

std::string left_out_words(std::int64_t count, std::string_view noun, const WorkloadType& type) {
    const std::string_view why = why_without_neighbours(type);
    return count == 1 ? fmt::format("1 {} {} is left out", noun, why)
                      : fmt::format("{} {} are left out", counted(count, noun), why);
}

std::string_view why_without_neighbours(const WorkloadType& type) {
    if (type.prepare != nullptr || type.metric == Metric::own) return "without distances";
    return type.metric == Metric::great_circle ? "without a place on the Earth"
                                               : "with a coordinate that is not finite";
}

} // namespace pairscope::app
