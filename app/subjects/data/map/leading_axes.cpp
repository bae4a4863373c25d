// SPDX-License-Identifier: MIT
#include "app/subjects/data/map/leading_axes.h"

#include "kernels/data/shapes/pcg32.h"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace pairscope::app {
namespace {

Eigen::MatrixXd orthonormal(const Eigen::MatrixXd& columns) {
    return Eigen::HouseholderQR<Eigen::MatrixXd>(columns).householderQ() *
           Eigen::MatrixXd::Identity(columns.rows(), columns.cols());
}

Eigen::MatrixXd first_directions(Eigen::Index side, Eigen::Index count) {
    Pcg32 random(1);
    Eigen::MatrixXd directions(side, count);
    for (double& value : directions.reshaped()) value = normal_point(random).x;
    return orthonormal(directions);
}

/// The largest coordinate becomes positive; of nearly equal ones the first, so that rounding decides nothing.
void fix_sign(Eigen::Ref<Eigen::VectorXd> axis) {
    constexpr double nearly = 1.0 - 1e-6;
    const double largest = axis.lpNorm<Eigen::Infinity>();
    const auto first = std::ranges::find_if(axis, [&](double value) { return std::abs(value) >= nearly * largest; });
    if (first != axis.end() && *first < 0.0) axis = -axis;
}

/// The axes within the span of the directions, by value and then by index.
LeadingAxes axes_within(const Eigen::MatrixXd& directions,
                        const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>& solver) {
    std::vector<Eigen::Index> order(std::size_t(directions.cols()));
    std::iota(order.begin(), order.end(), Eigen::Index{0});
    std::ranges::stable_sort(order, std::ranges::greater{}, [&](Eigen::Index i) { return solver.eigenvalues()[i]; });
    LeadingAxes found{.axes = directions * solver.eigenvectors()(Eigen::all, order),
                      .values = solver.eigenvalues()(order)};
    for (auto axis : found.axes.colwise()) fix_sign(axis);
    return found;
}

} // namespace

LeadingAxes leading_axes(Eigen::Index side, const AxesSearch& search,
                         const std::function<Eigen::MatrixXd(const Eigen::MatrixXd&)>& times,
                         const std::stop_token& stop) {
    Eigen::MatrixXd directions = first_directions(side, std::min(side, search.tried));
    double before = -1.0;
    for (int rounds = 1;; ++rounds) {
        const Eigen::MatrixXd stretched = times(directions);
        const Eigen::MatrixXd within = directions.transpose() * stretched;
        const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(0.5 * (within + within.transpose()));
        const double now = solver.eigenvalues().tail(std::min<Eigen::Index>(2, within.cols())).sum();
        const bool is_settled = std::abs(now - before) <= search.settled_change * std::abs(now);
        if (is_settled || rounds == search.most_rounds || stop.stop_requested()) return axes_within(directions, solver);
        before = now;
        directions = orthonormal(stretched);
    }
}

} // namespace pairscope::app
