// SPDX-License-Identifier: MIT
#include "kernels/neighbours/given.h"

#include "kernels/data/coordinates.h"
#include "kernels/engines/cpu/parallel.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace pairscope::neighbours {
namespace {

std::span<const float> row_of(const Dataset& given, std::int64_t row) {
    return coordinates(given).subspan(static_cast<std::size_t>(row * given.dims), static_cast<std::size_t>(given.dims));
}

/// The lower one of equally near rows comes first.
void write_nearest(NeighbourTable& table, std::int64_t row, const Dataset& given) {
    const std::span<const float> entries = row_of(given, row);
    std::vector<std::int32_t> others(entries.size());
    std::iota(others.begin(), others.end(), 0);
    others.erase(others.begin() + row);
    std::erase_if(others, [&](std::int32_t other) { return std::isnan(entries[static_cast<std::size_t>(other)]); });
    const std::size_t count = std::min(others.size(), static_cast<std::size_t>(table.k)); // pairs may be missing
    const auto key = [&](std::int32_t other) {
        const auto at = static_cast<std::size_t>(other);
        const float low = given.low.empty() ? 0.0f : given.low[static_cast<std::size_t>(row * given.dims) + at];
        return std::pair(static_cast<double>(entries[at]) + static_cast<double>(low), other);
    };
    std::ranges::partial_sort(others, others.begin() + static_cast<std::ptrdiff_t>(count), {}, key);
    auto at = static_cast<std::size_t>(row * table.k);
    for (const std::int32_t other : std::span(others).first(count)) {
        table.neighbours[at] = other;
        table.distances[at++] = given_distance(given, row, other);
    }
}

} // namespace

double given_distance(const Dataset& given, std::int64_t row, std::int64_t col) {
    return coordinate_in_file(given, row, col);
}

void search_given(NeighbourTable& table, const Dataset& given, const RunControl& control) {
    cpu::for_rows({.rows = given.rows,
                   .step = 16,
                   .threads = cpu::threads_to_use(control.threads),
                   .stop = control.stop,
                   .rows_done = control.rows_done},
                  [&](std::int64_t first, std::int64_t last) {
                      for (std::int64_t row = first; row < last; ++row) write_nearest(table, row, given);
                  });
}

} // namespace pairscope::neighbours
