// SPDX-License-Identifier: MIT
#include "kernels/workloads/distance_matrix/reference.h"

#include "kernels/core/compare.h"
#include "kernels/matrix/matrix.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace pairscope::workloads::distance_matrix {

double reference(const Problem& problem, std::int64_t row, std::int64_t col) {
    const float* const points = problem.a.floats();
    const double dx = static_cast<double>(points[2 * row]) - points[2 * col];
    const double dy = static_cast<double>(points[2 * row + 1]) - points[2 * col + 1];
    return std::sqrt(dx * dx + dy * dy); // differences of float32 are far from the limits of double
}

void compare_row(const Problem& problem, std::int64_t row, const Accuracy& accuracy, Comparison& findings) {
    const std::int64_t n = problem.a.rows;
    const auto memory = std::get<LinearMemory>(problem.out);
    const auto place = [row](std::int64_t col) {
        return MatrixEntry{static_cast<std::int32_t>(row), static_cast<std::int32_t>(col)};
    };
    std::vector<float> room;
    const std::span<const float> entries = floats_of(memory, row, 0, n, room);
    for (std::int64_t col = 0; col < n; ++col) {
        const float found = entries[static_cast<std::size_t>(col)];
        const double expected = reference(problem, row, col);
        if (is_poison(memory, row * memory.pitch + col)) {
            ++findings.unwritten_entries;
            findings.unwritten.add(place(col));
        } else if (is_right(found, expected, accuracy)) {
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
    findings.entries_checked += n;
    ++findings.rows_checked;
}

} // namespace pairscope::workloads::distance_matrix
