// SPDX-License-Identifier: MIT
#include "kernels/seriation/seriation.h"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

namespace pairscope::seriation {
Permutation inverse(const Permutation& permutation) {
    Permutation places(permutation.size());
    for (std::size_t place = 0; place < permutation.size(); ++place)
        places[static_cast<std::size_t>(permutation[place])] = static_cast<std::int32_t>(place);
    return places;
}

bool is_permutation(const Permutation& permutation) {
    std::vector<bool> seen(permutation.size());
    for (const std::int32_t row : permutation) {
        if (row < 0 || static_cast<std::size_t>(row) >= seen.size() || seen[static_cast<std::size_t>(row)])
            return false;
        seen[static_cast<std::size_t>(row)] = true;
    }
    return true;
}

Permutation between(const Permutation& from, const Permutation& to, double share) {
    const Permutation places_from = inverse(from), places_to = inverse(to);
    std::vector<double> places(from.size());
    for (std::size_t row = 0; row < places.size(); ++row)
        places[row] = std::lerp(double(places_from[row]), double(places_to[row]), share);
    return by_keys(places);
}

std::vector<double> distance_keys(const Dataset& set, const Dataset& from, std::int64_t row) {
    if (row < 0 || row >= from.rows)
        throw std::out_of_range(fmt::format("there is no row {}: the rows are 0 to {}", row, from.rows - 1));
    if (from.holds_distances) {
        const auto entries =
            coordinates(from).subspan(static_cast<std::size_t>(row * from.dims), static_cast<std::size_t>(from.dims));
        return {entries.begin(), entries.end()};
    }
    const auto coordinate = [](const Dataset& data, std::int64_t vector, std::int64_t k) {
        const auto at = static_cast<std::size_t>(vector * data.dims + k);
        return std::visit([at](const auto& values) { return static_cast<double>(values[at]); }, data.values);
    };
    std::vector<double> keys;
    for (std::int64_t i = 0; i < set.rows; ++i) {
        double sum = 0.0;
        for (std::int64_t k = 0; k < set.dims; ++k) {
            const double difference = coordinate(set, i, k) - coordinate(from, row, k);
            sum += difference * difference;
        }
        keys.push_back(std::sqrt(sum));
    }
    return keys;
}

} // namespace pairscope::seriation
