// SPDX-License-Identifier: MIT
// workload: distance_matrix   threads: all
static float root_of(float x, float y) { return sqrtf(x * x + y * y); }

void mine(const float2* points, int n, float* out, size_t pitch, int thread, int threads) {
    for (int row = thread; row < n; row += threads)
        for (int col = 0; col < n; ++col)
            out[row * pitch + col] = root_of(points[row].x - points[col].x, points[row].y - points[col].y);
}
