// SPDX-License-Identifier: MIT
#include "kernels/association/mantel.h"

#include "kernels/data/errors.h"
#include "kernels/engines/cpu/memory.h"
#include "kernels/engines/cpu/parallel.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <span>
#include <utility>
#include <vector>

namespace pairscope::association {
namespace {

constexpr double equal_correlations = 1e-10;

/// Equal values have their mean rank.
std::vector<double> ranks_of(std::span<const double> values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
    std::vector<double> ranks(values.size());
    for (std::size_t begin = 0; begin < order.size();) {
        std::size_t end = begin;
        while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
        for (std::size_t i = begin; i < end; ++i) ranks[order[i]] = 0.5 * double(begin + end - 1);
        begin = end;
    }
    return ranks;
}

/// Do the distances differ by less than the rounding of the numbers that they came from? Their order is then chance.
/// Distances that float32 holds may have been rounded to it.
bool are_equal_but_for_rounding(std::span<const double> distances) {
    constexpr double of_double = 1e-12, of_float = 0x1p-21;
    const auto [least, most] = std::ranges::minmax(distances);
    const double spread = most - least, size = std::max(std::abs(least), std::abs(most));
    if (spread <= of_double * size) return true;
    const auto is_float = [](double x) { return double(float(x)) == x; };
    return spread <= of_float * size && std::ranges::all_of(distances, is_float);
}

/// With mean 0 and sum of squares 1: the correlation is the sum of the products.
std::vector<double> standardised(const seriation::PairDistances& distances, Correlation kind) {
    if (are_equal_but_for_rounding(distances.values))
        throw InputError("all distances of one of the two matrices are equal up to rounding, so the two have no "
                         "correlation");
    std::vector<double> values = kind == Correlation::spearman ? ranks_of(distances.values) : distances.values;
    const double largest = std::abs(*std::ranges::max_element(values, {}, [](double v) { return std::abs(v); }));
    if (largest > 0.0)
        for (double& value : values) value /= largest; // squares stay in the range of double
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
    double squares = 0.0;
    for (double& value : values) {
        value -= mean;
        squares += value * value;
    }
    for (double& value : values) value /= std::sqrt(squares);
    return values;
}

/// Below `end`, each equally likely.
std::uint64_t drawn_below(std::uint64_t end, std::mt19937_64& random) {
    constexpr std::uint64_t all = std::numeric_limits<std::uint64_t>::max();
    const std::uint64_t usable = all - all % end;
    std::uint64_t drawn = random();
    while (drawn >= usable) drawn = random();
    return drawn % end;
}

/// Random order number `number`, by Fisher and Yates.
std::vector<std::int32_t> random_order(std::int64_t count, std::uint64_t seed, std::int64_t number) {
    const auto halves = [](std::uint64_t x) {
        return std::pair(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(x >> 32));
    };
    const auto [seed_low, seed_high] = halves(seed);
    const auto [low, high] = halves(static_cast<std::uint64_t>(number));
    std::seed_seq start{seed_low, seed_high, low, high};
    std::mt19937_64 random(start);
    std::vector<std::int32_t> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t i = order.size() - 1; i > 0; --i) std::swap(order[i], order[drawn_below(i + 1, random)]);
    return order;
}

/// All entries of the symmetric matrix, row by row; the diagonal is 0.
std::vector<double> square_of(std::span<const double> pairs, std::int64_t count) {
    cpu::require_memory("all entries of one matrix", count * count * std::int64_t{sizeof(double)}, cpu::free_memory());
    std::vector<double> square(static_cast<std::size_t>(count * count), 0.0);
    for (std::int64_t i = 0; i < count; ++i)
        for (std::int64_t k = i + 1; k < count; ++k)
            square[static_cast<std::size_t>(i * count + k)] = square[static_cast<std::size_t>(k * count + i)] =
                pairs[static_cast<std::size_t>(seriation::place_of_pair(i, k, count))];
    return square;
}

double correlation_of(std::span<const double> pairs, std::span<const double> square,
                      std::span<const std::int32_t> order) {
    const std::size_t count = order.size();
    double sum = 0.0;
    const double* pair = pairs.data();
    for (std::size_t i = 0; i < count; ++i) {
        const double* const row = square.data() + static_cast<std::size_t>(order[i]) * count;
        double of_row = 0.0;
        for (std::size_t k = i + 1; k < count; ++k) of_row += *pair++ * row[order[k]];
        sum += of_row;
    }
    return sum;
}

bool reaches(double correlation, double observed, Alternative side) {
    switch (side) {
    case Alternative::greater:
        return correlation >= observed - equal_correlations;
    case Alternative::less:
        return correlation <= observed + equal_correlations;
    case Alternative::two_sided:
        break;
    }
    return std::abs(correlation) >= std::abs(observed) - equal_correlations;
}

} // namespace

seriation::PairDistances distances_between(const seriation::MeasuredSet& measured,
                                           const std::vector<std::int32_t>& rows) {
    const auto count = static_cast<std::int64_t>(rows.size());
    seriation::PairDistances between{.count = count, .values = {}};
    between.values.reserve(static_cast<std::size_t>(seriation::pairs_of(count)));
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t k = i + 1; k < rows.size(); ++k) {
            const auto [low, high] = std::minmax(rows[i], rows[k]);
            const std::int64_t place = seriation::place_of_pair(low, high, measured.distances.count);
            between.values.push_back(measured.distances.values[static_cast<std::size_t>(place)]);
        }
    return between;
}

MantelTest mantel_test(const seriation::PairDistances& first, const seriation::PairDistances& second,
                       const MantelChoice& choice, const RunControl& control) {
    const std::vector<double> pairs = standardised(first, choice.correlation);
    const std::vector<double> square = square_of(standardised(second, choice.correlation), second.count);
    std::vector<std::int32_t> as_they_are(static_cast<std::size_t>(first.count));
    std::iota(as_they_are.begin(), as_they_are.end(), 0);
    MantelTest test{.correlation = correlation_of(pairs, square, as_they_are)};
    std::atomic<std::int64_t> reached = 0, tried = 0;
    cpu::for_rows({.rows = choice.permutations,
                   .step = 1,
                   .threads = control.threads,
                   .stop = control.stop,
                   .rows_done = control.rows_done},
                  [&](std::int64_t number, std::int64_t last) {
                      for (; number < last; ++number) {
                          const auto order = random_order(first.count, choice.seed, number);
                          const double correlation = correlation_of(pairs, square, order);
                          reached += reaches(correlation, test.correlation, choice.alternative) ? 1 : 0;
                          ++tried;
                      }
                  });
    test.permutations = tried;
    test.reached = reached;
    test.correlation = std::clamp(test.correlation, -1.0, 1.0);
    return test;
}

} // namespace pairscope::association
