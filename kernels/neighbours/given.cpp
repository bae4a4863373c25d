// SPDX-License-Identifier: MIT
#include "kernels/neighbours/given.h"

#include "kernels/cpu/parallel.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <span>
#include <utility>

namespace pairscope::neighbours {
namespace {

std::span<const float> row_of(const Dataset& given, std::int64_t row) {
    return coordinates(given).subspan(static_cast<std::size_t>(row * given.dims), static_cast<std::size_t>(given.dims));
}

cpu::RowLoop loop_over(const Dataset& given, const RunControl& control) {
    return {.rows = given.rows,
            .step = 16,
            .threads = cpu::threads_to_use(control.threads),
            .stop = control.stop,
            .rows_done = control.rows_done};
}

/// The lower one of equally near rows comes first.
void write_nearest(NeighbourTable& table, std::int64_t row, std::span<const float> distances) {
    std::vector<std::int32_t> others(distances.size());
    std::iota(others.begin(), others.end(), 0);
    others.erase(others.begin() + row);
    const auto key = [&](std::int32_t other) { return std::pair(distances[static_cast<std::size_t>(other)], other); };
    std::ranges::partial_sort(others, others.begin() + table.k, {}, key);
    auto at = static_cast<std::size_t>(row * table.k);
    for (const std::int32_t other : std::span(others).first(static_cast<std::size_t>(table.k))) {
        table.neighbours[at] = other;
        table.distances[at++] = distances[static_cast<std::size_t>(other)];
    }
}

} // namespace

float given_distance(const Dataset& given, std::int64_t row, std::int64_t col) {
    return row_of(given, row)[static_cast<std::size_t>(col)];
}

std::vector<double> given_squares(const Dataset& given, std::int64_t row) {
    std::vector<double> squares;
    squares.reserve(static_cast<std::size_t>(given.rows));
    for (const float distance : row_of(given, row))
        squares.push_back(static_cast<double>(distance) * static_cast<double>(distance));
    return squares;
}

void search_given(NeighbourTable& table, const Dataset& given, const RunControl& control) {
    cpu::for_rows(loop_over(given, control), [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t row = first; row < last; ++row) write_nearest(table, row, row_of(given, row));
    });
}

std::int64_t count_given(const Dataset& given, float radius, const RunControl& control) {
    std::atomic<std::int64_t> found = 0;
    cpu::for_rows(loop_over(given, control), [&](std::int64_t first, std::int64_t last) {
        std::int64_t part = 0;
        for (std::int64_t row = first; row < last; ++row)
            for (const float distance : row_of(given, row).subspan(static_cast<std::size_t>(row) + 1))
                part += distance < radius ? 1 : 0;
        found += part;
    });
    return found;
}

} // namespace pairscope::neighbours
