// SPDX-License-Identifier: MIT
// The rows of b are as long as those of a here: right only where both have the same pitch.
// workload: cross_distance   block: 256   grid: (m + block - 1) / block, n
__global__ void mine(const float* a, const float* b, int n, int m, int dims, size_t a_pitch, float* out, size_t pitch) {
    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (col >= m) return;
    float sum = 0.0f;
    for (int k = 0; k < dims; ++k) {
        const float difference = a[row * a_pitch + k] - b[col * a_pitch + k];
        sum += difference * difference;
    }
    out[row * pitch + col] = sqrtf(sum);
}
