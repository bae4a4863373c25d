// SPDX-License-Identifier: MIT
#include "kernels/workloads/distance_matrix/written_out.h"

#include <cmath>

namespace pairscope::workloads::distance_matrix {

std::vector<WrittenOut> written_out(const Problem& problem, std::int64_t row, std::int64_t col) {
    const float* const points = problem.a.floats();
    const float x1 = points[2 * row], y1 = points[2 * row + 1], x2 = points[2 * col], y2 = points[2 * col + 1];
    const float dx = x1 - x2, dy = y1 - y2;
    const float square_x = dx * dx, square_y = dy * dy, sum = square_x + square_y;
    const double exact_dx = double(x1) - x2, exact_dy = double(y1) - y2;
    const double exact_sum = exact_dx * exact_dx + exact_dy * exact_dy;
    return {{.title = "Direct form",
             .steps = {{"x1, of the row", x1, x1},
                       {"x2, of the column", x2, x2},
                       {"y1, of the row", y1, y1},
                       {"y2, of the column", y2, y2},
                       {"dx = x1 - x2", dx, exact_dx},
                       {"dy = y1 - y2", dy, exact_dy},
                       {"dx * dx", square_x, exact_dx * exact_dx},
                       {"dy * dy", square_y, exact_dy * exact_dy},
                       {"sum", sum, exact_sum},
                       {"sqrt of the sum", std::sqrt(sum), std::sqrt(exact_sum)}}}};
}

} // namespace pairscope::workloads::distance_matrix
