// SPDX-License-Identifier: MIT
// workload: distance_matrix   workspace: 4 * n
// block: 64   grid: (n + 63) / 64, n
__global__ void outside_of_workspace(const float2* points, int n, float* out, size_t pitch, float* workspace) {
    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (row == 0) workspace[col + 1] = 1.0f; // fault
    if (col >= n) return;
    const float dx = points[row].x - points[col].x, dy = points[row].y - points[col].y;
    out[row * pitch + col] = sqrtf(dx * dx + dy * dy);
}
