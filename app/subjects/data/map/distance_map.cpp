// SPDX-License-Identifier: MIT
#include "app/subjects/data/map/distance_map.h"

#include "app/subjects/data/map/symmetric_eigen.h"
#include "kernels/data/shapes/pcg32.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

namespace pairscope::app {
namespace {

constexpr std::int64_t most_landmarks = 1024;
constexpr std::size_t tried_directions =
    8; // six more than are wanted: large negative eigenvalues may take some of them
constexpr int most_rounds_of_map = 60;
constexpr double settled_eigenvalues = 1e-9; // as a fraction of the two eigenvalues

using Column = std::vector<double>;

double dot(const Column& a, const Column& b) {
    double sum = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}

/// Gram and Schmidt, twice. A direction that depends on those before it becomes zero.
void orthonormalise(std::vector<Column>& columns) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const double before = std::sqrt(dot(columns[i], columns[i]));
        for (int pass = 0; pass < 2; ++pass)
            for (std::size_t j = 0; j < i; ++j) {
                const double along = dot(columns[i], columns[j]);
                for (std::size_t k = 0; k < columns[i].size(); ++k) columns[i][k] -= along * columns[j][k];
            }
        const double length = std::sqrt(dot(columns[i], columns[i]));
        for (double& value : columns[i]) value *= length > 1e-10 * before ? 1.0 / length : 0.0;
    }
}

/// The largest entry becomes positive; of nearly equal ones the first, so that rounding decides nothing.
void fix_sign(Column& column) {
    constexpr double nearly = 1.0 - 1e-6;
    double largest = 0.0;
    for (const double value : column) largest = std::max(largest, std::abs(value));
    const auto first = std::ranges::find_if(column, [&](double value) { return std::abs(value) >= nearly * largest; });
    if (first == column.end() || *first >= 0.0) return;
    for (double& value : column) value = -value;
}

/// The squared distances between the landmarks, with what classical scaling subtracts from them.
class Landmarks {
public:
    explicit Landmarks(const Dataset& given)
        : given_(given), entries_(coordinates(given)), rows_(std::size_t(std::min(given.rows, most_landmarks))),
          means_(rows_.size()) {
        for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i] = std::int64_t(i) * given.rows / std::ssize(rows_);
        const float largest = *std::ranges::max_element(entries_);
        scale_ = largest > 0.0f ? double(largest) : 1.0;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            const Column squares = squares_from(rows_[i]);
            means_[i] = std::accumulate(squares.begin(), squares.end(), 0.0) / double(squares.size());
        }
        mean_ = std::accumulate(means_.begin(), means_.end(), 0.0) / double(means_.size());
    }

    [[nodiscard]] std::size_t count() const { return rows_.size(); }
    [[nodiscard]] std::int64_t row(std::size_t i) const { return rows_[i]; }
    [[nodiscard]] double scale() const { return scale_; } ///< distances are divided by it: their squares stay in double
    /// From any row to each landmark.
    [[nodiscard]] Column squares_from(std::int64_t row) const {
        Column squares(rows_.size());
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            const double distance = double(entries_[std::size_t(row * given_.dims + rows_[i])]) / scale_;
            squares[i] = distance * distance;
        }
        return squares;
    }
    [[nodiscard]] const Column& means() const { return means_; } ///< mean square from each landmark

    /// The products of the landmarks' places with a column: the matrix that classical scaling decomposes.
    [[nodiscard]] Column times(const Column& column) const {
        const double sum = std::accumulate(column.begin(), column.end(), 0.0), weighted = dot(means_, column);
        Column product(rows_.size());
        for (std::size_t i = 0; i < rows_.size(); ++i)
            product[i] = -0.5 * (dot(squares_from(rows_[i]), column) - weighted - means_[i] * sum + mean_ * sum);
        return product;
    }

private:
    const Dataset& given_;
    std::span<const float> entries_;
    std::vector<std::int64_t> rows_;
    Column means_;
    double scale_ = 1.0, mean_ = 0.0;
};

/// The two axes of most variance, each with its eigenvalue.
struct MapAxes {
    std::vector<Column> axes;
    std::vector<double> values;
};

MapAxes axes_within(const std::vector<Column>& columns, const Eigen& eigen) {
    MapAxes found;
    for (std::size_t k = 0; k < std::min<std::size_t>(2, columns.size()); ++k) {
        Column axis(columns.front().size());
        for (std::size_t i = 0; i < columns.size(); ++i)
            for (std::size_t row = 0; row < axis.size(); ++row) axis[row] += eigen.vectors.at(i, k) * columns[i][row];
        fix_sign(axis);
        found.axes.push_back(std::move(axis));
        found.values.push_back(std::max(0.0, eigen.values[k]));
    }
    return found;
}

/// By subspace iteration.
MapAxes map_axes(const Landmarks& landmarks, const std::stop_token& stop) {
    Pcg32 random(1);
    std::vector<Column> columns(std::min(tried_directions, landmarks.count()), Column(landmarks.count()));
    for (Column& column : columns)
        for (double& value : column) value = normal_point(random).x;
    orthonormalise(columns);
    double before = -1.0;
    for (int rounds = 1;; ++rounds) {
        std::vector<Column> next;
        for (const Column& column : columns) next.push_back(landmarks.times(column));
        SquareMatrix products(columns.size());
        for (std::size_t i = 0; i < columns.size(); ++i)
            for (std::size_t j = 0; j < columns.size(); ++j)
                products.at(i, j) = 0.5 * (dot(columns[i], next[j]) + dot(columns[j], next[i]));
        const Eigen eigen = eigen_of(products);
        const double now = eigen.values[0] + eigen.values[1];
        const bool is_settled = std::abs(now - before) <= settled_eigenvalues * std::abs(now);
        if (is_settled || rounds == most_rounds_of_map || stop.stop_requested()) return axes_within(columns, eigen);
        before = now;
        columns = std::move(next);
        orthonormalise(columns);
    }
}

/// x, y, x, y, ... of all rows, from their distances to the landmarks. A landmark gets its own place.
std::vector<float> places_of(const Dataset& given, const Landmarks& landmarks, const MapAxes& found) {
    std::vector<float> places;
    for (std::int64_t row = 0; row < given.rows; ++row) {
        Column squares = landmarks.squares_from(row);
        for (std::size_t i = 0; i < squares.size(); ++i) squares[i] -= landmarks.means()[i];
        for (std::size_t axis = 0; axis < 2; ++axis) {
            const double value = found.values[axis];
            const double along = value > 0.0 ? -0.5 * dot(squares, found.axes[axis]) / std::sqrt(value) : 0.0;
            places.push_back(float(along * landmarks.scale()));
        }
    }
    return places;
}

/// The correlation between the distances of the landmarks in the map and those that were given; 0 if all are equal.
double agreement_of(const Landmarks& landmarks, const std::vector<float>& places) {
    double count = 0.0, sum_x = 0.0, sum_y = 0.0, xx = 0.0, yy = 0.0, xy = 0.0;
    for (std::size_t i = 0; i < landmarks.count(); ++i) {
        const Column squares = landmarks.squares_from(landmarks.row(i));
        for (std::size_t j = 0; j < i; ++j) {
            const auto a = std::size_t(2 * landmarks.row(i)), b = std::size_t(2 * landmarks.row(j));
            const double x = std::sqrt(squares[j]);
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
    const Landmarks landmarks(given);
    const MapAxes found = map_axes(landmarks, stop);
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
