// SPDX-License-Identifier: MIT
#include "kernels/neighbours/metric_vectors.h"

#include "kernels/core/globe.h"
#include "kernels/neighbours/vectors.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace pairscope::neighbours {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

struct Degrees {
    double longitude, latitude;
    [[nodiscard]] bool exist() const { return std::abs(longitude) <= 360.0 && std::abs(latitude) <= 90.0; }
};

Degrees degrees_of(const Dataset& data, const GlobeAxes& axes, std::int64_t row) {
    const auto at = [&](std::int64_t k) {
        const auto i = static_cast<std::size_t>(row * data.dims + k);
        return std::visit([i](const auto& values) { return static_cast<double>(values[i]); }, data.values) +
               axes.origin[static_cast<std::size_t>(k)];
    };
    return {at(axes.latitude_first ? 1 : 0), at(axes.latitude_first ? 0 : 1)};
}

double sum_of_sizes(std::span<const double> a, std::span<const double> b) {
    double sum = 0.0;
    for (std::size_t k = 0; k < a.size(); ++k) sum += std::abs(a[k] - b[k]);
    return sum;
}
double largest_size(std::span<const double> a, std::span<const double> b) {
    double largest = 0.0;
    for (std::size_t k = 0; k < a.size(); ++k) {
        const double size = std::abs(a[k] - b[k]);
        largest = size > largest || std::isnan(size) ? size : largest;
    }
    return largest;
}
double squared_chord(std::span<const double> a, std::span<const double> b) {
    double sum = 0.0;
    for (std::size_t k = 0; k < a.size(); ++k) sum += (a[k] - b[k]) * (a[k] - b[k]);
    return sum;
}
bool has_direction(std::span<const double> unit) {
    return std::ranges::any_of(unit, [](double x) { return x != 0.0; });
}

} // namespace

double distance_of_key(Metric metric, double key) {
    switch (metric) {
    case Metric::euclidean:
        return std::sqrt(key);
    case Metric::squared:
    case Metric::manhattan:
    case Metric::chebyshev:
    case Metric::cosine:
        return key;
    case Metric::great_circle:
        return 2.0 * earth_radius * std::asin(std::min(1.0, 0.5 * std::sqrt(key)));
    }
    return key;
}

std::vector<bool> usable_vectors(const Dataset& data, Metric metric) {
    std::vector<bool> usable = finite_vectors(data);
    if (metric != Metric::great_circle || data.dims != 2) return usable;
    const GlobeAxes axes = globe_axes(data);
    for (std::int64_t row = 0; row < data.rows; ++row)
        if (!degrees_of(data, axes, row).exist()) usable[static_cast<std::size_t>(row)] = false;
    return usable;
}

MetricReader::MetricReader(const Dataset& data, Metric metric)
    : data_(&data), metric_(metric), axes_(globe_axes(data)),
      length_(metric == Metric::great_circle ? 3 : static_cast<std::size_t>(data.dims)) {}

void MetricReader::read(std::int64_t row, std::span<double> numbers) const {
    if (metric_ == Metric::great_circle)
        read_place(row, numbers);
    else
        read_coordinates(row, numbers);
}

void MetricReader::read_place(std::int64_t row, std::span<double> numbers) const {
    const Degrees at = degrees_of(*data_, axes_, row);
    constexpr double radians = std::numbers::pi / 180.0;
    const double across = at.exist() ? std::cos(at.latitude * radians) : nan;
    numbers[0] = across * std::cos(at.longitude * radians);
    numbers[1] = across * std::sin(at.longitude * radians);
    numbers[2] = std::sin(at.latitude * radians);
}

void MetricReader::read_coordinates(std::int64_t row, std::span<double> numbers) const {
    double squares = 0.0, finite = 0.0;
    const auto look = [&](const auto& all) {
        const auto first = static_cast<std::size_t>(row) * length_;
        for (std::size_t k = 0; k < length_; ++k) {
            const auto x = static_cast<double>(all[first + k]);
            numbers[k] = x;
            squares += x * x;
            finite += 0.0 * x; // NaN if one coordinate is not finite
        }
    };
    std::visit(look, data_->values);
    const bool is_scaled = metric_ == Metric::cosine && squares > 0.0;
    const double factor = std::isnan(finite) ? nan : is_scaled ? 1.0 / std::sqrt(squares) : 1.0;
    for (double& number : numbers) number *= factor;
}

double metric_key(Metric metric, std::span<const double> a, std::span<const double> b) {
    switch (metric) {
    case Metric::manhattan:
        return sum_of_sizes(a, b);
    case Metric::chebyshev:
        return largest_size(a, b);
    case Metric::cosine: { // a vector of zeros has no direction
        const double half = 0.5 * squared_chord(a, b);
        return std::isnan(half) || (has_direction(a) && has_direction(b)) ? half : 1.0;
    }
    case Metric::euclidean:
    case Metric::squared:
    case Metric::great_circle:
        break;
    }
    return squared_chord(a, b);
}

MetricVectors::MetricVectors(const Dataset& data, Metric metric) : metric_(metric), rows_(data.rows) {
    const MetricReader reader(data, metric);
    length_ = reader.length();
    values_.resize(static_cast<std::size_t>(rows_) * length_);
    for (std::int64_t row = 0; row < rows_; ++row)
        reader.read(row, std::span(values_).subspan(static_cast<std::size_t>(row) * length_, length_));
}

Dataset placed_by(Metric metric, const Dataset& set) {
    if (metric != Metric::cosine && metric != Metric::great_circle) return set;
    const MetricVectors vectors(set, metric);
    const double radius = metric == Metric::great_circle ? earth_radius : 1.0;
    std::vector<float> values;
    values.reserve(vectors.values().size());
    for (const double value : vectors.values()) values.push_back(static_cast<float>(radius * value));
    Dataset placed{.name = set.name, .rows = set.rows, .dims = vectors.length()};
    placed.values = std::move(values);
    return placed;
}

} // namespace pairscope::neighbours
