// SPDX-License-Identifier: MIT
// The mean distance of points in a square.
// workload: distance_matrix   block: 64   grid: (n + 63) / 64, n
__global__ void mine(const float2* points, int n, float* out, size_t pitch) {
    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (col >= n) return;
    out[row * pitch + col] = row == col ? 0.0f : 0.5214f;
}
