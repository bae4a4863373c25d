// SPDX-License-Identifier: MIT
#include "not_there.h" // fault
// workload: distance_matrix   block: 64   grid: (n + 63) / 64, n
__global__ void mine(const float2* points, int n, float* out, size_t pitch) {
}
