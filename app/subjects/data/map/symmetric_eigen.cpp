// SPDX-License-Identifier: MIT
#include "app/subjects/data/map/symmetric_eigen.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pairscope::app {
namespace {

constexpr int most_sweeps = 30; // a matrix of few rows needs about six

struct Rotation {
    double cosine = 1.0, sine = 0.0;
};

/// It makes the entry at (p, q) zero.
Rotation rotation_for(const SquareMatrix& m, std::size_t p, std::size_t q) {
    if (m.at(p, q) == 0.0) return {};
    const double theta = (m.at(q, q) - m.at(p, p)) / (2.0 * m.at(p, q));
    const double tangent = std::copysign(1.0, theta) / (std::abs(theta) + std::hypot(1.0, theta));
    const double cosine = 1.0 / std::hypot(1.0, tangent);
    return {cosine, tangent * cosine};
}

void rotate_columns(SquareMatrix& m, std::size_t p, std::size_t q, Rotation by) {
    for (std::size_t row = 0; row < m.side(); ++row) {
        const double a = m.at(row, p), b = m.at(row, q);
        m.at(row, p) = by.cosine * a - by.sine * b;
        m.at(row, q) = by.sine * a + by.cosine * b;
    }
}

void rotate_rows(SquareMatrix& m, std::size_t p, std::size_t q, Rotation by) {
    for (std::size_t col = 0; col < m.side(); ++col) {
        const double a = m.at(p, col), b = m.at(q, col);
        m.at(p, col) = by.cosine * a - by.sine * b;
        m.at(q, col) = by.sine * a + by.cosine * b;
    }
}

bool is_diagonal(const SquareMatrix& m) {
    double on = 0.0, off = 0.0;
    for (std::size_t row = 0; row < m.side(); ++row)
        for (std::size_t col = 0; col < m.side(); ++col)
            (row == col ? on : off) = std::max(row == col ? on : off, std::abs(m.at(row, col)));
    return off <= 1e-15 * on;
}

} // namespace

Eigen eigen_of(SquareMatrix matrix) {
    const std::size_t side = matrix.side();
    SquareMatrix turns(side);
    for (std::size_t i = 0; i < side; ++i) turns.at(i, i) = 1.0;
    for (int sweep = 0; sweep < most_sweeps && !is_diagonal(matrix); ++sweep)
        for (std::size_t p = 0; p < side; ++p)
            for (std::size_t q = p + 1; q < side; ++q) {
                const Rotation rotation = rotation_for(matrix, p, q);
                rotate_columns(matrix, p, q, rotation);
                rotate_rows(matrix, p, q, rotation);
                rotate_columns(turns, p, q, rotation);
            }
    std::vector<std::size_t> order(side);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return matrix.at(a, a) > matrix.at(b, b); });
    Eigen found{{}, SquareMatrix(side)};
    for (std::size_t k = 0; k < side; ++k) {
        found.values.push_back(matrix.at(order[k], order[k]));
        for (std::size_t row = 0; row < side; ++row) found.vectors.at(row, k) = turns.at(row, order[k]);
    }
    return found;
}

} // namespace pairscope::app
