// SPDX-License-Identifier: MIT
#include <cstdlib>
#include <cstring>
// workload: distance_matrix
void mine(const float2* points, int n, float* out, size_t pitch) {
    for (;;) {
        void* const memory = std::malloc(size_t(1) << 28);
        if (memory == nullptr) return;
        std::memset(memory, 1, size_t(1) << 28);
    }
}
