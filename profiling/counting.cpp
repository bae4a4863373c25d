// SPDX-License-Identifier: MIT
#include "profiling/counting.h"

namespace pairscope::profiling {

std::vector<double> recorded_seconds(Counting& counting, const Launch& launch, int launches) {
    const Recorded recorded = counting.record([&] {
        for (int i = 0; i < launches; ++i) launch();
    });
    const auto count = static_cast<std::size_t>(launches);
    const std::size_t each = recorded.kernels.size() / count; // the kernels of a variant that has several
    if (each == 0 || each * count != recorded.kernels.size()) return {};
    std::vector<double> seconds(count, 0.0);
    for (std::size_t i = 0; i < recorded.kernels.size(); ++i) seconds[i / each] += recorded.kernels[i].seconds;
    return seconds;
}

} // namespace pairscope::profiling
