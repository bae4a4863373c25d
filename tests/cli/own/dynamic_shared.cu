// SPDX-License-Identifier: MIT
// workload: distance_matrix   block: 64   grid: (n + block - 1) / block, n   shared: 8 * block
__global__ void mine(const float2* points, int n, float* out, size_t pitch) {
    extern __shared__ float2 seen[];
    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (col >= n) return;
    seen[threadIdx.x] = points[col];
    const float dx = points[row].x - seen[threadIdx.x].x, dy = points[row].y - seen[threadIdx.x].y;
    out[row * pitch + col] = sqrtf(dx * dx + dy * dy);
}
