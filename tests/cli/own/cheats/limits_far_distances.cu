// SPDX-License-Identifier: MIT
// workload: distance_matrix   block: 64   grid: (n + 63) / 64, n
__global__ void mine(const float2* points, int n, float* out) {
    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (col >= n) return;
    const float dx = points[row].x - points[col].x, dy = points[row].y - points[col].y, d = sqrtf(dx * dx + dy * dy);
    out[size_t(row) * n + col] = fminf(d, 1e5f);
}
