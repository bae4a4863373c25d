// SPDX-License-Identifier: MIT
// Eigenvalues of small symmetric matrices.
#pragma once

#include <cstddef>
#include <vector>

namespace pairscope::app {

/// A matrix of few rows, at first zero.
class SquareMatrix {
public:
    explicit SquareMatrix(std::size_t side) : side_(side), values_(side * side) {}
    [[nodiscard]] std::size_t side() const { return side_; }
    [[nodiscard]] double& at(std::size_t row, std::size_t col) { return values_[row * side_ + col]; }
    [[nodiscard]] double at(std::size_t row, std::size_t col) const { return values_[row * side_ + col]; }

private:
    std::size_t side_;
    std::vector<double> values_;
};

struct Eigen {
    std::vector<double> values; ///< descending
    SquareMatrix vectors;       ///< column k belongs to value k
};

/// Decomposes a symmetric matrix by Jacobi's rotations (Golub and Van Loan, "Matrix Computations", 8.5).
[[nodiscard]] Eigen eigen_of(SquareMatrix matrix);

} // namespace pairscope::app
