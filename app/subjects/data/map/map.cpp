// SPDX-License-Identifier: MIT
#include "app/subjects/data/map/map.h"

#include "app/subjects/data/map/leading_axes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace pairscope::app {
namespace {

constexpr std::int64_t most_landmarks = 1024;
/// Six directions more than are wanted, because large negative eigenvalues may take some of them.
constexpr AxesSearch map_search{.tried = 8, .most_rounds = 60};

/// The squared distances between the landmarks, with what classical scaling subtracts from them.
class Landmarks {
public:
    explicit Landmarks(const Dataset& given)
        : given_(given), entries_(coordinates(given)), rows_(std::size_t(std::min(given.rows, most_landmarks))),
          squares_(count(), count()) {
        for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i] = std::int64_t(i) * given.rows / std::ssize(rows_);
        const float largest = *std::ranges::max_element(entries_);
        scale_ = largest > 0.0f ? double(largest) : 1.0;
        for (Eigen::Index i = 0; i < count(); ++i) squares_.col(i) = squares_from(row(i));
        means_ = squares_.colwise().mean().transpose();
    }

    [[nodiscard]] Eigen::Index count() const { return std::ssize(rows_); }
    [[nodiscard]] std::int64_t row(Eigen::Index i) const { return rows_[std::size_t(i)]; }
    [[nodiscard]] double scale() const { return scale_; } ///< distances are divided by it: their squares stay in double
    /// From any row to each landmark.
    [[nodiscard]] Eigen::VectorXd squares_from(std::int64_t row) const {
        Eigen::VectorXd distances(count());
        for (Eigen::Index i = 0; i < count(); ++i) distances[i] = between(row, rows_[std::size_t(i)]) / scale_;
        return distances.cwiseAbs2();
    }
    [[nodiscard]] const Eigen::MatrixXd& squares() const { return squares_; } ///< column i: from landmark i
    [[nodiscard]] const Eigen::VectorXd& means() const { return means_; }     ///< mean square from each landmark
    /// The products of the landmarks' places: the matrix that classical scaling decomposes.
    [[nodiscard]] Eigen::MatrixXd products() const {
        Eigen::MatrixXd products = squares_.transpose().colwise() - means_;
        products.rowwise() -= (means_.array() - means_.mean()).matrix().transpose();
        return -0.5 * products;
    }

private:
    /// The mean, where a pair has two different distances.
    [[nodiscard]] double between(std::int64_t a, std::int64_t b) const {
        const double here = double(entries_[std::size_t(a * given_.dims + b)]);
        return given_.is_asymmetric ? 0.5 * (here + double(entries_[std::size_t(b * given_.dims + a)])) : here;
    }

    const Dataset& given_;
    std::span<const float> entries_;
    std::vector<std::int64_t> rows_;
    Eigen::MatrixXd squares_;
    Eigen::VectorXd means_;
    double scale_ = 1.0;
};

/// x, y, x, y, ... of all rows, from their distances to the landmarks. A landmark gets its own place. Along an axis
/// whose eigenvalue is only rounding, as where all rows lie in a line, there is none.
std::vector<float> places_of(const Dataset& given, const Landmarks& landmarks, const LeadingAxes& found) {
    constexpr double rounding = 1e-12; // as a part of the first eigenvalue
    const double least = found.values.size() > 0 ? rounding * std::max(found.values[0], 0.0) : 0.0;
    std::vector<float> places;
    for (std::int64_t row = 0; row < given.rows; ++row) {
        const Eigen::VectorXd squares = landmarks.squares_from(row) - landmarks.means();
        for (Eigen::Index axis = 0; axis < 2; ++axis) {
            const double value = axis < found.values.size() ? found.values[axis] : 0.0;
            const double along = value > least ? -0.5 * squares.dot(found.axes.col(axis)) / std::sqrt(value) : 0.0;
            places.push_back(float(along * landmarks.scale()));
        }
    }
    return places;
}

/// The correlation between the distances of the landmarks in the map and those that were given; 0 if all are equal.
double agreement_of(const Landmarks& landmarks, const std::vector<float>& places) {
    double count = 0.0, sum_x = 0.0, sum_y = 0.0, xx = 0.0, yy = 0.0, xy = 0.0;
    for (Eigen::Index i = 0; i < landmarks.count(); ++i) {
        for (Eigen::Index j = 0; j < i; ++j) {
            const auto a = std::size_t(2 * landmarks.row(i)), b = std::size_t(2 * landmarks.row(j));
            const double x = std::sqrt(landmarks.squares()(j, i));
            const double y =
                std::hypot(double(places[a]) - double(places[b]), double(places[a + 1]) - double(places[b + 1])) /
                landmarks.scale();
            count += 1.0, sum_x += x, sum_y += y, xx += x * x, yy += y * y, xy += x * y;
        }
    }
    const double spread_x = xx - sum_x * sum_x / count, spread_y = yy - sum_y * sum_y / count;
    if (!(spread_x > 1e-12 * xx) || !(spread_y > 1e-12 * yy)) return 0.0;
    return (xy - sum_x * sum_y / count) / std::sqrt(spread_x * spread_y);
}

} // namespace

std::shared_ptr<const PrincipalPlane> distance_map(const Dataset& given, const std::stop_token& stop) {
    if (given.missing_pairs > 0) return nullptr; // a place needs all of its distances
    const Landmarks landmarks(given);
    const Eigen::MatrixXd products = landmarks.products();
    const auto times = [&](const Eigen::MatrixXd& x) -> Eigen::MatrixXd { return products * x; };
    const LeadingAxes found = leading_axes(landmarks.count(), map_search, times, stop);
    if (stop.stop_requested()) return nullptr;
    auto plane = std::make_shared<PrincipalPlane>();
    plane->first = places_of(given, landmarks, found);
    plane->agreement = agreement_of(landmarks, plane->first);
    return plane;
}

std::shared_ptr<const PrincipalPlane> plane_for(const Question& question, const std::stop_token& stop) {
    if (question.first->holds_distances) return distance_map(*question.first, stop);
    if (question.first->dims <= 2) return nullptr;
    return principal_plane(original_of(*question.first), question.second ? &original_of(*question.second) : nullptr,
                           stop);
}

} // namespace pairscope::app
