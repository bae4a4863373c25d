// SPDX-License-Identifier: MIT
#include <unistd.h>
// workload: distance_matrix   block: 64   grid: (n + 63) / 64, n
__global__ void mine(const float2* points, int n, float* out, size_t pitch) {
    const char text[] = "a line that nobody reads, and that is as long as this one is\n";
    for (long i = 0; i < 200'000'000; ++i)
        if (write(1, text, sizeof text - 1) < 0) return;
}
