// SPDX-License-Identifier: MIT
#include "profiling/roofline.h"

#include <algorithm>

namespace pairscope::profiling {

double amount_of(const Work& work, WorkUnit unit) {
    switch (unit) {
    case WorkUnit::flop:
        return work.flops;
    case WorkUnit::operation:
        return work.integer_operations;
    case WorkUnit::exponential:
        return work.exponentials;
    case WorkUnit::pair:
        return work.pairs;
    }
    return work.pairs;
}

std::vector<WorkUnit> units_of(const Workload& workload) {
    const Work work = work_of(workload);
    std::vector<WorkUnit> units;
    for (const WorkUnit unit : {WorkUnit::flop, WorkUnit::operation, WorkUnit::exponential, WorkUnit::pair})
        if (amount_of(work, unit) > 0.0) units.push_back(unit);
    return units;
}

WorkUnit unit_for(const Workload& workload, WorkUnit wanted) {
    const auto units = units_of(workload);
    if (units.empty() || std::ranges::find(units, wanted) != units.end()) return wanted;
    return units.front();
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

std::optional<RooflinePoint> place(const Measurement& m, MemoryLevel level, WorkUnit unit) {
    const auto counted = counted_bytes(m, level);
    if (!counted && level != MemoryLevel::dram) return std::nullopt;
    const double amount = amount_of(work_of(m.workload), unit);
    return RooflinePoint{.intensity = amount / counted.value_or(m.predicted_bytes),
                         .performance = amount / seconds_of(m),
                         .bytes = counted ? Provenance::counter : Provenance::model};
}

std::optional<RooflinePoint> place(const Measurement& m, MemoryLevel level) {
    return place(m, level, unit_for(m.workload, WorkUnit::flop));
}

RooflinePoint place(const Measurement& m) { return *place(m, MemoryLevel::dram); }

std::optional<WorkUnit> arithmetic_of(CeilingKind kind) {
    if (kind == CeilingKind::special_function) return WorkUnit::exponential;
    const std::string_view unit = unit_of(kind);
    if (unit == "flop/s") return WorkUnit::flop;
    if (unit == "op/s") return WorkUnit::operation;
    return std::nullopt;
}

std::vector<CeilingKind> arithmetic_ceilings(const Workload& workload) {
    std::vector<CeilingKind> kinds;
    for (const std::string_view name : type_of(workload.type).ceilings)
        if (const auto kind = ceiling_kind_named(name); kind && arithmetic_of(*kind)) kinds.push_back(*kind);
    return kinds;
}

CeilingKind memory_ceiling(const Workload& workload) {
    for (const std::string_view name : type_of(workload.type).ceilings)
        if (const auto kind = ceiling_kind_named(name); kind && !arithmetic_of(*kind)) return *kind;
    return CeilingKind::fill;
}

const Ceiling* memory_ceiling_for(const Measurement& m, const Ceilings& ceilings) {
    return roof_for(ceilings, memory_ceiling(m.workload), m.threads);
}

namespace {

/// What of the work a ceiling limits, in its unit.
double amount_under(CeilingKind kind, const Work& work) {
    const auto arithmetic = arithmetic_of(kind);
    return arithmetic ? amount_of(work, *arithmetic) : work.compulsory_bytes;
}

/// Is another ceiling of the same arithmetic higher?
bool is_surpassed(const Limit& limit, const std::vector<Limit>& all) {
    const auto arithmetic = arithmetic_of(limit.ceiling->kind);
    return arithmetic && std::ranges::any_of(all, [&](const Limit& other) {
               return arithmetic_of(other.ceiling->kind) == arithmetic && other.ceiling->value > limit.ceiling->value;
           });
}

} // namespace

std::optional<Limit> limit_for(const Workload& workload, Entry entry, int threads, const Ceilings& ceilings) {
    const Work work = work_of(workload, entry);
    std::vector<Limit> limits;
    for (const std::string_view name : type_of(workload.type).ceilings) {
        const auto kind = ceiling_kind_named(name);
        const Ceiling* ceiling = kind ? roof_for(ceilings, *kind, threads) : nullptr;
        if (ceiling == nullptr && limits.empty()) return std::nullopt;
        if (ceiling != nullptr) limits.push_back({ceiling, amount_under(*kind, work)});
    }
    std::optional<Limit> longest;
    for (const Limit& limit : limits)
        if (!is_surpassed(limit, limits) && (!longest || limit.seconds() > longest->seconds())) longest = limit;
    return longest;
}

std::optional<Limit> limit_for(const Measurement& m, const Ceilings& ceilings) {
    return limit_for(m.workload, m.entry, m.threads, ceilings);
}

UsefulRate useful_rate(const Measurement& m, const Ceilings* ceilings) {
    const auto limit = ceilings == nullptr ? std::nullopt : limit_for(m, *ceilings);
    const auto& named = type_of(m.workload.type).ceilings;
    const auto first = named.empty() ? std::nullopt : ceiling_kind_named(named.front());
    const CeilingKind kind = limit ? limit->ceiling->kind : first.value_or(CeilingKind::fill);
    const double amount = amount_under(kind, work_of(m.workload, m.entry));
    return {unit_of(kind), amount, amount / seconds_of(m)};
}

std::optional<double> useful_fraction(const Measurement& m, const Ceilings& ceilings) {
    const auto limit = limit_for(m, ceilings);
    if (!limit) return std::nullopt;
    return limit->amount / seconds_of(m) / limit->ceiling->value;
}

std::optional<double> bandwidth_used(const Measurement& m, const Ceilings& ceilings) {
    const Ceiling* memory = memory_ceiling_for(m, ceilings);
    const auto moved = counted_bytes(m, MemoryLevel::dram);
    if (memory == nullptr || !moved) return std::nullopt;
    return *moved / seconds_of(m) / memory->value;
}

bool beats_its_ceiling(const Measurement& m, const Ceilings& ceilings) {
    return useful_fraction(m, ceilings).value_or(0.0) > 1.05;
}

} // namespace pairscope::profiling
