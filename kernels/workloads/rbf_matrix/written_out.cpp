// SPDX-License-Identifier: MIT
#include "kernels/workloads/rbf_matrix/written_out.h"

#include <cmath>

namespace pairscope::workloads::rbf_matrix {

std::vector<WrittenOut> written_out(const Problem& problem, std::int64_t row, std::int64_t col) {
    const float* const points = problem.a.floats();
    const double sigma = problem.parameters[0];
    const float x1 = points[2 * row], y1 = points[2 * row + 1], x2 = points[2 * col], y2 = points[2 * col + 1];
    const float dx = x1 - x2, dy = y1 - y2, square = dx * dx + dy * dy;
    const auto factor = static_cast<float>(-0.5 / (sigma * sigma));
    const float exponent = square * factor;
    const double exact_dx = double(x1) - x2, exact_dy = double(y1) - y2;
    const double exact_square = exact_dx * exact_dx + exact_dy * exact_dy, exact_factor = -0.5 / (sigma * sigma);
    return {{.title = "Direct form",
             .steps = {{"dx = x1 - x2", dx, exact_dx},
                       {"dy = y1 - y2", dy, exact_dy},
                       {"dx * dx + dy * dy", square, exact_square},
                       {"-1 / (2 sigma^2)", factor, exact_factor},
                       {"exponent = product of both", exponent, exact_square * exact_factor},
                       {"exp(exponent)", std::exp(exponent), std::exp(exact_square * exact_factor)}}}};
}

} // namespace pairscope::workloads::rbf_matrix
