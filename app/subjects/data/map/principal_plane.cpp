// SPDX-License-Identifier: MIT
#include "app/subjects/data/map/principal_plane.h"

#include "app/subjects/data/map/leading_axes.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace pairscope::app {
namespace {

constexpr std::size_t most_sampled = 2048; // vectors: more hardly change the plane
constexpr double rounding = 1e-12;         // relative error that the mean of equal vectors may have

/// A vector per row.
using SampledVectors = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

template <class T> using Vectors = std::vector<std::span<const T>>;

template <class T> void append_finite(const Dataset& data, Vectors<T>& found) {
    const auto width = std::size_t(data.dims);
    const std::span<const T> all = std::get<std::vector<T>>(data.values);
    for (std::size_t row = 0; row < std::size_t(data.rows); ++row) {
        const auto vector = all.subspan(row * width, width);
        if (std::ranges::all_of(vector, [](T value) { return std::isfinite(double(value)); })) found.push_back(vector);
    }
}

template <class T> SampledVectors evenly_chosen(const Vectors<T>& vectors, std::size_t width) {
    const std::size_t count = std::min(most_sampled, vectors.size());
    SampledVectors chosen(count, width);
    for (std::size_t i = 0; i < count; ++i)
        std::ranges::copy(vectors[i * vectors.size() / count], chosen.row(Eigen::Index(i)).begin());
    return chosen;
}

/// Two axes as columns, and the sums of squares along them.
struct PrincipalAxes {
    Eigen::MatrixX2d axes;
    std::array<double, 2> squares{0, 0};
};

PrincipalAxes principal_axes(const SampledVectors& sample, const std::stop_token& stop) {
    const auto times = [&](const Eigen::MatrixXd& directions) -> Eigen::MatrixXd {
        return sample.transpose() * (sample * directions);
    };
    const LeadingAxes leading = leading_axes(sample.cols(), {}, times, stop);
    PrincipalAxes found{.axes = Eigen::MatrixX2d::Zero(sample.cols(), 2)};
    for (Eigen::Index k = 0; k < std::min<Eigen::Index>(2, leading.values.size()); ++k) {
        found.axes.col(k) = leading.axes.col(k);
        found.squares[std::size_t(k)] = std::max(0.0, leading.values[k]);
    }
    return found;
}

template <class T>
std::vector<float> places_of(const Dataset& data, const Eigen::RowVectorXd& mean, const Eigen::MatrixX2d& axes,
                             const std::stop_token& stop) {
    using Row = Eigen::Map<const Eigen::RowVectorX<T>>;
    const T* const all = std::get<std::vector<T>>(data.values).data();
    std::vector<float> places;
    places.reserve(std::size_t(2 * data.rows));
    Eigen::RowVectorXd vector(mean.size());
    for (std::int64_t row = 0; row < data.rows && !stop.stop_requested(); ++row) {
        vector = Row(all + row * mean.size(), mean.size()).template cast<double>() - mean;
        for (Eigen::Index axis = 0; axis < 2; ++axis) places.push_back(float(vector.dot(axes.col(axis))));
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
    SampledVectors sample = evenly_chosen(finite, std::size_t(first.dims));
    const double before = sample.squaredNorm();
    const Eigen::RowVectorXd mean = sample.colwise().mean();
    sample.rowwise() -= mean;
    const double total = sample.squaredNorm();
    const bool are_equal = total <= rounding * rounding * before;
    const PrincipalAxes found =
        are_equal ? PrincipalAxes{.axes = Eigen::MatrixX2d::Zero(sample.cols(), 2)} : principal_axes(sample, stop);
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
