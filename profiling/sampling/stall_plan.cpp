// SPDX-License-Identifier: MIT
#include "profiling/sampling/stall_sampling.h"

#include <algorithm>
#include <cmath>

namespace pairscope::profiling {
namespace {

constexpr double assumed_clock = 1.7e9;                 ///< [Hz]; only the order of magnitude matters
constexpr int shortest_period = 6, longest_period = 20; ///< 2^5 cycles lose two of five samples on an H100
constexpr double planned_launches = 10.0;
constexpr int most_added = 2000;
constexpr double longest_sampling = 1.0;

} // namespace

StallPlan plan_of_stalls(double seconds, int units) {
    const double looks = std::max(seconds, 1e-6) * assumed_clock * std::max(units, 1); // cycles of all multiprocessors
    const double wanted = double(wanted_stall_samples) / planned_launches;
    const int period =
        std::clamp(int(std::floor(std::log2(std::max(looks / wanted, 1.0)))), shortest_period, longest_period);
    const double each = looks / std::exp2(period);
    return {period, int(std::clamp(std::ceil(double(wanted_stall_samples) / each), 1.0, planned_launches))};
}

int launches_to_add(int launches, std::uint64_t samples, double seconds) {
    if (samples >= wanted_stall_samples || launches <= 0 || seconds >= longest_sampling) return 0;
    if (samples == 0) return launches >= 3 ? 0 : 1; // a kernel of one block may be missed
    const double each = double(samples) / launches, left = double(wanted_stall_samples - samples);
    const double affordable = (longest_sampling - seconds) / (std::max(seconds, 1e-6) / launches);
    return int(std::clamp(std::ceil(1.1 * left / each), 1.0, std::clamp(affordable, 1.0, double(most_added))));
}

} // namespace pairscope::profiling
