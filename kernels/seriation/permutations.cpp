// SPDX-License-Identifier: MIT
#include "kernels/seriation/seriation.h"

#include <cmath>

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

} // namespace pairscope::seriation
