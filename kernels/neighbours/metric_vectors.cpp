// SPDX-License-Identifier: MIT
#include "kernels/neighbours/metric_vectors.h"

#include "kernels/data/globe.h"
#include "kernels/metrics/formulas.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace pairscope::neighbours {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

struct Degrees {
    double longitude, latitude;
    [[nodiscard]] bool exist() const { return std::abs(longitude) <= 360.0 && std::abs(latitude) <= 90.0; }
};

Degrees degrees_of(const LoadedVectors& set, bool latitude_first, std::int64_t row) {
    return {set.in_file(row, latitude_first ? 1 : 0), set.in_file(row, latitude_first ? 0 : 1)};
}

/// Eight sums side by side become vector instructions without a change of the result.
template <class Number, class Add> double sum_over(std::span<const Number> a, std::span<const Number> b, Add term) {
    constexpr std::size_t lanes = 8;
    if (a.size() < lanes) {
        double sum = 0.0;
        for (std::size_t k = 0; k < a.size(); ++k) sum += term(static_cast<double>(a[k]) - static_cast<double>(b[k]));
        return sum;
    }
    std::array<double, lanes> sums{};
    std::size_t k = 0;
    for (; k + lanes <= a.size(); k += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane)
            sums[lane] += term(static_cast<double>(a[k + lane]) - static_cast<double>(b[k + lane]));
    for (; k < a.size(); ++k) sums[k % lanes] += term(static_cast<double>(a[k]) - static_cast<double>(b[k]));
    return ((sums[0] + sums[4]) + (sums[2] + sums[6])) + ((sums[1] + sums[5]) + (sums[3] + sums[7]));
}
double square(double x) { return x * x; }

double largest_size(std::span<const double> a, std::span<const double> b) {
    double largest = 0.0;
    for (std::size_t k = 0; k < a.size(); ++k) {
        const double size = std::abs(a[k] - b[k]);
        largest = size > largest || std::isnan(size) ? size : largest;
    }
    return largest;
}
bool has_direction(std::span<const double> unit) {
    return std::ranges::any_of(unit, [](double x) { return x != 0.0; });
}

/// By the formula of a metric that has no faster way.
double key_by_formula(Metric metric, std::span<const double> a, std::span<const double> b) {
    double key = nan;
    metrics::for_each_formula([&]<class Formula>(Formula) {
        if constexpr (!Formula::needs_norms) {
            if (Formula::metric != metric) return;
            double sum = 0.0;
            for (std::size_t k = 0; k < a.size(); ++k) sum = Formula::added(sum, a[k], b[k]);
            key = metrics::entry_without_norms<Formula>(sum, std::ssize(a));
        }
    });
    return key;
}

} // namespace

double squared_distance(std::span<const float> a, std::span<const float> b) { return sum_over(a, b, square); }
double squared_distance(std::span<const double> a, std::span<const double> b) { return sum_over(a, b, square); }

double least_squared_distance(std::span<const float> a, std::span<const float> b) {
    constexpr std::size_t lanes = 16;
    std::array<float, lanes> sums{};
    std::size_t k = 0;
    for (; k + lanes <= a.size(); k += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const float difference = a[k + lane] - b[k + lane];
            sums[lane] += difference * difference;
        }
    for (; k < a.size(); ++k) sums[k % lanes] += (a[k] - b[k]) * (a[k] - b[k]);
    float sum = 0.0f;
    for (const float part : sums) sum += part;
    if (!(sum <= std::numeric_limits<float>::max())) return -std::numeric_limits<double>::infinity();
    // A difference, a square and the sums; twice, and each square may have lost what float32 does not hold.
    const double roundings = 2.0 * (static_cast<double>(a.size()) + 24.0);
    return static_cast<double>(sum) * (1.0 - roundings * 0x1p-24) - roundings * 0x1p-149;
}

double distance_of_key(Metric metric, double key) {
    switch (metric) {
    case Metric::euclidean:
        return std::sqrt(key);
    case Metric::great_circle:
        return 2.0 * earth_radius * std::asin(std::min(1.0, 0.5 * std::sqrt(std::max(key, 0.0))));
    default:
        return key;
    }
}

double key_of_distance(Metric metric, double distance) {
    if (metric == Metric::euclidean) return distance * distance;
    if (metric != Metric::great_circle) return distance;
    const double half = std::min(0.5 * distance / earth_radius, 0.5 * std::numbers::pi);
    return square(2.0 * std::sin(half));
}

std::vector<bool> usable_vectors(const Dataset& data, Metric metric) {
    std::vector<bool> usable = finite_vectors(data);
    if (metric != Metric::great_circle || data.dims != 2) return usable;
    const LoadedVectors vectors(data);
    const bool latitude_first = globe_axes(data).latitude_first;
    for (std::int64_t row = 0; row < data.rows; ++row)
        if (!degrees_of(vectors, latitude_first, row).exist()) usable[static_cast<std::size_t>(row)] = false;
    return usable;
}

MetricReader::MetricReader(const LoadedVectors& vectors, const GlobeAxes& axes, Metric metric)
    : vectors_(vectors), metric_(metric), latitude_first_(axes.latitude_first),
      length_(metric == Metric::great_circle ? 3 : vectors.dims()) {}
MetricReader::MetricReader(const Dataset& data, Metric metric, LoadedVectors::Origin origin)
    : MetricReader(LoadedVectors(data, is_seen_from_zero(metric) ? LoadedVectors::Origin::added : origin),
                   globe_axes(data), metric) {}

void MetricReader::read(std::int64_t row, std::span<double> numbers) const {
    if (metric_ == Metric::great_circle)
        read_place(row, numbers);
    else
        read_coordinates(row, numbers);
}

void MetricReader::read_place(std::int64_t row, std::span<double> numbers) const {
    const Degrees at = degrees_of(vectors_, latitude_first_, row);
    constexpr double radians = std::numbers::pi / 180.0;
    const double across = at.exist() ? std::cos(at.latitude * radians) : nan;
    numbers[0] = across * std::cos(at.longitude * radians);
    numbers[1] = across * std::sin(at.longitude * radians);
    numbers[2] = std::sin(at.latitude * radians);
}

void MetricReader::read_coordinates(std::int64_t row, std::span<double> numbers) const {
    vectors_.read(row, numbers);
    long double squares = 0.0L; // with an error far below that of the unit vector's numbers
    double finite = 0.0;
    for (const double x : numbers) {
        squares += static_cast<long double>(x) * static_cast<long double>(x);
        finite += 0.0 * x; // NaN if one coordinate is not finite
    }
    const bool is_scaled = metric_ == Metric::cosine && squares > 0.0L;
    const auto factor = static_cast<double>(std::isnan(finite) ? nan : is_scaled ? 1.0L / std::sqrt(squares) : 1.0L);
    if (factor == 1.0) return;
    for (double& number : numbers) number *= factor;
}

double metric_key(Metric metric, std::span<const double> a, std::span<const double> b) {
    switch (metric) {
    case Metric::manhattan:
        return sum_over(a, b, [](double x) { return std::abs(x); });
    case Metric::chebyshev:
        return largest_size(a, b);
    case Metric::cosine: { // a vector of zeros has no direction
        const double half = 0.5 * squared_distance(a, b);
        return std::isnan(half) || (has_direction(a) && has_direction(b)) ? half : 1.0;
    }
    case Metric::euclidean:
    case Metric::squared:
    case Metric::great_circle:
    case Metric::own:
        return squared_distance(a, b);
    default:
        return key_by_formula(metric, a, b);
    }
}

MetricVectors::MetricVectors(const LoadedVectors& vectors, const GlobeAxes& axes, Metric metric)
    : metric_(metric), rows_(vectors.rows()) {
    const MetricReader reader(vectors, axes, metric);
    length_ = reader.length();
    values_.resize(static_cast<std::size_t>(rows_) * length_);
    for (std::int64_t row = 0; row < rows_; ++row)
        reader.read(row, std::span(values_).subspan(static_cast<std::size_t>(row) * length_, length_));
}
MetricVectors::MetricVectors(const Dataset& data, Metric metric)
    : MetricVectors(LoadedVectors(data, is_seen_from_zero(metric) ? LoadedVectors::Origin::added
                                                                  : LoadedVectors::Origin::left_out),
                    globe_axes(data), metric) {}

} // namespace pairscope::neighbours
