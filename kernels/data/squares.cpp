// SPDX-License-Identifier: MIT
#include "kernels/data/squares.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

namespace pairscope {
namespace {

constexpr double largest_difference = 1.8446743e19; // its square is just below the largest float32
constexpr double least_difference = 0x1p-63;        // its square is the smallest float32 with all digits
constexpr std::int64_t most_dims = 4096;

struct Extent {
    float low = std::numeric_limits<float>::infinity(), high = -std::numeric_limits<float>::infinity();
    void include(float value) {
        if (!std::isfinite(value)) return;
        low = std::min(low, value);
        high = std::max(high, value);
    }
};

std::vector<Extent> extents_of(const Dataset& set) {
    std::vector<Extent> extents(static_cast<std::size_t>(set.dims));
    const std::span<const float> values = coordinates(set);
    for (std::size_t at = 0; at < values.size(); at += extents.size())
        for (std::size_t k = 0; k < extents.size(); ++k) extents[k].include(values[at + k]);
    return extents;
}

/// The largest difference along one axis; 0 if there is none.
double widest(const Extent& a, const Extent& b) {
    if (a.low > a.high || b.low > b.high) return 0.0;
    return std::max({0.0, static_cast<double>(a.high) - static_cast<double>(b.low),
                     static_cast<double>(b.high) - static_cast<double>(a.low)});
}

/// A point in the plane of which a coordinate is near 0: only such ones have neighbours at tiny distances, because
/// neighbouring floats are farther from each other elsewhere.
struct NearZero {
    float x, y;
    int set;
};

void add_near_zero(std::vector<NearZero>& found, const Dataset& set, int number) {
    constexpr float near_zero = 0x1p-38f;
    const std::span<const float> values = coordinates(set);
    const auto dims = static_cast<std::size_t>(set.dims);
    for (std::size_t at = 0; at < values.size(); at += dims) {
        const NearZero point{values[at], dims > 1 ? values[at + 1] : 0.0f, number};
        const bool is_finite = std::isfinite(point.x) && std::isfinite(point.y);
        const bool counts = std::abs(point.x) < near_zero || (dims > 1 && std::abs(point.y) < near_zero);
        if (is_finite && counts) found.push_back(point);
    }
}

bool has_tiny_distance(std::vector<NearZero> points, bool two_sets) {
    std::ranges::sort(points, {}, [](const NearZero& p) { return std::tuple(p.x, p.y, p.set); });
    std::int64_t looks = 10'000'000; // thousands of points on one line would take minutes
    for (std::size_t i = 0; i < points.size(); ++i)
        for (std::size_t j = i + 1; j < points.size() && looks-- > 0; ++j) {
            const double dx = static_cast<double>(points[j].x) - static_cast<double>(points[i].x);
            const double dy = std::abs(static_cast<double>(points[j].y) - static_cast<double>(points[i].y));
            if (dx >= least_difference || (dx == 0.0 && dy >= least_difference)) break;
            if ((dx > 0.0 || dy > 0.0) && std::hypot(dx, dy) < least_difference &&
                (!two_sets || points[i].set != points[j].set))
                return true;
        }
    return false;
}

bool has_floats(const Dataset& set) { return std::holds_alternative<std::vector<float>>(set.values); }

} // namespace

SquareLimits square_limits(const Dataset& first, const Dataset* second) {
    const Dataset& across = second == nullptr ? first : *second;
    SquareLimits limits;
    if (!has_floats(first) || !has_floats(across) || first.dims != across.dims || first.dims > most_dims) return limits;
    const std::vector<Extent> a = extents_of(first);
    const std::vector<Extent> b = second == nullptr ? a : extents_of(across);
    double sum = 0.0;
    for (std::size_t k = 0; k < a.size(); ++k) {
        const double width = widest(a[k], b[k]);
        limits.overflow = limits.overflow || width > largest_difference;
        sum += width * width;
    }
    limits.underflow = sum > 0.0 && sum < least_difference * least_difference;
    if (limits.underflow || first.dims > 2) return limits;
    std::vector<NearZero> points;
    add_near_zero(points, first, 0);
    if (second != nullptr) add_near_zero(points, across, 1);
    limits.underflow = has_tiny_distance(std::move(points), second != nullptr);
    return limits;
}

double widest_difference(const Dataset& first, const Dataset* second) {
    const Dataset& across = second == nullptr ? first : *second;
    if (!has_floats(first) || !has_floats(across) || first.dims != across.dims) return 0.0;
    const std::vector<Extent> a = extents_of(first);
    const std::vector<Extent> b = second == nullptr ? a : extents_of(across);
    double difference = 0.0;
    for (std::size_t k = 0; k < a.size(); ++k) difference = std::max(difference, widest(a[k], b[k]));
    return difference;
}

std::string note_on(const SquareLimits& limits) {
    if (!limits.overflow && !limits.underflow) return {};
    const std::string_view what =
        limits.overflow && limits.underflow
            ? "some coordinates differ by more than 1.8e19, and some vectors by less than 1.1e-19"
        : limits.overflow ? "some coordinates differ by more than 1.8e19"
                          : "some vectors are nearer to each other than 1.1e-19";
    const std::string_view given = limits.overflow && limits.underflow ? "infinite, 0 or inexact"
                                   : limits.overflow                   ? "infinite"
                                                                       : "0 or inexact";
    return fmt::format("{}, so variants that square differences in float32 (such as those of euclidean) give {} "
                       "distances, while neighbours and written matrices keep all digits",
                       what, given);
}

} // namespace pairscope
