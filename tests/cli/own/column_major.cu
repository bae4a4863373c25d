// SPDX-License-Identifier: MIT
// Neighbouring threads read neighbouring floats.
// workload: cross_distance
// layout: a column_major, b column_major
// block: 32, 4   grid: (m + 31) / 32, (n + 3) / 4
__global__ void column_major(const float* a, const float* b, int n, int m, int dims, int a_pitch, int b_pitch, float* out,
                             size_t pitch) {
    const int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 4 + threadIdx.y;
    if (row >= n || col >= m) return;
    float sum = 0.0f;
    for (int k = 0; k < dims; ++k) {
        const float difference = a[k * a_pitch + row] - b[k * b_pitch + col];
        sum += difference * difference;
    }
    out[row * pitch + col] = sqrtf(sum);
}
