// SPDX-License-Identifier: MIT
// workload: distance_matrix
__global__ void usual_launch(const float2* points, int n, float* out, size_t pitch) {
    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (col >= n) return;
    const float dx = points[row].x - points[col].x, dy = points[row].y - points[col].y;
    out[row * pitch + col] = sqrtf(dx * dx + dy * dy);
}
