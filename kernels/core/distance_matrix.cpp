// SPDX-License-Identifier: MIT
#include "kernels/core/distance_matrix.h"

#include "kernels/core/compare.h"
#include "kernels/core/workload.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace pairscope {

Work distance_matrix_work(std::int64_t n) {
    const double points = static_cast<double>(n);
    const double pairs = points * points;
    return {
        .flops = 6.0 * pairs, .pairs = pairs, .compulsory_bytes = sizeof(float) * pairs + 2 * sizeof(float) * points};
}

double reference_distance(const float* points, std::int64_t row, std::int64_t col) {
    const double dx = static_cast<double>(points[2 * row]) - points[2 * col];
    const double dy = static_cast<double>(points[2 * row + 1]) - points[2 * col + 1];
    return std::sqrt(dx * dx + dy * dy); // differences of float32 are far from the limits of double
}

void compare_row(const DistanceMatrixProblem& problem, std::int64_t row, double tolerance, Comparison& findings) {
    const auto memory = std::get<LinearMemory>(problem.out);
    const float* const entries = memory.data + row * memory.pitch;
    for (std::int64_t col = 0; col < problem.n; ++col) {
        const float found = entries[col];
        const double expected = reference_distance(problem.points, row, col);
        const double error = std::abs(found - expected);
        if (error <= tolerance * expected && expected <= 3e38) {
            if (expected > 0.0) findings.worst_error = std::max(findings.worst_error, error / expected);
        } else if (std::bit_cast<std::uint32_t>(found) == poison_bits) {
            ++findings.unwritten_entries;
        } else if (!right_distance(found, expected, tolerance)) {
            if (findings.wrong_entries++ == 0) {
                findings.row = row;
                findings.col = col;
                findings.found = found;
                findings.expected = expected;
            }
        }
    }
    findings.entries_checked += problem.n;
    ++findings.rows_checked;
}

} // namespace pairscope
