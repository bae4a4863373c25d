// SPDX-License-Identifier: MIT
#include "kernels/neighbours/finish.h"

#include "kernels/cpu/parallel.h"
#include "kernels/neighbours/plane.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace pairscope::neighbours {
namespace {

constexpr std::int64_t rows_of_step = 8192;

} // namespace

Doubt doubt_about(const Dataset& points) {
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

std::array<double, 2> RowFinish::place_in(const LoadedVectors& set, std::int64_t row) const {
    return {set.at(row, 0), set.dims() > 1 ? set.at(row, 1) : 0.0};
}

void RowFinish::finish(NeighbourTable& table, std::int64_t row) {
    const auto first = static_cast<std::size_t>(row * table.k);
    const auto from = place_in(measure_.first(), row);
    const Slack slack = measure_.slack();
    double before = -1.0;
    bool is_sure = true;
    for (std::size_t i = first; i < first + static_cast<std::size_t>(table.k); ++i) {
        const auto to = place_in(measure_.across(), table.neighbours[i]);
        const double key = rounded_square(from, to);
        is_sure &= key > before + slack.of(key);
        before = key;
        table.distances[i] = measure_.distance_of_exact(key);
    }
    if (is_sure) return;
    list_.begin(row);
    for (const std::int32_t neighbour : table.neighbours_of(row))
        list_.add(measure_.exact_key(row, neighbour), neighbour);
    list_.write(table, row);
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
