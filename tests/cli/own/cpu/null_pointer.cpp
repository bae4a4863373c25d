// SPDX-License-Identifier: MIT
// workload: distance_matrix
void mine(const float2* points, int n, float* out) {
    volatile float* volatile nothing = nullptr;
    nothing[0] = points[0].x; // fault
    out[0] = 0.0f;
}
