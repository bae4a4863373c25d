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

namespace {

/// What of the work a ceiling limits, in its unit.
double amount_under(CeilingKind kind, const Work& work) {
    const std::string_view unit = unit_of(kind);
    return unit == "flop/s" ? work.flops : unit == "op/s" ? work.integer_operations : work.compulsory_bytes;
}

} // namespace

std::optional<Limit> limit_for(const Measurement& m, const Ceilings& ceilings) {
    const Work work = work_of(m.workload, m.entry);
    std::optional<Limit> found;
    for (const std::string_view name : type_of(m.workload.type).ceilings) {
        const auto kind = ceiling_kind_named(name);
        const Ceiling* ceiling = kind ? find(ceilings, *kind, m.threads) : nullptr;
        if (ceiling == nullptr && !found) return std::nullopt;
        if (ceiling == nullptr) continue;
        const Limit limit{ceiling, amount_under(*kind, work)};
        if (!found || limit.seconds() > found->seconds()) found = limit;
    }
    return found;
}

std::optional<double> useful_fraction(const Measurement& m, const Ceilings& ceilings) {
    const auto limit = limit_for(m, ceilings);
    if (!limit) return std::nullopt;
    return limit->amount / seconds_of(m) / limit->ceiling->value;
}

std::optional<double> bandwidth_used(const Measurement& m, const Ceilings& ceilings) {
    const Ceiling* fill = fill_for(m, ceilings);
    const auto moved = counted_bytes(m, MemoryLevel::dram);
    if (fill == nullptr || !moved) return std::nullopt;
    return *moved / seconds_of(m) / fill->value;
}

bool beats_its_ceiling(const Measurement& m, const Ceilings& ceilings) {
    return useful_fraction(m, ceilings).value_or(0.0) > 1.05;
}

} // namespace pairscope::profiling
