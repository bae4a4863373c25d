// SPDX-License-Identifier: MIT
// The spanning tree of distances that were given, as VAT is published: it starts at one end of the largest distance.
#include "kernels/seriation/given.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace pairscope::seriation {
namespace {

std::span<const float> row_of(const Dataset& given, std::int32_t row) {
    return coordinates(given).subspan(static_cast<std::size_t>(row) * static_cast<std::size_t>(given.dims),
                                      static_cast<std::size_t>(given.dims));
}

/// The first row that has the largest distance.
std::int32_t first_row(const Dataset& given) {
    const auto entries = coordinates(given);
    const auto largest = std::ranges::max_element(entries) - entries.begin();
    return static_cast<std::int32_t>(largest / given.dims);
}

} // namespace

Permutation spanning_tree_of_given(const Dataset& given, const std::stop_token& stop) {
    Permutation open = identity(given.rows), order; // `open` stays ascending, so that the first of equals is taken
    std::vector<float> nearest(open.size(), std::numeric_limits<float>::infinity()); // distances of rows from the tree
    std::int32_t next = given.rows > 0 ? first_row(given) : 0;
    while (!open.empty() && !stop.stop_requested()) {
        order.push_back(next);
        std::erase(open, next);
        const std::span<const float> joined = row_of(given, next);
        for (const std::int32_t row : open) {
            const auto at = static_cast<std::size_t>(row);
            nearest[at] = std::min(nearest[at], joined[at]);
        }
        const auto found = std::ranges::min_element(
            open, {}, [&](std::int32_t row) { return nearest[static_cast<std::size_t>(row)]; });
        if (found != open.end()) next = *found;
    }
    order.insert(order.end(), open.begin(), open.end());
    return order;
}

} // namespace pairscope::seriation
