// SPDX-License-Identifier: MIT
#include "profiling/roofline.h"

#include <algorithm>

namespace pairscope::profiling {

double units_per_flop(const Workload& workload, WorkUnit unit) {
    const Work work = work_of(workload);
    return unit == WorkUnit::flop ? 1.0 : work.pairs / work.flops;
}

double attainable(double intensity, double bandwidth, double peak) { return std::min(intensity * bandwidth, peak); }

std::optional<double> counted_bytes(const Measurement& m, MemoryLevel level) {
    const auto count = [&](std::string_view name) { return m.counters ? value_of(*m.counters, name) : std::nullopt; };
    std::optional<double> bytes;
    switch (level) {
    case MemoryLevel::dram: {
        const auto read = count("dram_bytes_read"), written = count("dram_bytes_written");
        if (read && written) bytes = *read + *written;
        break;
    }
    case MemoryLevel::l2:
        bytes = count("l2_bytes");
        break;
    case MemoryLevel::l1:
        bytes = count("l1_bytes");
        break;
    }
    return bytes.value_or(0.0) > 0.0 ? bytes : std::nullopt;
}

std::optional<RooflinePoint> place(const Measurement& m, MemoryLevel level) {
    const auto counted = counted_bytes(m, level);
    if (!counted && level != MemoryLevel::dram) return std::nullopt;
    return RooflinePoint{.intensity = work_of(m.workload).flops / counted.value_or(m.predicted_bytes),
                         .performance = flops_per_second(m),
                         .bytes = counted ? Provenance::counter : Provenance::model};
}

RooflinePoint place(const Measurement& m) { return *place(m, MemoryLevel::dram); }

const Ceiling* fill_for(const Measurement& m, const Ceilings& ceilings) {
    return find(ceilings, CeilingKind::fill, m.threads);
}

std::optional<double> useful_fraction(const Measurement& m, const Ceilings& ceilings) {
    const Ceiling* fill = fill_for(m, ceilings);
    if (fill == nullptr) return std::nullopt;
    return compulsory_bandwidth(m) / fill->value;
}

std::optional<double> bandwidth_used(const Measurement& m, const Ceilings& ceilings) {
    const Ceiling* fill = fill_for(m, ceilings);
    const auto moved = counted_bytes(m, MemoryLevel::dram);
    if (fill == nullptr || !moved) return std::nullopt;
    return *moved / seconds_of(m) / fill->value;
}

bool beats_the_fill(const Measurement& m, const Ceilings& ceilings) {
    return useful_fraction(m, ceilings).value_or(0.0) > 1.05;
}

} // namespace pairscope::profiling
