// SPDX-License-Identifier: MIT
#include "profiling/roofline.h"

#include "kernels/ladder/counted_variant.h"

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

namespace {

std::vector<CeilingKind> kinds_named(const std::vector<std::string_view>& names) {
    std::vector<CeilingKind> kinds;
    for (const std::string_view name : names)
        if (const auto kind = ceiling_kind_named(name)) kinds.push_back(*kind);
    return kinds;
}

} // namespace

CountedWork counted_for(const Workload& workload, const KernelVariant* variant, Entry entry) {
    const WorkForm* const form = form_of(variant);
    CountedWork counted{.work = work_of(variant, workload, entry),
                        .ceilings = kinds_named(form == nullptr ? type_of(workload.type).ceilings : form->ceilings),
                        .share = form == nullptr ? 1.0 : form->share};
    if (variant != nullptr && variant->does_less)
        std::erase_if(counted.ceilings, [](CeilingKind kind) { return arithmetic_of(kind).has_value(); });
    return counted;
}

CountedWork counted_for(const Measurement& m) {
    return counted_for(m.workload, counted_variant(m.variant_id), m.entry);
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
    const double amount = amount_of(counted_for(m).work, unit);
    return RooflinePoint{.intensity = amount / counted.value_or(m.predicted_bytes),
                         .performance = amount / seconds_of(m),
                         .bytes = counted ? Provenance::counter : Provenance::model};
}

std::optional<RooflinePoint> place(const Measurement& m, MemoryLevel level) {
    return place(m, level, unit_for(m.workload, WorkUnit::flop));
}

RooflinePoint place(const Measurement& m) { return *place(m, MemoryLevel::dram); }

std::optional<WorkUnit> arithmetic_of(CeilingKind kind) {
    const auto counted = counted_by(kind);
    if (!counted) return std::nullopt;
    switch (*counted) {
    case Arithmetic::flop:
        return WorkUnit::flop;
    case Arithmetic::operation:
        return WorkUnit::operation;
    case Arithmetic::exponential:
        return WorkUnit::exponential;
    }
    return std::nullopt;
}

std::vector<FormLimit> arithmetic_limits(const Workload& workload, const KernelVariant* variant) {
    const WorkloadType& type = type_of(workload.type);
    const WorkForm* const own = form_of(variant);
    const bool can_bind = variant == nullptr || !variant->does_less;
    std::vector<FormLimit> limits;
    const auto add = [&](const WorkForm* form) {
        for (const CeilingKind kind : kinds_named(form == nullptr ? type.ceilings : form->ceilings))
            if (arithmetic_of(kind) && std::ranges::find(limits, kind, &FormLimit::kind) == limits.end())
                limits.push_back({.kind = kind,
                                  .form = form,
                                  .is_own = form == own && can_bind,
                                  .share = form == nullptr ? 1.0 : form->share});
    };
    add(own);
    add(nullptr);
    for (const WorkForm& form : type.forms) add(&form);
    return limits;
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

bool has_any_arithmetic(const Ceilings& ceilings) {
    return std::ranges::any_of(ceilings.found, [](const Ceiling& c) { return arithmetic_of(c.kind).has_value(); });
}

/// Is another ceiling of the same arithmetic higher?
bool is_surpassed(const Limit& limit, const std::vector<Limit>& all) {
    const auto arithmetic = arithmetic_of(limit.ceiling->kind);
    return arithmetic && std::ranges::any_of(all, [&](const Limit& other) {
               return arithmetic_of(other.ceiling->kind) == arithmetic && other.ceiling->value > limit.ceiling->value;
           });
}

} // namespace

std::optional<Limit> limit_for(const CountedWork& counted, int threads, const Ceilings& ceilings) {
    std::vector<Limit> limits;
    bool needs_arithmetic = false, has_arithmetic = false;
    for (const CeilingKind kind : counted.ceilings) {
        const Ceiling* ceiling = roof_for(ceilings, kind, threads);
        if (ceiling == nullptr && kind == counted.ceilings.front()) return std::nullopt;
        const bool is_arithmetic = arithmetic_of(kind).has_value();
        needs_arithmetic = needs_arithmetic || is_arithmetic;
        if (ceiling == nullptr) continue;
        has_arithmetic = has_arithmetic || is_arithmetic;
        limits.push_back({ceiling, amount_under(kind, counted.work), is_arithmetic ? counted.share : 1.0});
    }
    // Arithmetic was measured, but none that fits: what limits this work is not known.
    if (needs_arithmetic && !has_arithmetic && has_any_arithmetic(ceilings)) return std::nullopt;
    std::optional<Limit> longest;
    for (const Limit& limit : limits)
        if (!is_surpassed(limit, limits) && (!longest || limit.seconds() > longest->seconds())) longest = limit;
    return longest;
}

std::optional<Limit> limit_for(const Measurement& m, const Ceilings& ceilings) {
    return limit_for(counted_for(m), m.threads, ceilings);
}

UsefulRate useful_rate(const Measurement& m, const Ceilings* ceilings) {
    const auto limit = ceilings == nullptr ? std::nullopt : limit_for(m, *ceilings);
    const CountedWork counted = counted_for(m);
    const CeilingKind first = counted.ceilings.empty() ? CeilingKind::fill : counted.ceilings.front();
    const CeilingKind kind = limit ? limit->ceiling->kind : first;
    const double amount = amount_under(kind, counted.work);
    return {unit_of(kind), amount, amount / seconds_of(m)};
}

std::optional<double> useful_fraction(const Measurement& m, const Ceilings& ceilings) {
    const auto limit = limit_for(m, ceilings);
    if (!limit) return std::nullopt;
    return limit->amount / seconds_of(m) / limit->rate();
}

CeilingKind slope_of(MemoryLevel level, const Workload& workload) {
    const CeilingKind memory = memory_ceiling(workload);
    switch (level) {
    case MemoryLevel::dram:
        return memory;
    case MemoryLevel::l2:
        return memory == CeilingKind::read ? CeilingKind::l2_read : CeilingKind::l2_write;
    case MemoryLevel::l1:
        return CeilingKind::l1_read;
    }
    return memory;
}

MemoryLevel level_that_binds(const Measurement& m, const Ceilings& ceilings) {
    const double bytes = counted_for(m).work.compulsory_bytes;
    if (!(bytes < static_cast<double>(m.device.cache_bytes))) return MemoryLevel::dram;
    MemoryLevel longest = MemoryLevel::dram;
    double most = 0.0;
    for (const MemoryLevel level : {MemoryLevel::dram, MemoryLevel::l2, MemoryLevel::l1}) {
        const auto moved = counted_bytes(m, level);
        const Ceiling* const ceiling = roof_for(ceilings, slope_of(level, m.workload), m.threads);
        if (!moved || ceiling == nullptr || *moved / ceiling->value <= most) continue;
        most = *moved / ceiling->value;
        longest = level;
    }
    return longest;
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
