// SPDX-License-Identifier: MIT
// workload: distance_matrix   block: 64   grid: (n + 63) / 64, n
__global__ void mine(const float2* points, int n, float* out, size_t pitch) {
    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (threadIdx.x < 32) __syncthreads();
    if (col >= n) return;
    if (threadIdx.x >= 32) __syncthreads(); // fault
    const float dx = points[row].x - points[col].x, dy = points[row].y - points[col].y;
    out[row * pitch + col] = sqrtf(dx * dx + dy * dy);
}
