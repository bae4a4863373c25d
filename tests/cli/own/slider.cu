// SPDX-License-Identifier: MIT
// slider: STRIDE = 1 from 1 to 64
// workload: distance_matrix   block: 64   grid: (n + 64 * STRIDE - 1) / (64 * STRIDE), n
__global__ void mine(const float2* points, int n, float* out, size_t pitch) {
    const int row = blockIdx.y;
    for (int k = 0; k < STRIDE; ++k) {
        const int col = (blockIdx.x * STRIDE + k) * blockDim.x + threadIdx.x;
        if (col >= n) return;
        const float dx = points[row].x - points[col].x, dy = points[row].y - points[col].y;
        out[row * pitch + col] = sqrtf(dx * dx + dy * dy);
    }
}
