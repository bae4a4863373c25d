// SPDX-License-Identifier: MIT
// The distance of two vectors is at most the sum of their distances from any third point. The vectors are sorted by
// their distance from the middle, the outermost first, so a row is finished at the first partner that is too near to
// the middle.
//
// Among vectors that differ only in the last coordinate, those with its lowest and its highest value are the ends of a
// line. The other vectors of the line are nearer to every other vector than one of the ends is.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/workloads/farthest_pair/reference.cpp" // Highway compiles this file repeatedly
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/engines/cpu/parallel.h"
#include "kernels/ladder/compare.h"
#include "kernels/workloads/farthest_pair/best.h"
#include "kernels/workloads/farthest_pair/reference.h"

#include <algorithm>
#include <cmath>
#include <compare>
#include <functional>
#include <numeric>
#include <vector>

HWY_BEFORE_NAMESPACE();
namespace pairscope::farthest {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

/// A square has 16 bits, and each step adds two squares to a lane, so the sums of this many steps fit into 31 bits.
constexpr std::int64_t steps_at_once = 1 << 14;

std::uint64_t sum_of_squares(const std::uint8_t* HWY_RESTRICT x, const std::uint8_t* HWY_RESTRICT y,
                             std::int64_t count) {
    const hn::ScalableTag<std::int16_t> words;
    const hn::Rebind<std::uint8_t, decltype(words)> bytes;
    const hn::RepartitionToWide<decltype(words)> sums;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(words));
    std::uint64_t total = 0;
    std::int64_t k = 0;
    while (k + lanes <= count) {
        auto sum = hn::Zero(sums), other = hn::Zero(sums);
        const std::int64_t end = std::min(count, k + steps_at_once * lanes);
        for (; k + lanes <= end; k += lanes) {
            const auto a = hn::PromoteTo(words, hn::LoadU(bytes, x + k));
            const auto b = hn::PromoteTo(words, hn::LoadU(bytes, y + k));
            const auto difference = hn::Sub(a, b);
            sum = hn::ReorderWidenMulAccumulate(sums, difference, difference, sum, other);
        }
        HWY_ALIGN std::int32_t parts[HWY_MAX_BYTES / sizeof(std::int32_t)];
        hn::Store(hn::Add(sum, other), sums, parts);
        for (std::size_t i = 0; i < hn::Lanes(sums); ++i) total += static_cast<std::uint64_t>(parts[i]);
    }
    for (; k < count; ++k) {
        const int difference = int{x[k]} - int{y[k]};
        total += static_cast<std::uint64_t>(difference * difference);
    }
    return total;
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace pairscope::farthest
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pairscope::farthest {
namespace {

HWY_EXPORT(sum_of_squares);

/// The fixed cost of comparing two vectors, in coordinates.
constexpr double cost_of_pair = 300.0;

using Rows = std::vector<std::int64_t>;

/// The vectors, the outermost first.
struct Sorted {
    Rows rows;
    std::vector<double> radius; ///< radius of rows[k], rounded up
};

const std::uint8_t* vector_at(const Input& set, std::int64_t row) { return set.bytes() + row * set.pitch; }

FoundPair pair_of(const Input& set, std::int64_t i, std::int64_t j) {
    const std::uint64_t square = squared_distance(vector_at(set, i), vector_at(set, j), set.dims);
    return {std::min(i, j), std::max(i, j), static_cast<double>(square)};
}

/// The ends of all lines that are parallel to the last axis, each with its lowest row.
Rows ends_of_lines(const Input& set) {
    Rows rows(static_cast<std::size_t>(set.rows));
    std::iota(rows.begin(), rows.end(), 0);
    const auto order = [&](std::int64_t i, std::int64_t j, std::int64_t coordinates) {
        const std::uint8_t *x = vector_at(set, i), *y = vector_at(set, j);
        return std::lexicographical_compare_three_way(x, x + coordinates, y, y + coordinates);
    };
    std::ranges::stable_sort(rows, [&](std::int64_t i, std::int64_t j) { return order(i, j, set.dims) < 0; });
    Rows ends;
    for (auto first = rows.begin(); first != rows.end();) {
        const auto next =
            std::find_if(first, rows.end(), [&](std::int64_t row) { return order(*first, row, set.dims - 1) != 0; });
        const auto last =
            std::find_if(first, next, [&](std::int64_t row) { return order(row, *(next - 1), set.dims) == 0; });
        ends.push_back(*first);
        if (order(*first, *last, set.dims) != 0) ends.push_back(*last);
        first = next;
    }
    return ends;
}

/// The vectors among which the output is: all of them, or only the ends of lines if there are few coordinates.
Rows candidates_of(const Input& set) {
    constexpr std::int64_t few = 4;
    if (set.dims <= few) return ends_of_lines(set);
    Rows all(static_cast<std::size_t>(set.rows));
    std::iota(all.begin(), all.end(), 0);
    return all;
}

/// The mean of all vectors, rounded to bytes, so that distances from it are exact.
std::vector<std::uint8_t> middle_of(const Input& set) {
    std::vector<std::int64_t> sums(static_cast<std::size_t>(set.dims));
    for (std::int64_t i = 0; i < set.rows; ++i)
        for (std::int64_t k = 0; k < set.dims; ++k) sums[static_cast<std::size_t>(k)] += vector_at(set, i)[k];
    std::vector<std::uint8_t> middle;
    for (const std::int64_t sum : sums) middle.push_back(static_cast<std::uint8_t>((sum + set.rows / 2) / set.rows));
    return middle;
}

Sorted sorted_by_radius(const Input& set, Rows rows, const std::stop_token& stop) {
    constexpr double above = 1.0 + 0x1p-48; // covers the rounding of a sum of two radii and of its square
    const std::vector<std::uint8_t> middle = middle_of(set);
    std::vector<std::uint64_t> squares(static_cast<std::size_t>(set.rows));
    cpu::for_rows({.rows = std::ssize(rows), .step = 64, .threads = cpu::hardware_threads(), .stop = stop},
                  [&](std::int64_t first, std::int64_t last) {
                      for (; first < last; ++first) {
                          const std::int64_t row = rows[static_cast<std::size_t>(first)];
                          squares[static_cast<std::size_t>(row)] =
                              squared_distance(vector_at(set, row), middle.data(), set.dims);
                      }
                  });
    Sorted sorted{.rows = std::move(rows), .radius = {}};
    const auto square_of = [&](std::int64_t row) { return squares[static_cast<std::size_t>(row)]; };
    std::ranges::stable_sort(sorted.rows, std::greater(), square_of);
    for (const std::int64_t row : sorted.rows)
        sorted.radius.push_back(above * std::sqrt(static_cast<double>(square_of(row))));
    return sorted;
}

bool can_reach(const Sorted& sorted, std::size_t place, std::size_t other, double square) {
    const double reach = sorted.radius[place] + sorted.radius[other];
    return reach * reach >= square;
}

/// Compares the vector at this place of the order with those from place `first` on.
void compare_with_inner(const Input& set, const Sorted& sorted, std::size_t place, std::size_t first,
                        SharedBest& best) {
    for (std::size_t other = first; other < sorted.rows.size(); ++other) {
        if (!can_reach(sorted, place, other, best.value())) return;
        if (other != place) best.offer(pair_of(set, sorted.rows[place], sorted.rows[other]));
    }
}

/// The vector that is farthest from the vector `row`.
std::int64_t farthest_from(const Input& set, const Sorted& sorted, std::int64_t row) {
    return *std::ranges::max_element(sorted.rows, {},
                                     [&](std::int64_t other) { return pair_of(set, row, other).value; });
}

/// How many pairs can be as far apart as `square` says.
double pairs_that_reach(const Sorted& sorted, double square) {
    double pairs = 0.0;
    std::size_t end = sorted.rows.size();
    for (std::size_t place = 0; place < end; ++place) {
        while (end > place + 1 && !can_reach(sorted, place, end - 1, square)) --end;
        pairs += static_cast<double>(end - place - 1);
    }
    return pairs;
}

/// The places of a sample. Half of it are the outermost vectors, and the other half is spread over all places.
std::vector<std::size_t> places_of_sample(const Sorted& sorted, std::int64_t count) {
    std::vector<bool> is_chosen(sorted.rows.size());
    for (const std::int64_t place : rows_to_check(std::ssize(sorted.rows), count / 2))
        is_chosen[static_cast<std::size_t>(place)] = true;
    std::vector<std::size_t> places;
    for (std::size_t place = 0; place < is_chosen.size(); ++place)
        if (is_chosen[place] || static_cast<std::int64_t>(place) < count - count / 2) places.push_back(place);
    return places;
}

} // namespace

std::uint64_t squared_distance(const std::uint8_t* x, const std::uint8_t* y, std::int64_t count) {
    return HWY_DYNAMIC_DISPATCH(sum_of_squares)(x, y, count);
}

std::optional<FarthestSearch> find_farthest(const Input& set, double most_work, std::stop_token stop) {
    constexpr std::int64_t least_sample = 8;
    const int threads = cpu::hardware_threads();
    const Sorted sorted = sorted_by_radius(set, candidates_of(set), stop);
    const auto count = std::ssize(sorted.rows);
    if (stop.stop_requested()) return {};
    SharedBest best;
    std::int64_t far = sorted.rows.front();
    for (int step = 0; step < 2; ++step) {
        const std::int64_t other = farthest_from(set, sorted, far);
        const FoundPair pair = pair_of(set, far, other);
        if (pair.value == 0.0) return FarthestSearch{.best = {0, 1, 0.0}, .vectors = set.rows}; // all vectors are equal
        best.offer(pair);
        far = other;
    }
    const double cost = static_cast<double>(set.dims) + cost_of_pair;
    const bool is_exact = pairs_that_reach(sorted, best.value()) * cost <= most_work * threads;
    const auto affordable = static_cast<std::int64_t>(most_work * threads / (static_cast<double>(count) * cost));
    const std::vector<std::size_t> places =
        places_of_sample(sorted, is_exact ? 2 * count : std::min(std::max(affordable, least_sample), count));
    cpu::for_rows({.rows = std::ssize(places), .step = 1, .threads = threads, .stop = stop},
                  [&](std::int64_t first, std::int64_t last) {
                      for (; first < last; ++first) {
                          const std::size_t place = places[static_cast<std::size_t>(first)];
                          compare_with_inner(set, sorted, place, is_exact ? place + 1 : 0, best);
                      }
                  });
    if (stop.stop_requested()) return {};
    return FarthestSearch{.best = best.best(), .vectors = is_exact ? set.rows : std::ssize(places)};
}

} // namespace pairscope::farthest
#endif
