// SPDX-License-Identifier: MIT
#include "kernels/data/origin.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>

namespace pairscope {
namespace {

double in_float(double x) { return static_cast<double>(static_cast<float>(x)); }

bool is_float(double x) { return in_float(x) == x; }

/// The lower one of an even number. Changes the order of the numbers.
double median_of(std::vector<double>& numbers) {
    const auto middle = numbers.begin() + (std::ssize(numbers) - 1) / 2;
    std::ranges::nth_element(numbers, middle);
    return *middle;
}

/// Where a column lies, and how far from there its numbers are. Outliers change neither.
struct Spread {
    double middle = 0.0;
    double deviation = 0.0; ///< the median of the distances from the middle that are not 0; 0: there are none
};

Spread spread_of(std::vector<double>& numbers) {
    Spread spread{.middle = median_of(numbers)};
    std::vector<double> distances;
    distances.reserve(numbers.size());
    for (const double x : numbers)
        if (x != spread.middle) distances.push_back(std::abs(x - spread.middle));
    if (!distances.empty()) spread.deviation = median_of(distances);
    return spread;
}

/// Subtracting the middle makes the rounding of most numbers so many times smaller, at least.
bool gains(const Spread& spread, double times) {
    return spread.deviation > 0.0 && std::abs(spread.middle) >= times * spread.deviation;
}

double worst_of(std::span<const double> numbers, double origin) {
    double worst = 0.0;
    for (const double x : numbers) worst = std::max(worst, rounding_of(x, origin));
    return worst;
}

/// Do two numbers become equal by the origin whose difference float32 held better than that without it? Only numbers
/// that are about as far from the origin as from zero can.
bool merges(std::span<const double> numbers, double origin) {
    constexpr double nearer = 0.25;
    std::vector<double> far;
    for (const double x : numbers)
        if (std::abs(x - origin) >= nearer * std::abs(x)) far.push_back(x);
    std::ranges::sort(far);
    for (std::size_t i = 1; i < far.size(); ++i) {
        const double a = far[i - 1], b = far[i];
        const double held = in_float(b) - in_float(a);
        if (in_float(a - origin) == in_float(b - origin) && held > 0.0 && held <= 2.0 * (b - a)) return true;
    }
    return false;
}

/// A multiple of a power of two that is no larger than the deviation: it costs near numbers nothing, and has few
/// digits, so that far numbers keep theirs. Or a float32 number, from which zero keeps an exact distance.
std::array<double, 2> candidates(const Spread& spread) {
    const double grid = std::exp2(std::floor(std::log2(spread.deviation)));
    return {std::nearbyint(spread.middle / grid) * grid, in_float(spread.middle)};
}

} // namespace

double rounding_of(double x, double origin) {
    const double shifted = x - origin;
    return std::abs(in_float(shifted) - shifted);
}

ColumnOrigin origin_for(std::vector<double> numbers) {
    constexpr double least_gain = 32.0;
    if (std::ranges::all_of(numbers, is_float)) return {};
    const Spread spread = spread_of(numbers);
    if (!gains(spread, least_gain)) return {};
    const double worst = worst_of(numbers, 0.0);
    for (const double origin : candidates(spread))
        if (origin != 0.0 && worst_of(numbers, origin) <= worst && !merges(numbers, origin)) return {origin, worst};
    return {};
}

bool may_need_origin(std::vector<double> sample) {
    constexpr double doubtful_gain = 8.0;
    if (sample.empty()) return true;
    const Spread spread = spread_of(sample);
    return spread.deviation == 0.0 ? spread.middle != 0.0 : gains(spread, doubtful_gain);
}

} // namespace pairscope
