// SPDX-License-Identifier: MIT
// workload: distance_matrix   block: 128   grid: (n + 127) / 128, n
template <class Target>
__global__ void target(const float2* points, int n, Target out) {
    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (col >= n) return;
    const float dx = points[row].x - points[col].x, dy = points[row].y - points[col].y;
    out.store(row, col, sqrtf(dx * dx + dy * dy));
}
