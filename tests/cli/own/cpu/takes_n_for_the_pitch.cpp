// SPDX-License-Identifier: MIT
// workload: distance_matrix
void mine(const float2* points, int n, float* out, size_t pitch) {
    for (int row = 0; row < n; ++row)
        for (int col = 0; col < n; ++col)
            out[row * n + col] = hypotf(points[row].x - points[col].x, points[row].y - points[col].y);
}
