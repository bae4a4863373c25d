// SPDX-License-Identifier: MIT
#include "kernels/ladder/metric.h"

namespace pairscope {

std::string unit_of_distances(Metric metric, std::string_view unit_of_coordinates) {
    switch (metric) {
    case Metric::squared:
        return unit_of_coordinates.empty() ? std::string() : "square " + std::string(unit_of_coordinates);
    case Metric::cosine:
    case Metric::canberra:
    case Metric::hamming:
    case Metric::own:
        return {};
    case Metric::great_circle:
        return "km";
    default:
        return std::string(unit_of_coordinates);
    }
}

} // namespace pairscope
