// SPDX-License-Identifier: MIT
#include "kernels/neighbours/finish.h"

#include "kernels/engines/cpu/parallel.h"
#include "kernels/neighbours/plane.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace pairscope::neighbours {
namespace {

constexpr std::int64_t rows_of_step = 8192;

} // namespace

RoundingDoubt doubt_about(const Dataset& points) {
    if (points.low.empty()) return {};
    float largest = 0.0f;
    for (const float low : points.low) largest = std::max(largest, std::abs(low));
    constexpr float of_two_pairs = 6.0f; // 4 sqrt(2), and rounding
    return {.distance = of_two_pairs * largest};
}

bool suits_float_keys(const Dataset& points) {
    const auto* const values = std::get_if<std::vector<float>>(&points.values);
    return values == nullptr || suits_float32(*values);
}

std::span<const float> rounded_plane_of(const Dataset& points, std::vector<float>& room) {
    if (const auto* values = std::get_if<std::vector<float>>(&points.values); values != nullptr && points.dims == 2)
        return *values;
    return plane_of(LoadedVectors(points), room);
}

/// Fills in the distances. Are they clearly in their order?
template <class PlaceIn>
bool RowFinish::measure(NeighbourTable& table, std::int64_t row, const PlaceIn& place_in) const {
    const auto from = place_in(measure_.first(), points_, row);
    const double relative = 1.0 + measure_.slack().relative;
    const std::int32_t* const neighbours = table.neighbours.data() + row * table.k;
    double* const distances = table.distances.data() + row * table.k;
    const bool are_exact = measure_.has_exact_keys();
    double last = -1.0;
    bool is_sure = true;
    for (int i = 0; i < table.k; ++i) {
        const double key = rounded_square(from, place_in(measure_.across(), candidates_, neighbours[i]));
        const bool ties = are_exact && i > 0 && key == last && neighbours[i] > neighbours[i - 1];
        is_sure &= key > (are_exact ? last : last * relative) || ties;
        last = key;
        distances[i] = measure_.distance_of_exact(key);
    }
    return is_sure;
}

void RowFinish::finish(NeighbourTable& table, std::int64_t row) {
    const bool are_floats = measure_.first().dims() == 2 && !points_.empty() && !candidates_.empty();
    const auto float_place = [](const LoadedVectors&, std::span<const float> all, std::int64_t i) {
        return std::array{all[static_cast<std::size_t>(2 * i)], all[static_cast<std::size_t>(2 * i + 1)]};
    };
    const auto double_place = [](const LoadedVectors& set, std::span<const float>, std::int64_t i) {
        return std::array{set.at(i, 0), set.dims() > 1 ? set.at(i, 1) : 0.0};
    };
    if (are_floats ? measure(table, row, float_place) : measure(table, row, double_place)) return;
    list_.begin(row);
    for (const std::int32_t neighbour : table.neighbours_of(row))
        list_.add(measure_.exact_key(row, neighbour), neighbour);
    list_.write(table, row);
}

void RowFinish::let_wait(const NeighbourTable& table, std::int64_t row) {
    waiting_ = row;
    for (const double& distance : table.distances_of(row)) __builtin_prefetch(&distance, 1);
    if (candidates_.empty()) return;
    const std::size_t dims = measure_.first().dims();
    for (const std::int32_t neighbour : table.neighbours_of(row))
        __builtin_prefetch(&candidates_[static_cast<std::size_t>(neighbour) * dims]);
}

void finish_table(NeighbourTable& table, const NeighbourQuestion& question, std::span<const std::uint8_t> doubtful,
                  const RunControl& control) {
    if (table.k == 0) return;
    Measure measure(question);
    measure.look_for_exact_keys();
    cpu::for_rows({.rows = table.rows,
                   .step = rows_of_step,
                   .threads = cpu::threads_to_use(control.threads),
                   .stop = control.stop},
                  [&](std::int64_t begin, std::int64_t end) {
                      RowFinish finish(measure, table.k);
                      for (std::int64_t row = begin; row < end; ++row)
                          if (table.neighbours_of(row).front() >= 0 && doubtful[static_cast<std::size_t>(row)] == 0)
                              finish.finish(table, row);
                  });
    std::vector<std::int64_t> again;
    for (std::int64_t row = 0; row < table.rows; ++row)
        if (doubtful[static_cast<std::size_t>(row)] != 0) again.push_back(row);
    find_again(table, question, again, {.stop = control.stop, .rows_done = nullptr, .threads = control.threads});
}

} // namespace pairscope::neighbours
