// SPDX-License-Identifier: MIT
// The workspace holds nothing before a kernel writes it.
// workload: distance_matrix   workspace: 4 * n
// block: 64   grid: (n + 63) / 64, n
__global__ void reads_workspace(const float2* points, int n, float* out, size_t pitch, const float* workspace) {
    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (col >= n) return;
    const float dx = points[row].x - points[col].x, dy = points[row].y - points[col].y;
    out[row * pitch + col] = sqrtf(dx * dx + dy * dy) + 0.0f * workspace[col]; // fault
}
