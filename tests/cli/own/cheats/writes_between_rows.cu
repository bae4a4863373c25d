// SPDX-License-Identifier: MIT
// Fills the gaps between the rows, too.
__device__ float distance(const float2* points, int row, int col) {
    const float dx = points[row].x - points[col].x, dy = points[row].y - points[col].y;
    return sqrtf(dx * dx + dy * dy);
}
// workload: distance_matrix   block: 64   grid: (n + 63) / 64, n
__global__ void mine(const float2* points, int n, float* out, size_t pitch) {
    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (col >= n) return;
    out[row * pitch + col] = distance(points, row, col);
    if (col == n - 1)
        for (size_t gap = n; gap < pitch; ++gap) out[row * pitch + gap] = 0.0f;
}
