// SPDX-License-Identifier: MIT
#include <stdexcept>
// workload: distance_matrix
void mine(const float2* points, int n, float* out) {
    if (n > 2) throw std::runtime_error("there are too many points");
    out[0] = points[0].x;
}
