// SPDX-License-Identifier: MIT
#include <vector>
// workload: rbf_density
// slider: LANES = 4 from 1 to 16
void mine(const float* points, long long n, float sigma, float* sums) {
    for (long long i = 0; i < n; ++i) {
        std::vector<double> lanes(LANES);
        for (long long j = 0; j < n; ++j) {
            const double dx = (points[2 * i] - points[2 * j]) / sigma, dy = (points[2 * i + 1] - points[2 * j + 1]) / sigma;
            lanes[j % LANES] += exp(-0.5 * (dx * dx + dy * dy));
        }
        double sum = 0;
        for (const double lane : lanes) sum += lane;
        sums[i] = float(sum);
    }
}
