// SPDX-License-Identifier: MIT
// workload: distance_matrix   block: 64   grid: (n + 63) / 64, n
__global__ void mine(const float2* points, int n, float* out, size_t pitch) {
    __shared__ float2 tile[64];
    const int col = blockIdx.x * 64 + threadIdx.x, row = blockIdx.y;
    tile[threadIdx.x] = col < n ? points[col] : make_float2(0.0f, 0.0f);
    const int other = 63 - threadIdx.x, place = blockIdx.x * 64 + other;
    if (place >= n) return;
    const float2 seen = tile[other]; // fault
    const float dx = points[row].x - seen.x, dy = points[row].y - seen.y;
    out[row * pitch + place] = sqrtf(dx * dx + dy * dy);
}
