// SPDX-License-Identifier: MIT
// The axes along which a symmetric matrix stretches most. Only the files of this folder that compute a plane include
// it.
#pragma once

#include <Eigen/Core>

#include <functional>
#include <stop_token>

namespace pairscope::app {

/// How the axes are searched for: by subspace iteration (Halko, Martinsson and Tropp 2011).
struct AxesSearch {
    Eigen::Index tried = 4;       ///< directions: with a few more than are wanted, the iteration converges faster
    int most_rounds = 40;         ///< what was found by then is taken
    double settled_change = 1e-9; ///< it ends when the sum of the two largest eigenvalues changes by less, relatively
};

struct LeadingAxes {
    Eigen::MatrixXd axes;   ///< orthonormal columns; the largest coordinate of each is positive
    Eigen::VectorXd values; ///< the eigenvalue of each column, descending
};

/// The matrix is known by its products: `times(x)` is matrix * x. Equal products give equal axes, because the first
/// directions are always the same. There are min(side, tried) axes. A stopped search returns what it has.
[[nodiscard]] LeadingAxes leading_axes(Eigen::Index side, const AxesSearch& search,
                                       const std::function<Eigen::MatrixXd(const Eigen::MatrixXd&)>& times,
                                       const std::stop_token& stop = {});

} // namespace pairscope::app
