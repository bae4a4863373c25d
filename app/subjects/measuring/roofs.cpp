// SPDX-License-Identifier: MIT
#include "app/subjects/measuring/roofs.h"

#include "app/chart/number_text.h"
#include "kernels/data/text.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace pairscope::app {
namespace {

using profiling::CeilingKind;

std::string threads_text(int threads) { return counted(threads, "thread"); }

/// "1/3": the part of a rate that a form can use.
std::string part_text(double share) {
    const double whole = 1.0 / share;
    return std::abs(whole - std::round(whole)) < 1e-6 ? fmt::format("1/{:.0f}", whole) : three_digits(share);
}

/// In few words: they stand on the roof itself.
std::string_view roof_name(CeilingKind kind) {
    if (kind == CeilingKind::fma) return "FMA";
    if (kind == CeilingKind::shared_read) return "shared memory";
    return title_of(kind);
}

/// What is `limit` in the ceiling's own unit is that in the chart's: of every run of one form and dimension a flop is
/// as many pairs.
double in_unit_of(const RooflineChart& chart, const profiling::Ceiling& ceiling, const Work& work) {
    const auto own = profiling::arithmetic_of(ceiling.kind);
    if (!own) return ceiling.value;
    return ceiling.value * amount_of(work, chart.unit) / amount_of(work, *own);
}

/// Adds how the rate of the ceiling was converted, if the chart counts other work.
std::string with_conversion(const std::string& provenance, const RooflineChart& chart,
                            const profiling::Ceiling& ceiling, const Work& work) {
    const auto own = profiling::arithmetic_of(ceiling.kind);
    if (!own || *own == chart.unit) return provenance;
    const double each = amount_of(work, *own) / amount_of(work, chart.unit);
    return fmt::format("{}; {} at {} {} per {}", provenance, rate_text(unit_of(ceiling.kind), ceiling.value),
                       three_digits(each), each == 1.0 ? name_of(*own) : title_of(*own), name_of(chart.unit));
}

/// Was it derived from another ceiling? See profiling/work_rule.cpp.
bool is_derived(const profiling::Ceiling& ceiling) { return ceiling.how.starts_with("not measured"); }

std::string provenance_of(const RooflineChart& chart, const RoofSource& source, const profiling::Ceiling& ceiling) {
    const std::string threads = ceiling.threads > 0 ? ", " + threads_text(ceiling.threads) : "";
    const std::string origin = chart.origin.empty() ? "" : chart.origin + "; ";
    const std::string& device = source.ceilings.device.name;
    if (is_derived(ceiling)) return fmt::format("{}{}, of {}{}", origin, ceiling.how, device, threads);
    return fmt::format("{}timer: {}, median of {} on {}{}", origin, ceiling.how, counted(ceiling.samples, "run"),
                       device, threads);
}

/// Nothing for a ceiling that was not measured, which is null, or that limits arithmetic that the form has none of.
void add_roof(RooflineChart& chart, const RoofSource& source, const profiling::Ceiling* ceiling,
              const profiling::FormLimit& of = {}) {
    if (ceiling == nullptr || !(ceiling->value > 0.0)) return;
    const Work work = of.form == nullptr ? work_of(source.workload) : of.form->work(source.workload, Entry::float32);
    const auto arithmetic = profiling::arithmetic_of(ceiling->kind);
    if (arithmetic && !(amount_of(work, *arithmetic) > 0.0)) return;
    const double limit = in_unit_of(chart, *ceiling, work) * (arithmetic ? of.share : 1.0);
    const std::string rate =
        arithmetic ? rate_text(fmt::format("{}/s", title_of(chart.unit)), limit) : bandwidth(limit);
    const bool is_part = arithmetic && of.share != 1.0;
    const std::string name = is_part ? fmt::format("{} of {}", part_text(of.share), roof_name(ceiling->kind))
                                     : std::string(roof_name(ceiling->kind));
    const std::string origin = is_derived(*ceiling) ? "derived" : source.measured;
    chart.roofs.push_back(
        {.kind = ceiling->kind,
         .level = arithmetic.has_value(),
         .limit = limit,
         .binds = false,
         .name = name,
         .ceiling = is_part ? fmt::format("{} of the {} ceiling", part_text(of.share), roof_name(ceiling->kind))
                            : fmt::format("the {} ceiling", roof_name(ceiling->kind)),
         .rate = rate,
         .label = ceiling->threads == 1 ? fmt::format("{} {} with 1 thread, {}", name, rate, origin)
                                        : fmt::format("{} {}, {}", name, rate, origin),
         .provenance =
             with_conversion(provenance_of(chart, source, *ceiling), chart, *ceiling, work) +
             (of.form == nullptr ? "" : fmt::format("\nIt limits the form {}: {}.", of.form->name, of.form->words))});
}

std::vector<CeilingKind> slopes_of(profiling::MemoryLevel level, CeilingKind binding) {
    switch (level) {
    case profiling::MemoryLevel::dram:
        if (binding != CeilingKind::fill && binding != CeilingKind::copy && binding != CeilingKind::read)
            return {binding, CeilingKind::fill, CeilingKind::copy, CeilingKind::read};
        return {CeilingKind::fill, CeilingKind::copy, CeilingKind::read};
    case profiling::MemoryLevel::l2:
        return {CeilingKind::l2_read, CeilingKind::l2_write};
    case profiling::MemoryLevel::l1:
        return {CeilingKind::l1_read, CeilingKind::shared_read};
    }
    return {};
}

/// A roof that lies on the one that can bind tells nothing, and its label would cover the other's.
void drop_doubles(RooflineChart& chart, CeilingKind binding) {
    constexpr double same = 0.04;
    const auto main = std::ranges::find(chart.roofs, binding, &Roof::kind);
    if (main == chart.roofs.end()) return;
    const double limit = main->limit;
    std::erase_if(chart.roofs, [&](const Roof& roof) {
        return roof.kind != binding && std::abs(roof.limit - limit) < same * limit;
    });
}

/// More than four roofs are a thicket: slopes that cannot bind go first.
void drop_surplus(RooflineChart& chart, CeilingKind binding) {
    constexpr std::size_t most = 4;
    const auto spare = [&](const Roof& roof) { return !roof.level && roof.kind != binding; };
    while (chart.roofs.size() > most) {
        const auto last = std::ranges::find_if(chart.roofs.rbegin(), chart.roofs.rend(), spare);
        chart.roofs.erase(last == chart.roofs.rend() ? std::prev(chart.roofs.end()) : std::prev(last.base()));
    }
}

const Roof* roof_of(const RooflineChart& chart, CeilingKind kind) {
    const auto found = std::ranges::find(chart.roofs, kind, &Roof::kind);
    return found == chart.roofs.end() ? nullptr : &*found;
}

/// The arithmetic roof that limits a run whose form names these ceilings. Among roofs for the same kind of arithmetic
/// only the highest counts, as in profiling::limit_for; among different kinds the lowest of these limits. Null: there
/// is none.
const Roof* binding_level(const RooflineChart& chart, const std::vector<CeilingKind>& named) {
    const auto is_named = [&](const Roof& roof) {
        return roof.level && std::ranges::find(named, roof.kind) != named.end();
    };
    const Roof* least = nullptr;
    for (std::size_t i = 0; i < chart.roofs.size(); ++i) {
        const Roof& roof = chart.roofs[i]; // level ones descend
        const auto same = [&](const Roof& other) {
            return is_named(other) && profiling::arithmetic_of(other.kind) == profiling::arithmetic_of(roof.kind);
        };
        if (!is_named(roof) || std::any_of(chart.roofs.begin(), chart.roofs.begin() + std::ptrdiff_t(i), same))
            continue;
        if (least == nullptr || roof.limit < least->limit) least = &roof;
    }
    return least;
}

} // namespace

void add_roofs(RooflineChart& chart, const RoofSource& source, int threads) {
    const CeilingKind binding = profiling::slope_of(chart.level, source.workload);
    for (const CeilingKind kind : slopes_of(chart.level, binding))
        add_roof(chart, source, find(source.ceilings, kind, threads));
    drop_doubles(chart, binding);
    const std::size_t slopes = chart.roofs.size();
    // Limits of the selected form come first: where there is no room for all, the last ones are left out.
    constexpr std::size_t most = 4;
    for (const profiling::FormLimit& limit : profiling::arithmetic_limits(source.workload, source.variant))
        if (limit.is_own || chart.roofs.size() - slopes + 1 < most)
            add_roof(chart, source, find(source.ceilings, limit.kind, threads), limit);
    const auto highest_first = [](const Roof& a, const Roof& b) { return a.limit > b.limit; };
    std::stable_sort(chart.roofs.begin(), chart.roofs.begin() + std::ptrdiff_t(slopes), highest_first);
    std::stable_sort(chart.roofs.begin() + std::ptrdiff_t(slopes), chart.roofs.end(), highest_first);
    drop_surplus(chart, binding);
}

const Roof* limiting_roof(const RooflineChart& chart, const Workload& workload, const KernelVariant* variant,
                          double intensity) {
    const Roof* slope = slope_that_binds(chart, workload);
    const Roof* level = binding_level(chart, profiling::counted_for(workload, variant, Entry::float32).ceilings);
    const bool level_binds = level != nullptr && (slope == nullptr || level->limit < slope->limit * intensity);
    return level_binds ? level : slope;
}

void mark_binding_roof(RooflineChart& chart, const RoofSource& source, double intensity) {
    const Roof* binding = limiting_roof(chart, source.workload, source.variant, intensity);
    for (Roof& roof : chart.roofs) roof.binds = &roof == binding;
}

double highest_slope(const RooflineChart& chart) {
    double highest = 0.0;
    for (const Roof& roof : chart.roofs)
        if (!roof.level) highest = std::max(highest, roof.limit);
    return highest;
}

const Roof* highest_level(const RooflineChart& chart) {
    const auto found = std::ranges::find_if(chart.roofs, &Roof::level);
    return found == chart.roofs.end() ? nullptr : &*found;
}

const Roof* slope_that_binds(const RooflineChart& chart, const Workload& workload) {
    if (const Roof* roof = roof_of(chart, profiling::slope_of(chart.level, workload))) return roof;
    if (chart.level == profiling::MemoryLevel::dram) return nullptr;
    // A CPU has no ceiling of writes to its caches: the one of reads stands for the cache.
    const auto slope = std::ranges::find(chart.roofs, false, &Roof::level);
    return slope == chart.roofs.end() ? nullptr : &*slope;
}

std::array<ChartPoint, 2> line_of(const RooflineChart& chart, const Roof& roof) {
    const AxisRange& x = chart.intensity;
    if (roof.level) {
        const double slope = highest_slope(chart);
        const double from = slope > 0.0 ? std::max(x.low, roof.limit / slope) : x.low;
        return {{{from, roof.limit}, {x.high, roof.limit}}};
    }
    const Roof* level = highest_level(chart);
    const double to = level == nullptr ? x.high : std::min(x.high, level->limit / roof.limit);
    const double from = std::max(x.low, chart.performance.low / roof.limit);
    return {{{from, from * roof.limit}, {to, to * roof.limit}}};
}

} // namespace pairscope::app
