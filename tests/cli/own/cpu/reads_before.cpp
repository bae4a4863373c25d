// SPDX-License-Identifier: MIT
// workload: distance_matrix
#include <cmath>
#include <cstddef>

/// The output is right, but a point is read that is not there.
void mine(const float2* points, int n, float* out, size_t pitch) {
    for (int row = 0; row < n; ++row)
        for (int col = 0; col < n; ++col) {
            const volatile float* const beside = &points[col - 1].x;
            [[maybe_unused]] const float unused = *beside; // fault
            const float dx = points[row].x - points[col].x, dy = points[row].y - points[col].y;
            out[row * pitch + col] = std::sqrt(dx * dx + dy * dy);
        }
}
