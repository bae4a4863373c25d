// SPDX-License-Identifier: MIT
// Two vectors are at most as far apart as the sum of their distances from any third point. With the vectors sorted by
// their distance from the middle, the outermost first, a row is done at the first partner that is too near to it.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/workloads/farthest_pair/reference.cpp" // Highway compiles this file repeatedly
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/cpu/parallel.h"
#include "kernels/workloads/farthest_pair/best.h"
#include "kernels/workloads/farthest_pair/reference.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

HWY_BEFORE_NAMESPACE();
namespace pairscope::farthest {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

/// A square has 16 bits and each step adds two of them to a lane: so many steps fit into 31 bits.
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

/// The vectors, the outermost first.
struct Sorted {
    std::vector<std::int64_t> rows;
    std::vector<double> radius; ///< of rows[k], rounded up
};

/// The mean of all vectors, rounded to bytes, so that distances from it are exact.
std::vector<std::uint8_t> middle_of(const Input& set) {
    std::vector<std::int64_t> sums(static_cast<std::size_t>(set.dims));
    for (std::int64_t i = 0; i < set.rows; ++i)
        for (std::int64_t k = 0; k < set.dims; ++k) sums[static_cast<std::size_t>(k)] += set.bytes()[i * set.pitch + k];
    std::vector<std::uint8_t> middle;
    for (const std::int64_t sum : sums) middle.push_back(static_cast<std::uint8_t>((sum + set.rows / 2) / set.rows));
    return middle;
}

Sorted sorted_by_radius(const Input& set) {
    constexpr double above = 1.0 + 0x1p-48; // more than a sum of two radii and its square lose by rounding
    const std::vector<std::uint8_t> middle = middle_of(set);
    std::vector<std::uint64_t> squares;
    for (std::int64_t i = 0; i < set.rows; ++i)
        squares.push_back(squared_distance(set.bytes() + i * set.pitch, middle.data(), set.dims));
    Sorted sorted{.rows = std::vector<std::int64_t>(static_cast<std::size_t>(set.rows)), .radius = {}};
    std::iota(sorted.rows.begin(), sorted.rows.end(), 0);
    const auto square_of = [&](std::int64_t row) { return squares[static_cast<std::size_t>(row)]; };
    std::ranges::stable_sort(sorted.rows, std::greater(), square_of);
    for (const std::int64_t row : sorted.rows)
        sorted.radius.push_back(above * std::sqrt(static_cast<double>(square_of(row))));
    return sorted;
}

/// Compares the vector at this place of the order with those behind it.
void compare_with_inner(const Input& set, const Sorted& sorted, std::size_t place, SharedBest& best) {
    const std::int64_t i = sorted.rows[place];
    for (std::size_t other = place + 1; other < sorted.rows.size(); ++other) {
        const double reach = sorted.radius[place] + sorted.radius[other];
        if (reach * reach < best.value()) return;
        const std::int64_t j = sorted.rows[other];
        const std::uint64_t square =
            squared_distance(set.bytes() + i * set.pitch, set.bytes() + j * set.pitch, set.dims);
        best.offer({std::min(i, j), std::max(i, j), static_cast<double>(square)});
    }
}

} // namespace

std::uint64_t squared_distance(const std::uint8_t* x, const std::uint8_t* y, std::int64_t count) {
    return HWY_DYNAMIC_DISPATCH(sum_of_squares)(x, y, count);
}

std::optional<FoundPair> farthest_pair_of(const Input& set, std::stop_token stop) {
    const Sorted sorted = sorted_by_radius(set);
    SharedBest best;
    cpu::for_rows({.rows = set.rows, .step = 1, .threads = cpu::hardware_threads(), .stop = stop},
                  [&](std::int64_t first, std::int64_t last) {
                      for (; first < last; ++first)
                          compare_with_inner(set, sorted, static_cast<std::size_t>(first), best);
                  });
    if (stop.stop_requested()) return {};
    return best.best();
}

} // namespace pairscope::farthest
#endif
