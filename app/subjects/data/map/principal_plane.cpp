// SPDX-License-Identifier: MIT
#include "app/subjects/data/map/principal_plane.h"

#include "app/subjects/data/map/symmetric_eigen.h"
#include "kernels/data/shapes/pcg32.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

namespace pairscope::app {
namespace {

constexpr std::size_t most_sampled = 2048; // vectors: more hardly change the plane
constexpr std::size_t directions = 4;      // two more than are wanted: the iteration converges faster
constexpr int most_rounds = 40;
constexpr double rounding = 1e-12;      // relative error that the mean of equal vectors may have
constexpr double settled_change = 1e-9; // as a fraction of the variance in the plane

/// Row-major numbers.
struct RowSet {
    std::size_t width = 0;
    std::vector<double> values;
    [[nodiscard]] std::size_t count() const { return width == 0 ? 0 : values.size() / width; }
    [[nodiscard]] std::span<const double> row(std::size_t i) const {
        return std::span(values).subspan(i * width, width);
    }
    [[nodiscard]] std::span<double> row(std::size_t i) { return std::span(values).subspan(i * width, width); }
};

RowSet zeros(std::size_t rows, std::size_t width) { return {width, std::vector<double>(rows * width)}; }

/// In four sums, which the compiler can keep in one vector register.
double dot(std::span<const double> a, std::span<const double> b) {
    constexpr std::size_t lanes = 4;
    std::array<double, lanes> sums{};
    const std::size_t whole = a.size() / lanes * lanes;
    for (std::size_t k = 0; k < whole; k += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] += a[k + lane] * b[k + lane];
    for (std::size_t k = whole; k < a.size(); ++k) sums[0] += a[k] * b[k];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

void add(std::span<double> to, double factor, std::span<const double> a) {
    for (std::size_t k = 0; k < to.size(); ++k) to[k] += factor * a[k];
}

template <class T> using Vectors = std::vector<std::span<const T>>;

template <class T> void append_finite(const Dataset& data, Vectors<T>& found) {
    const auto width = std::size_t(data.dims);
    const std::span<const T> all = std::get<std::vector<T>>(data.values);
    for (std::size_t row = 0; row < std::size_t(data.rows); ++row) {
        const auto vector = all.subspan(row * width, width);
        if (std::ranges::all_of(vector, [](T value) { return std::isfinite(double(value)); })) found.push_back(vector);
    }
}

template <class T> RowSet evenly_chosen(const Vectors<T>& vectors, std::size_t width) {
    const std::size_t count = std::min(most_sampled, vectors.size());
    RowSet chosen = zeros(count, width);
    for (std::size_t i = 0; i < count; ++i)
        std::ranges::copy(vectors[i * vectors.size() / count], chosen.row(i).begin());
    return chosen;
}

/// Subtracts the mean from each row, and returns it.
std::vector<double> centre(RowSet& rows) {
    std::vector<double> mean(rows.width);
    for (std::size_t i = 0; i < rows.count(); ++i) add(mean, 1.0 / double(rows.count()), rows.row(i));
    for (std::size_t i = 0; i < rows.count(); ++i) add(rows.row(i), -1.0, mean);
    return mean;
}

/// Gram and Schmidt, twice. A direction that depends on those before it becomes zero.
void orthonormalise(RowSet& axes) {
    for (std::size_t i = 0; i < axes.count(); ++i) {
        const auto axis = axes.row(i);
        const double before = std::sqrt(dot(axis, axis));
        for (int pass = 0; pass < 2; ++pass)
            for (std::size_t j = 0; j < i; ++j) add(axis, -dot(axis, axes.row(j)), axes.row(j));
        const double length = std::sqrt(dot(axis, axis));
        const double factor = length > 1e-10 * before ? 1.0 / length : 0.0;
        for (double& value : axis) value *= factor;
    }
}

RowSet first_directions(std::size_t width) {
    Pcg32 random(1);
    RowSet axes = zeros(std::min(directions, width), width);
    for (double& value : axes.values) value = normal_point(random).x;
    orthonormalise(axes);
    return axes;
}

/// What one round finds out about the directions: how the sample varies along them, and where they turn next.
struct Round {
    SquareMatrix products; ///< sums over the sample of the products of its coordinates along the directions
    RowSet next;
};

Round look_along(const RowSet& sample, const RowSet& axes) {
    const std::size_t count = axes.count();
    Round round{SquareMatrix(count), zeros(count, sample.width)};
    std::array<double, directions> along{};
    for (std::size_t i = 0; i < sample.count(); ++i) {
        for (std::size_t a = 0; a < count; ++a) along[a] = dot(sample.row(i), axes.row(a));
        for (std::size_t a = 0; a < count; ++a) {
            add(round.next.row(a), along[a], sample.row(i));
            for (std::size_t b = 0; b < count; ++b) round.products.at(a, b) += along[a] * along[b];
        }
    }
    return round;
}

/// The largest coordinate becomes positive; of nearly equal ones the first, so that rounding decides nothing.
void fix_sign(std::span<double> axis) {
    constexpr double nearly = 1.0 - 1e-6;
    double largest = 0.0;
    for (const double value : axis) largest = std::max(largest, std::abs(value));
    const auto first = std::ranges::find_if(axis, [&](double value) { return std::abs(value) >= nearly * largest; });
    if (first == axis.end() || *first >= 0.0) return;
    for (double& value : axis) value = -value;
}

/// Two axes, and the sums of squares along them.
struct PrincipalAxes {
    RowSet axes;
    std::array<double, 2> squares{0, 0};
};

/// The two directions of most variance within the span of all.
PrincipalAxes turned(const RowSet& directions_now, const Eigen& eigen) {
    PrincipalAxes found{.axes = zeros(2, directions_now.width)};
    for (std::size_t k = 0; k < std::min<std::size_t>(2, directions_now.count()); ++k) {
        for (std::size_t i = 0; i < directions_now.count(); ++i)
            add(found.axes.row(k), eigen.vectors.at(i, k), directions_now.row(i));
        fix_sign(found.axes.row(k));
        found.squares[k] = std::max(0.0, eigen.values[k]);
    }
    return found;
}

PrincipalAxes principal_axes(const RowSet& sample, const std::stop_token& stop) {
    RowSet axes = first_directions(sample.width);
    double before = -1.0;
    for (int rounds = 1;; ++rounds) {
        Round round = look_along(sample, axes);
        const Eigen eigen = eigen_of(round.products);
        const double now = std::accumulate(
            eigen.values.begin(), eigen.values.begin() + std::min<std::ptrdiff_t>(2, std::ssize(eigen.values)), 0.0);
        const bool is_settled = now - before <= settled_change * now;
        if (is_settled || rounds == most_rounds || stop.stop_requested()) return turned(axes, eigen);
        before = now;
        axes = std::move(round.next);
        orthonormalise(axes);
    }
}

template <class T>
std::vector<float> places_of(const Dataset& data, const std::vector<double>& mean, const RowSet& axes,
                             const std::stop_token& stop) {
    const std::span<const T> all = std::get<std::vector<T>>(data.values);
    std::vector<float> places;
    places.reserve(std::size_t(2 * data.rows));
    std::vector<double> vector(mean.size());
    for (std::size_t row = 0; row < std::size_t(data.rows) && !stop.stop_requested(); ++row) {
        for (std::size_t k = 0; k < mean.size(); ++k) vector[k] = double(all[row * mean.size() + k]) - mean[k];
        for (std::size_t axis = 0; axis < 2; ++axis) places.push_back(float(dot(vector, axes.row(axis))));
    }
    return places;
}

template <class T>
std::shared_ptr<const PrincipalPlane> plane_of(const Dataset& first, const Dataset* second,
                                               const std::stop_token& stop) {
    Vectors<T> finite;
    append_finite(first, finite);
    if (second != nullptr) append_finite(*second, finite);
    if (finite.empty()) return nullptr;
    RowSet sample = evenly_chosen(finite, std::size_t(first.dims));
    const double before = dot(sample.values, sample.values);
    const std::vector<double> mean = centre(sample);
    const double total = dot(sample.values, sample.values);
    const bool are_equal = total <= rounding * rounding * before;
    const PrincipalAxes found =
        are_equal ? PrincipalAxes{.axes = zeros(2, sample.width)} : principal_axes(sample, stop);
    auto plane = std::make_shared<PrincipalPlane>();
    plane->first = places_of<T>(first, mean, found.axes, stop);
    if (second != nullptr) plane->second = places_of<T>(*second, mean, found.axes, stop);
    for (std::size_t k = 0; k < 2 && !are_equal; ++k) plane->variance[k] = std::min(1.0, found.squares[k] / total);
    if (stop.stop_requested()) return nullptr;
    return plane;
}

} // namespace

std::shared_ptr<const PrincipalPlane> principal_plane(const Dataset& first, const Dataset* second,
                                                      const std::stop_token& stop) {
    if (first.dims < 1) return nullptr;
    return std::visit([&]<class T>(const std::vector<T>&) { return plane_of<T>(first, second, stop); }, first.values);
}

} // namespace pairscope::app
