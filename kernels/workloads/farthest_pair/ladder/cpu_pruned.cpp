// SPDX-License-Identifier: MIT
// The vectors are sorted by their distance from the middle, the outermost first. A block of rows is finished at the
// first panel whose vectors lie too near to the middle. For pictures, a few per cent of the pairs are left.
#include "kernels/engines/cpu/parallel.h"
#include "kernels/ladder/host_run.h"
#include "kernels/workloads/farthest_pair/panels.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

namespace pairscope::ladder::farthest_pair {
namespace {

/// The vectors by their distance from the middle, the outermost first.
struct Order {
    std::vector<int> rows;
    std::vector<double> radius; ///< radius of the vector at each place, rounded up
};

/// The mean vector, rounded to whole numbers, so that squared distances from it are exact.
std::vector<std::uint8_t> middle_of(const FarthestPairProblem& problem, const Run& run) {
    constexpr std::int64_t step = 1024; // the sum of 1024 bytes fits into 32 bits
    std::vector<std::atomic<std::int64_t>> sums(static_cast<std::size_t>(problem.dims));
    cpu::for_rows({.rows = problem.n, .step = step, .threads = run.host->threads, .stop = run.host->stop},
                  [&](std::int64_t first, std::int64_t last) {
                      std::vector<std::uint32_t> part(sums.size());
                      for (; first < last; ++first)
                          for (std::size_t k = 0; k < part.size(); ++k)
                              part[k] += problem.data[first * problem.pitch + static_cast<std::int64_t>(k)];
                      for (std::size_t k = 0; k < part.size(); ++k) sums[k] += part[k];
                  });
    std::vector<std::uint8_t> middle;
    for (const std::int64_t sum : sums) middle.push_back(static_cast<std::uint8_t>((sum + problem.n / 2) / problem.n));
    return middle;
}

std::uint32_t squared_distance(const std::uint8_t* x, const std::uint8_t* y, std::size_t dims) {
    std::uint32_t sum = 0;
    for (std::size_t k = 0; k < dims; ++k) {
        const int difference = x[k] - y[k];
        sum += static_cast<std::uint32_t>(difference * difference);
    }
    return sum;
}

Order outermost_first(const FarthestPairProblem& problem, const Run& run) {
    constexpr double above = 1.0 + 0x1p-48; // covers the rounding of a sum of two radii and of its square
    const std::vector<std::uint8_t> middle = middle_of(problem, run);
    std::vector<std::uint32_t> squares(static_cast<std::size_t>(problem.n));
    cpu::for_rows({.rows = problem.n, .step = 64, .threads = run.host->threads, .stop = run.host->stop},
                  [&](std::int64_t first, std::int64_t last) {
                      for (; first < last; ++first)
                          squares[static_cast<std::size_t>(first)] =
                              squared_distance(problem.data + first * problem.pitch, middle.data(), middle.size());
                  });
    Order order{.rows = std::vector<int>(squares.size()), .radius = {}};
    std::iota(order.rows.begin(), order.rows.end(), 0);
    const auto square_of = [&](int row) { return squares[static_cast<std::size_t>(row)]; };
    std::ranges::stable_sort(order.rows, std::greater(), square_of);
    for (const int row : order.rows) order.radius.push_back(above * std::sqrt(static_cast<double>(square_of(row))));
    return order;
}

void launch(const Run& run) {
    constexpr std::int64_t groups_of_block = 8; // few, so that a block ends soon where its inner rows cannot win
    const FarthestPairProblem problem = farthest_pair_problem(run.problem);
    const Order order = outermost_first(problem, run);
    farthest::Panels panels(run, order.rows);
    panels.fill();
    farthest::SharedBest best;
    const auto is_worth_it = [&](std::int64_t first, std::int64_t other) {
        const double reach =
            order.radius[static_cast<std::size_t>(first)] + order.radius[static_cast<std::size_t>(other)];
        return reach * reach >= best.value();
    };
    cpu::for_rows({.rows = problem.n,
                   .step = groups_of_block * panels.rows_at_once(),
                   .threads = run.host->threads,
                   .stop = run.host->stop,
                   .rows_done = run.host->rows_done},
                  [&](std::int64_t first, std::int64_t last) { panels.compare(first, last, best, is_worth_it); });
    if (!run.host->stop.stop_requested()) *problem.pair = best.best();
}

} // namespace

KernelVariant cpu_pruned_variant() {
    return {.title = "Pairs that cannot win are left out",
            .teaches = "A cheap bound that is always right rules out most pairs before their distance is computed, so "
                       "the result stays exact.",
            .wastes = "Where all vectors are equally far from the middle of the set, no pair can be left out.",
            .parent = "farthest_pair/cpu_parallel",
            .backend = Backend::cpu,
            .uses_all_threads = true,
            .does_less = true,
            .workspace_bytes = farthest::Panels::workspace_bytes,
            .launch = launch};
}

} // namespace pairscope::ladder::farthest_pair
