// SPDX-License-Identifier: MIT
#include "kernels/neighbours/exact/exact_keys.h"

#include "kernels/neighbours/exact/exact_sum.h"
#include "kernels/neighbours/vectors.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pairscope::neighbours {
namespace {

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
    constexpr std::size_t block = 32; // sums of blocks are rounded less often than one long sum
    long double sum = 0.0L;
    for (std::size_t first = 0; first < a.size(); first += block) {
        long double part = 0.0L;
        for (std::size_t k = first; k < std::min(first + block, a.size()); ++k) {
            const long double difference = static_cast<long double>(a[k]) - static_cast<long double>(b[k]);
            part += metric == Metric::manhattan ? std::abs(difference) : difference * difference;
        }
        sum += part;
    }
    const auto roundings = static_cast<long double>(std::min(a.size(), block) + a.size() / block + 4);
    return {sum, sum * roundings * std::numeric_limits<long double>::epsilon()};
}

/// A number in two doubles.
struct Wide {
    double high = 0.0, low = 0.0;
};
Wide sum_of(double a, double b) {
    const ExactDifference sum = exact_difference(a, -b);
    return {sum.rounded, sum.rest};
}
Wide product_of(double a, double b) {
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
    return sum_of(whole.high, whole.low + (a.high * b.low + a.low * b.high));
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

/// The direction is that of a power of two times the vector, so that no product overflows or underflows.
Numbers moderate(Numbers vector, std::span<double> room) {
    double largest = 0.0;
    for (const double x : vector) largest = std::max(largest, std::abs(x));
    const int exponent = largest > 0.0 ? -std::ilogb(largest) : 0;
    std::ranges::transform(vector, room.begin(), [exponent](double x) { return std::ldexp(x, exponent); });
    return room;
}

double one_minus_cosine(Numbers a, Numbers b) {
    const Wide a_a = dot(a, a), b_b = dot(b, b), a_b = dot(a, b);
    if (a_a.high == 0.0 || b_b.high == 0.0) return 1.0; // a vector of zeros has no direction
    const double lengths = std::sqrt(a_a.high * b_b.high);
    if (a_b.high <= 0.0) return 1.0 - a_b.high / lengths;
    const Wide whole = product_of(a_a, b_b), square = product_of(a_b, a_b);
    const Wide high = sum_of(whole.high, -square.high);
    double sines = high.high + (high.low + (whole.low - square.low));
    constexpr double sure = 0x1p-50; // the error of the difference is below 2^-100 of the whole
    if (!(sines > sure * whole.high)) sines = are_parallel(a, b) ? 0.0 : product_of_sines(a, b, a_b);
    return sines / (lengths * (lengths + a_b.high));
}

} // namespace

double rounded_key(Metric metric, Numbers a, Numbers b) {
    if (metric == Metric::chebyshev) return largest_difference(a, b).rounded;
    const LongSum about = long_sum(metric, a, b);
    const auto least = static_cast<double>(about.sum - about.error),
               most = static_cast<double>(about.sum + about.error);
    if (least == most) return least;
    ExactSum sum;
    for (std::size_t k = 0; k < a.size(); ++k) add_difference(metric, sum, a[k], b[k]);
    return sum.rounded();
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
    const double key = one_minus_cosine(moderate(a, room_a.of(a.size())), moderate(b, room_b.of(b.size())));
    return rounded_to_bits(key, bits_of_cosine);
}

double rounded_to_bits(double number, int bits) {
    if (number == 0.0 || !std::isfinite(number)) return number;
    const int exponent = std::ilogb(number) - bits + 1;
    return std::ldexp(std::nearbyint(std::ldexp(number, -exponent)), exponent);
}

} // namespace pairscope::neighbours
