// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/relation/procrustes.h"

#include "kernels/data/errors.h"

#include <Eigen/Core>
#include <Eigen/LU>
#include <Eigen/SVD>

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

using Places = Eigen::Matrix<double, Eigen::Dynamic, 2, Eigen::RowMajor>;

/// Places around their middle, with the sum of squares 1.
struct Shape {
    Places places;
    Eigen::RowVector2d middle;
    double scale = 1.0;
};

Shape shape_of(std::span<const double> map) {
    const auto rows = static_cast<Eigen::Index>(map.size() / 2);
    Shape shape{.places = Eigen::Map<const Places>(map.data(), rows, 2), .middle = {}, .scale = 1.0};
    shape.middle = shape.places.colwise().mean();
    shape.places.rowwise() -= shape.middle;
    const double largest = shape.places.cwiseAbs().maxCoeff(); // its square need not fit into a double
    shape.scale = largest > 0.0 ? largest * (shape.places / largest).norm() : 0.0;
    if (!(shape.scale > 1e-12 * shape.middle.norm()))
        throw InputError("all items of a map are in one place, so it has no shape that could be compared");
    shape.places /= shape.scale;
    return shape;
}

} // namespace

Procrustes procrustes(std::span<const double> first, std::span<const double> second) {
    const Shape target = shape_of(first), moved = shape_of(second);
    const Eigen::Matrix2d products = moved.places.transpose() * target.places;
    const Eigen::JacobiSVD<Eigen::Matrix2d> parts(products, Eigen::ComputeFullU | Eigen::ComputeFullV);
    const Eigen::Matrix2d turn = parts.matrixU() * parts.matrixV().transpose();
    const double kept = parts.singularValues().sum(); // the scale of the second shape that fits best
    Procrustes found;
    found.disparity = std::clamp(1.0 - kept * kept, 0.0, 1.0);
    found.is_mirrored = turn.determinant() < 0.0;
    const Places fitted = ((moved.places * turn) * (kept * target.scale)).rowwise() + target.middle;
    const Places original = (target.places * target.scale).rowwise() + target.middle;
    found.fitted.assign(fitted.data(), fitted.data() + fitted.size());
    for (Eigen::Index row = 0; row < fitted.rows(); ++row)
        found.residuals.push_back((fitted.row(row) - original.row(row)).norm());
    return found;
}

} // namespace pairscope::app
