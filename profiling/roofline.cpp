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

const Ceiling* fill_for(const Measurement& m, const Ceilings& ceilings) {
    return find(ceilings, CeilingKind::fill, m.threads);
}

std::optional<double> share_of_fill(const Measurement& m, const Ceilings& ceilings) {
    const Ceiling* fill = fill_for(m, ceilings);
    if (fill == nullptr) return std::nullopt;
    return compulsory_bandwidth(m) / fill->value;
}

bool beats_the_fill(const Measurement& m, const Ceilings& ceilings) {
    return share_of_fill(m, ceilings).value_or(0.0) > 1.05;
}

} // namespace pairscope::profiling
