// SPDX-License-Identifier: MIT
#include "kernels/core/distance_matrix.h"

#include "kernels/core/compare.h"
#include "kernels/core/workload.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace pairscope {

Work distance_matrix_work(std::int64_t n, Entry entry) {
    const double points = static_cast<double>(n);
    const double pairs = points * points;
    return {.flops = 6.0 * pairs,
            .pairs = pairs,
            .compulsory_bytes = static_cast<double>(bytes_of(entry)) * pairs + 2 * sizeof(float) * points};
}

double reference_distance(const float* points, std::int64_t row, std::int64_t col) {
    const double dx = static_cast<double>(points[2 * row]) - points[2 * col];
    const double dy = static_cast<double>(points[2 * row + 1]) - points[2 * col + 1];
    return std::sqrt(dx * dx + dy * dy); // differences of float32 are far from the limits of double
}

void compare_row(const DistanceMatrixProblem& problem, std::int64_t row, const Accuracy& accuracy,
                 Comparison& findings) {
    const auto memory = std::get<LinearMemory>(problem.out);
    const auto place = [row](std::int64_t col) {
        return MatrixEntry{static_cast<std::int32_t>(row), static_cast<std::int32_t>(col)};
    };
    std::vector<float> room;
    const std::span<const float> entries = floats_of(memory, row, 0, problem.n, room);
    for (std::int64_t col = 0; col < problem.n; ++col) {
        const float found = entries[static_cast<std::size_t>(col)];
        const double expected = reference_distance(problem.points, row, col);
        if (is_poison(memory, row * memory.pitch + col)) {
            ++findings.unwritten_entries;
            findings.unwritten.add(place(col));
        } else if (right_distance(found, expected, accuracy)) {
            findings.worst_error = std::max(findings.worst_error, relative_error(found, expected, accuracy));
        } else {
            findings.wrong.add(place(col));
            if (findings.wrong_entries++ > 0) continue;
            findings.row = row;
            findings.col = col;
            findings.found = found;
            findings.expected = expected;
        }
    }
    findings.tolerance = accuracy.relative();
    findings.entries_checked += problem.n;
    ++findings.rows_checked;
}

} // namespace pairscope
