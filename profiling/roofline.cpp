// SPDX-License-Identifier: MIT
#include "profiling/roofline.h"

#include <algorithm>

namespace pairscope::profiling {

double attainable(double intensity, double bandwidth, double peak) { return std::min(intensity * bandwidth, peak); }

RooflinePoint place(const Measurement& m) {
    return {.intensity = work_of(m.workload).flops / m.predicted_bytes,
            .performance = flops_per_second(m),
            .bytes = Provenance::model};
}

std::optional<double> share_of_fill(const Measurement& m, const Ceilings& ceilings) {
    if (!ceilings.fill) return std::nullopt;
    return compulsory_bandwidth(m) / ceilings.fill->value;
}

bool beats_the_fill(const Measurement& m, const Ceilings& ceilings) {
    return share_of_fill(m, ceilings).value_or(0.0) > 1.05;
}

} // namespace pairscope::profiling
