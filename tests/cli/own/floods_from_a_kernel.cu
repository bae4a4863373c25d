// SPDX-License-Identifier: MIT
#include <cstdio>
// workload: distance_matrix   block: 64   grid: (n + 63) / 64, n
__global__ void mine(const float2* points, int n, float* out, size_t pitch) {
    for (int i = 0; i < 1000; ++i) std::fputs("a line that nobody reads, and that is as long as this one is\n", stdout);
}
