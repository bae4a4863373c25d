// SPDX-License-Identifier: MIT
// Kernels that hand numbers on through the workspace.
// workload: rbf_density
// workspace: 8 * n
// grid: 1
__global__ void shift(const float2* points, int n, double* workspace) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) workspace[i] = double(points[i].x) + points[i].y;
}
// grid: (n + block - 1) / block
__global__ void workspace_sums(const float2* points, int n, float sigma, const double* workspace, float* sums) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double sum = 0.0;
    for (int j = 0; j < n; ++j) {
        const double dx = double(points[i].x) - points[j].x, dy = workspace[i] - workspace[j] - dx;
        sum += exp(-(dx * dx + dy * dy) / (2.0 * sigma * sigma));
    }
    sums[i] = float(sum);
}
