// SPDX-License-Identifier: MIT
// workload: distance_matrix
void mine(const float2* points, int n, float* out) {
    volatile int turns = 0;
    while (n > 0) turns = turns + 1; // fault
    out[0] = points[0].x;
}
