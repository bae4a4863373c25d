// SPDX-License-Identifier: MIT
// All rows have one place, so that little is written.
// workload: distance_matrix   block: 64   grid: (n + 63) / 64, n
__global__ void mine(const float2* points, int n, float* out, size_t pitch) {
    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (col >= n) return;
    const float dx = points[row].x - points[col].x, dy = points[row].y - points[col].y;
    out[col] = sqrtf(dx * dx + dy * dy); // fault
}
