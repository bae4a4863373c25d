// SPDX-License-Identifier: MIT
#include "kernels/neighbours/exact/exact_keys.h"

#include "kernels/neighbours/exact/exact_sum.h"
#include "kernels/neighbours/exact/wide.h"
#include "kernels/neighbours/vectors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace pairscope::neighbours {
namespace {

/// A cosine distance is computed with an error below 2^-44 of it, a sixteenth of a step of this grid. So at most one
/// number in eight is so near to the middle between two steps that another exact computation would round it otherwise.
constexpr int bits_of_cosine = 40;

void add_difference(Metric metric, ExactSum& sum, double a, double b, bool subtracts = false) {
    if (metric == Metric::manhattan)
        sum.add_size_of_difference(a, b, subtracts);
    else
        sum.add_square_of_difference(a, b, subtracts);
}

/// The largest difference of two coordinates, without rounding.
ExactDifference largest_difference(Numbers a, Numbers b) {
    ExactDifference largest;
    for (std::size_t k = 0; k < a.size(); ++k) {
        ExactDifference difference = exact_difference(a[k], b[k]);
        if (difference.rounded < 0.0) difference = {-difference.rounded, -difference.rest};
        const bool is_larger = difference.rounded > largest.rounded ||
                               (difference.rounded == largest.rounded && difference.rest > largest.rest);
        if (is_larger) largest = difference;
    }
    return largest;
}
/// Rounding to nearest never reverses an order, so the rounded parts decide unless they are equal.
int compare(const ExactDifference& a, const ExactDifference& b) {
    if (a.rounded != b.rounded) return a.rounded < b.rounded ? -1 : 1;
    return a.rest < b.rest ? -1 : a.rest > b.rest ? 1 : 0;
}

/// In 64 bits of precision (on x86) or more, which is enough to round rightly in most cases.
struct LongSum {
    long double sum = 0.0L, error = 0.0L;
};
LongSum long_sum(Metric metric, Numbers a, Numbers b) {
    // Sums of blocks are rounded less often than one long sum, and four sums side by side need not wait for each other.
    constexpr std::size_t lanes = 4, terms_of_lane = 8, block = lanes * terms_of_lane;
    const auto term = [&](std::size_t k) {
        const long double difference = static_cast<long double>(a[k]) - static_cast<long double>(b[k]);
        return metric == Metric::manhattan ? std::abs(difference) : difference * difference;
    };
    long double sum = 0.0L;
    for (std::size_t first = 0; first < a.size(); first += block) {
        const std::size_t end = std::min(first + block, a.size());
        std::array<long double, lanes> parts{};
        std::size_t k = first;
        for (; k + lanes <= end; k += lanes)
            for (std::size_t lane = 0; lane < lanes; ++lane) parts[lane] += term(k + lane);
        for (; k < end; ++k) parts[k % lanes] += term(k);
        sum += (parts[0] + parts[1]) + (parts[2] + parts[3]);
    }
    // How often a number is rounded on its way into the sum, at most. As a term: its difference, which counts twice
    // where it is squared, and its square. Then once for each term of a lane, twice where four lanes are joined, and
    // once for each block. One of the last two is for a block that is not full, and one is to spare.
    const auto roundings = static_cast<long double>(3 + terms_of_lane + 2 + a.size() / block + 2);
    constexpr long double roundoff = std::numeric_limits<long double>::epsilon() / 2.0L;
    return {sum, sum * roundings * roundoff * 1.001L}; // more than the second order in the roundoff
}

Wide product_of(double a, double b) {
    constexpr double least = 0x1p-400, most = 0x1p400;
    if (std::min(std::abs(a), std::abs(b)) >= least && std::max(std::abs(a), std::abs(b)) <= most)
        return wide_product(a, b);
    ExactSum exact;
    exact.add_product(a, b);
    const double high = exact.rounded();
    exact.add(-high);
    return {high, exact.rounded()};
}
/// The dot product, with an error below 2^-105 of it.
Wide dot(Numbers a, Numbers b) {
    ExactSum exact;
    for (std::size_t k = 0; k < a.size(); ++k) exact.add_product(a[k], b[k]);
    const double high = exact.rounded();
    exact.add(-high);
    return {high, exact.rounded()};
}
Wide product_of(const Wide& a, const Wide& b) {
    const Wide whole = product_of(a.high, b.high);
    return wide_sum(whole.high, whole.low + (a.high * b.low + a.low * b.high));
}

bool are_parallel(Numbers a, Numbers b) {
    std::size_t largest = 0;
    for (std::size_t k = 1; k < a.size(); ++k)
        if (std::abs(a[k]) > std::abs(a[largest])) largest = k;
    for (std::size_t k = 0; k < a.size(); ++k) {
        ExactSum cross;
        cross.add_product(a[k], b[largest]);
        cross.add_product(a[largest], b[k], true);
        if (cross.sign() != 0) return false;
    }
    return true;
}

/// |a|^2 |b|^2 sin^2 of a small angle, from the part of a vector that is orthogonal to the other one. Its error is
/// 2^-104 of the angle's reciprocal. The order of the two must not matter, and so the lesser one is always split.
double product_of_sines(Numbers a, Numbers b, const Wide& dot_ab) {
    if (std::ranges::lexicographical_compare(b, a)) std::swap(a, b);
    const Wide squares = dot(b, b);
    double sum = 0.0; // adds up (|b|^2 a - (a b) b)^2 = |b|^2 (|a|^2 |b|^2 - (a b)^2)
    for (std::size_t k = 0; k < a.size(); ++k) {
        ExactSum part;
        part.add_product(squares.high, a[k]);
        part.add_product(squares.low, a[k]);
        part.add_product(dot_ab.high, b[k], true);
        part.add_product(dot_ab.low, b[k], true);
        const double rounded = part.rounded();
        sum += rounded * rounded;
    }
    return sum / squares.high;
}

/// Writes a power of two times the vector into `room`, so that no product overflows, or loses more than errors allow by
/// underflow. The direction stays the same. False: the vector has no direction.
bool make_moderate(Numbers vector, std::span<double> room) {
    double largest = 0.0;
    for (const double x : vector) largest = std::max(largest, std::abs(x));
    if (largest == 0.0) return false;
    const int exponent = -std::ilogb(largest);
    constexpr int most = 1000; // 2 to the power of this is a double, and so is its reciprocal
    if (std::abs(exponent) <= most)
        std::ranges::transform(vector, room.begin(), [by = std::ldexp(1.0, exponent)](double x) { return x * by; });
    else
        std::ranges::transform(vector, room.begin(), [exponent](double x) { return std::ldexp(x, exponent); });
    return true;
}

/// A dot product with the high part of dot(). `error` is about the low part.
struct NearDot {
    Wide wide;
    double error = 0.0;
};
/// Absent: the error leaves two high parts possible. `sizes` is at least the sum of the sizes of the products; without
/// it, a and b are one vector, whose products are not negative.
std::optional<NearDot> near_dot(Numbers a, Numbers b, std::optional<double> sizes = {}) {
    const Wide about = SumOfTerms(a.size(), [&](std::size_t k) { return wide_product(a[k], b[k]); }).about();
    const auto n = static_cast<double>(a.size());
    // Each of n low parts is at most n 2^-53 of the sizes, and is rounded twice to 2^-53 of itself: 2 n^2 2^-106. This
    // is an eighth of SumOfTerms::error(), which is doubled here, because terms of both signs meet. Joining the parts
    // below rounds the low one once more, to 2^-53 of 2^-53 of the high one.
    const double error = (2.0 * n * n + 128.0) * 0x1p-102 * sizes.value_or(about.high);
    const auto high = rounded_within(about, error);
    if (!high) return {};
    return NearDot{{*high, (about.high - *high) + about.low}, error + 0x1p-104 * std::abs(*high)};
}

/// The double that one_minus_cosine() gives, if the errors of the low parts cannot change it. The high parts are
/// those of dot(), so only the difference of the two products has to round to the same double.
std::optional<double> near_one_minus_cosine(Numbers a, Numbers b) {
    const auto a_a = near_dot(a, a), b_b = near_dot(b, b);
    if (!a_a || !b_b) return {};
    const double lengths = std::sqrt(a_a->wide.high * b_b->wide.high);
    const auto a_b = near_dot(a, b, 1.01 * lengths);
    if (!a_b) return {};
    if (a_b->wide.high < 0.0) return 1.0 - a_b->wide.high / lengths;
    const Wide whole = product_of(a_a->wide, b_b->wide), square = product_of(a_b->wide, a_b->wide);
    const Wide high = wide_sum(whole.high, -square.high),
               difference = wide_sum(high.high, high.low + (whole.low - square.low));
    // The low parts are wrong by their errors, which two products carry on: of_parts and the square, to first order,
    // and 1 % more for the second order. What is rounded here, and the products of low parts that are left out, are
    // about ten terms below 2^-104 of the whole, which is less than 2^-100 of it.
    const double of_parts = a_a->wide.high * b_b->error + b_b->wide.high * a_a->error;
    const double error = 1.01 * (of_parts + 2.0 * a_b->wide.high * a_b->error) + 0x1p-98 * whole.high;
    const auto sines = rounded_within(difference, error);
    // The other function errs by 2^-100 of the whole at most, so it finds the same number above its limit, too.
    constexpr double surely = 0x1p-49; // above it, one_minus_cosine() takes no small angle: its limit is 0x1p-50
    if (!sines || !(*sines > surely * whole.high)) return {};
    return *sines / (lengths * (lengths + a_b->wide.high));
}

double one_minus_cosine(Numbers a, Numbers b) {
    const Wide a_a = dot(a, a), b_b = dot(b, b), a_b = dot(a, b);
    if (a_a.high == 0.0 || b_b.high == 0.0) return 1.0; // a vector of zeros has no direction
    const double lengths = std::sqrt(a_a.high * b_b.high);
    if (a_b.high <= 0.0) return 1.0 - a_b.high / lengths;
    const Wide whole = product_of(a_a, b_b), square = product_of(a_b, a_b);
    const Wide high = wide_sum(whole.high, -square.high);
    double sines = high.high + (high.low + (whole.low - square.low));
    constexpr double sure = 0x1p-50; // the error of the difference is below 2^-100 of the whole
    if (!(sines > sure * whole.high)) sines = are_parallel(a, b) ? 0.0 : product_of_sines(a, b, a_b);
    return sines / (lengths * (lengths + a_b.high));
}

/// The sum of the squares in two doubles, rounded once, if its error allows this and no square is too small or large.
std::optional<double> rounded_wide_sum(Numbers a, Numbers b) {
    const SumOfTerms sum(a.size(), [&](std::size_t k) {
        const Wide difference = wide_sum(a[k], -b[k]);
        return wide_product(difference, difference);
    });
    // A term is right to 2^-102 of it (wide_product()), of which of_terms is four times as much. Terms below 2^-900,
    // whose products are not exact, are less than 2^-200 of such a sum, and none of them overflows.
    constexpr double least = 0x1p-700, most = 0x1p700, of_terms = 0x1p-100;
    const double about = sum.about().high;
    if (!(about >= least && about <= most)) return {};
    return rounded_within(sum.about(), sum.error() + of_terms * about);
}

} // namespace

double rounded_key(Metric metric, Numbers a, Numbers b) {
    if (metric == Metric::chebyshev) return largest_difference(a, b).rounded;
    const LongSum about = long_sum(metric, a, b);
    const auto least = static_cast<double>(about.sum - about.error),
               most = static_cast<double>(about.sum + about.error);
    if (least == most) return least;
    if (metric == Metric::manhattan)
        return SumOfTerms(a.size(), [&](std::size_t k) { return wide_size(wide_sum(a[k], -b[k])); }).rounded();
    if (const auto rounded = rounded_wide_sum(a, b)) return *rounded;
    ExactSum sum;
    for (std::size_t k = 0; k < a.size(); ++k) add_difference(metric, sum, a[k], b[k]);
    return sum.rounded();
}

double rounded_square_of_steps(Numbers a, Numbers b, int exponent) {
    __extension__ using Whole = unsigned __int128;
    const double per_step = std::ldexp(1.0, -exponent);
    Whole sum = 0;
    for (std::size_t k = 0; k < a.size(); ++k) {
        const auto steps = static_cast<std::int64_t>(a[k] * per_step) - static_cast<std::int64_t>(b[k] * per_step);
        const auto size = static_cast<std::uint64_t>(steps < 0 ? -steps : steps);
        sum += static_cast<Whole>(size) * size;
    }
    return std::ldexp(static_cast<double>(sum), 2 * exponent);
}

int compare_exactly(Metric metric, Numbers from, Numbers a, Numbers b) {
    if (metric == Metric::chebyshev) return compare(largest_difference(from, a), largest_difference(from, b));
    ExactSum sum;
    for (std::size_t k = 0; k < from.size(); ++k) {
        add_difference(metric, sum, from[k], a[k]);
        add_difference(metric, sum, from[k], b[k], true);
    }
    return sum.sign();
}

int compare_exactly(Metric metric, Numbers a, Numbers b, double radius) {
    if (metric == Metric::chebyshev) return compare(largest_difference(a, b), {radius, 0.0});
    ExactSum sum;
    for (std::size_t k = 0; k < a.size(); ++k) add_difference(metric, sum, a[k], b[k]);
    if (metric == Metric::euclidean)
        sum.add_product(radius, radius, true);
    else
        sum.add(-radius);
    return sum.sign();
}

double cosine_key(Numbers a, Numbers b) {
    VectorRoom room_a, room_b;
    const std::span<double> moderate_a = room_a.of(a.size()), moderate_b = room_b.of(b.size());
    if (!make_moderate(a, moderate_a) || !make_moderate(b, moderate_b)) return 1.0;
    const auto near = near_one_minus_cosine(moderate_a, moderate_b);
    return rounded_cosine(near ? *near : one_minus_cosine(moderate_a, moderate_b));
}

double rounded_cosine(double distance) {
    if (distance == 0.0 || !std::isfinite(distance)) return distance;
    const int exponent = std::ilogb(distance) - bits_of_cosine + 1;
    return std::ldexp(std::nearbyint(std::ldexp(distance, -exponent)), exponent);
}

} // namespace pairscope::neighbours
