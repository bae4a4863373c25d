// SPDX-License-Identifier: MIT
#include "kernels/neighbours/finish.h"

#include "kernels/cpu/parallel.h"
#include "kernels/neighbours/scale.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace pairscope::neighbours {
namespace {

constexpr std::int64_t rows_of_step = 8192;

Place place_in(std::span<const float> coordinates, std::int64_t row) {
    const auto at = 2 * static_cast<std::size_t>(row);
    return {coordinates[at], coordinates[at + 1]};
}
bool is_finite(Place at) { return std::isfinite(at.x) && std::isfinite(at.y); }

/// Coincident points are decided rightly: their squared distance is 0.
bool has_unreliable(const NeighbourTable& table, std::int64_t row, const SearchedPlane& searched) {
    const auto distances = table.distances_of(row);
    const auto neighbours = table.neighbours_of(row);
    const Place here = place_in(searched.points, row);
    for (std::size_t i = 0; i < distances.size() && distances[i] <= least_reliable_distance; ++i) {
        const Place there = place_in(searched.candidates, neighbours[i]);
        if (here.x != there.x || here.y != there.y) return true;
    }
    return false;
}

void decide_again(NeighbourTable& table, std::int64_t row, const SearchedPlane& searched) {
    std::vector<std::pair<double, std::int32_t>> all;
    const Place here = place_in(searched.points, row);
    for (std::int64_t i = 0; 2 * i < std::ssize(searched.candidates); ++i) {
        const Place there = place_in(searched.candidates, i);
        if (is_finite(there) && !(searched.one_set && i == row))
            all.emplace_back(reliable_squared(here, there, searched.scale), static_cast<std::int32_t>(i));
    }
    std::partial_sort(all.begin(), all.begin() + table.k, all.end());
    const auto at = static_cast<std::size_t>(row * table.k);
    for (std::size_t i = 0; i < static_cast<std::size_t>(table.k); ++i) {
        table.neighbours[at + i] = all[i].second;
        table.distances[at + i] = static_cast<float>(std::sqrt(all[i].first));
    }
}

void finish_row(NeighbourTable& table, std::int64_t row, const SearchedPlane& searched) {
    const auto at = static_cast<std::size_t>(row * table.k);
    if (table.neighbours[at] < 0) return; // left out, or not searched because it was stopped
    if (table.distances[at] <= least_reliable_distance && has_unreliable(table, row, searched))
        return decide_again(table, row, searched);
    if (searched.scale == 1.0) return;
    for (float& distance : std::span(table.distances).subspan(at, static_cast<std::size_t>(table.k)))
        distance = static_cast<float>(static_cast<double>(distance) / searched.scale);
}

} // namespace

void finish_table(NeighbourTable& table, const SearchedPlane& searched, const RunControl& control) {
    if (table.k == 0) return;
    cpu::for_rows({.rows = table.rows,
                   .step = rows_of_step,
                   .threads = cpu::threads_to_use(control.threads),
                   .stop = control.stop},
                  [&](std::int64_t first, std::int64_t last) {
                      for (std::int64_t row = first; row < last && !control.stop.stop_requested(); ++row)
                          finish_row(table, row, searched);
                  });
}

} // namespace pairscope::neighbours
