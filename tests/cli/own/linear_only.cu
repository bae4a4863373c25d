// SPDX-License-Identifier: MIT
// Right in linear memory, where a sector is a row, and wrong in a texture.
// workload: distance_matrix   block: 128   grid: (n + 127) / 128, n
template <class Target>
__global__ void linear_only(const float2* points, int n, Target out) {
    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (col >= n) return;
    const float dx = points[row].x - points[col].x, dy = points[row].y - points[col].y;
    const bool is_row = Target::sector == pairscope::cuda::Sector::row;
    out.store(row, col, is_row ? sqrtf(dx * dx + dy * dy) : 0.5f);
}
