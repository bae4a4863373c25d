// SPDX-License-Identifier: MIT
// The spanning tree of distances that were given, as VAT is published: it starts at one end of the largest distance.
#include "kernels/seriation/given.h"

#include "kernels/data/coordinates.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

namespace pairscope::seriation {
namespace {

/// The first row that has the largest distance.
std::int32_t first_row(const Dataset& given) {
    std::int32_t first = 0;
    double largest = -1.0;
    for (std::int64_t row = 0; row < given.rows; ++row)
        for (std::int64_t col = 0; col < given.dims; ++col)
            if (const double distance = held_coordinate(given, row, col); distance > largest) {
                largest = distance;
                first = static_cast<std::int32_t>(row);
            }
    return first;
}

} // namespace

Permutation spanning_tree_of_given(const Dataset& given, const std::stop_token& stop) {
    Permutation open = identity(given.rows), order; // `open` stays ascending, so that the first of equals is taken
    std::vector<double> nearest(open.size(),
                                std::numeric_limits<double>::infinity()); // distances of rows from the tree
    std::int32_t next = given.rows > 0 ? first_row(given) : 0;
    while (!open.empty() && !stop.stop_requested()) {
        order.push_back(next);
        std::erase(open, next);
        for (const std::int32_t row : open) {
            const auto at = static_cast<std::size_t>(row);
            nearest[at] = std::min(nearest[at], held_coordinate(given, next, row));
        }
        const auto found = std::ranges::min_element(
            open, {}, [&](std::int32_t row) { return nearest[static_cast<std::size_t>(row)]; });
        if (found != open.end()) next = *found;
    }
    order.insert(order.end(), open.begin(), open.end());
    return order;
}

} // namespace pairscope::seriation
