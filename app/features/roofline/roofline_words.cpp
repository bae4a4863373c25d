// SPDX-License-Identifier: MIT
// The sentences of the roofline panel.
#include "app/features/roofline/roof_excess.h"
#include "app/features/roofline/roofline_chart.h"
#include "app/state/drawing/number_text.h"
#include "app/state/schedule.h"
#include "app/state/state_queries.h"
#include "profiling/roofline.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace pairscope::app {
namespace {

std::optional<profiling::Limit> limit_of(const ChartDot& dot) {
    return dot.ceilings == nullptr ? std::nullopt : profiling::limit_for(*dot.run, *dot.ceilings);
}

/// " The busiest part of the memory system is the L2 cache, at 67 % of its limit."; empty where the counters do not say
/// it. A variant far below the ceiling of DRAM may still keep a cache busy.
std::string busiest_unit_text(const profiling::Measurement& m) {
    constexpr std::array units{std::pair("dram_throughput", "DRAM"), std::pair("l2_throughput", "the L2 cache"),
                               std::pair("l1_throughput", "the L1 cache")};
    std::string_view busiest;
    double most = 0.0;
    for (const auto& [count, unit] : units) {
        const auto share = m.counters ? profiling::value_of(*m.counters, count) : std::nullopt;
        if (!share) return {};
        if (*share > most) busiest = unit;
        most = std::max(most, *share);
    }
    return busiest.empty() ? std::string()
                           : fmt::format(" The busiest part of the memory system is {}, at {} of its limit.", busiest,
                                         percent_text(most));
}

} // namespace

std::string roofline_sentence(const State& state, const RooflineChart& chart) {
    const auto dot = std::ranges::find_if(chart.dots, &ChartDot::selected);
    const auto binding = std::ranges::find_if(chart.roofs, &Roof::binds);
    if (dot == chart.dots.end() || binding == chart.roofs.end()) {
        if (chart.level == profiling::MemoryLevel::dram) return {};
        return fmt::format("The bytes of the {} were not counted for {}, so it cannot be drawn in this chart.",
                           title_of(chart.level), short_name(state.run.variant_id));
    }
    const double limit = binding->level ? binding->limit : binding->limit * dot->intensity;
    const bool counted = dot->bytes == profiling::Provenance::counter;
    const double share = dot->performance / limit;
    const std::string at = fmt::format("{} {} per {} byte of {}", three_digits(dot->intensity), title_of(chart.unit),
                                       counted ? "counted" : "predicted", title_of(chart.level));
    const auto limit_of_run = limit_of(*dot);
    const std::string reason = is_above(*dot, *binding) ? " " + why_above(chart, *dot, *binding) : "";
    const std::string above = reason + busiest_unit_text(*dot->run);
    const std::string useful = limit_of_run
                                   ? fmt::format("its useful fraction is {} of the {} ceiling",
                                                 share_text(*profiling::useful_fraction(*dot->run, *dot->ceilings)),
                                                 title_of(limit_of_run->ceiling->kind))
                                   : std::string();
    if (binding->level && limit_of_run && limit_of_run->ceiling->kind == binding->kind)
        return fmt::format("{}: {}, and it stands at {}.{}", short_name(dot->id), useful, at, above);
    if (binding->level)
        return fmt::format("{} reaches {} of the {} ceiling and stands at {}.{}", short_name(dot->id),
                           percent_text(share), binding->name, at, above);
    std::string fractions;
    const auto used = limit_of_run ? profiling::bandwidth_used(*dot->run, *dot->ceilings) : std::nullopt;
    if (used && chart.level == profiling::MemoryLevel::dram &&
        binding->kind == profiling::memory_ceiling(dot->run->workload))
        fractions = fmt::format("its bandwidth used is {} of the {} ceiling, ", share_text(*used), binding->name);
    else if (counted)
        fractions =
            fmt::format("it reaches {} of the {} ceiling by counted bytes, ", percent_text(share), binding->name);
    if (!useful.empty()) fractions += useful + ", ";
    return fmt::format("{}: {}{}it stands at {}.{}", short_name(dot->id), fractions, fractions.empty() ? "" : "and ",
                       at, above);
}

std::string dot_story(const RooflineChart& chart, const ChartDot& dot) {
    const profiling::Measurement& m = *dot.run;
    const std::string_view unit = title_of(chart.unit);
    const double bytes = amount_of(work_of(m.workload), chart.unit) / dot.intensity;
    const bool counted = dot.bytes == profiling::Provenance::counter;
    const std::string from = counted
                                 ? fmt::format("counted on {}", m.counters ? m.counters->chip : std::string("the GPU"))
                                 : std::string("predicted by its own model, so its mark is hollow");
    std::string story = fmt::format(
        "{}, n = {}\n{}: its {} divided by {} ms\n{} {} per byte of {} traffic; its {} are {}", short_name(dot.id),
        grouped(n_of(m.workload)), rate_text(fmt::format("{}/s", unit), dot.performance),
        unit.ends_with('s') ? std::string(unit) : fmt::format("{}s", unit), milliseconds(profiling::seconds_of(m)),
        three_digits(dot.intensity), unit, title_of(chart.level), bytes_text(bytes), from);
    if (const std::string excess = excess_story(chart, dot); !excess.empty()) story += "\n" + excess;
    const auto limit = limit_of(dot);
    if (!limit) return story;
    story += fmt::format("\nuseful fraction {} of the {} ceiling",
                         share_text(*profiling::useful_fraction(m, *dot.ceilings)), title_of(limit->ceiling->kind));
    if (const auto used = profiling::bandwidth_used(m, *dot.ceilings))
        story += fmt::format("\nbandwidth used {} of the {} ceiling", share_text(*used),
                             title_of(profiling::memory_ceiling(m.workload)));
    return story;
}

std::string roof_story(const Roof& roof) {
    return fmt::format("{}\n{}\n{}{}", roof.label, meaning_of(roof.kind), roof.provenance,
                       roof.binds ? "\nIt limits the selected variant." : "");
}

std::string roofline_awaits(const State& state) {
    const KernelVariant* variant = selected_variant(state);
    if (variant == nullptr) return "Choose a variant in the ladder: its roofs and its place under them appear here.";
    if (!state.data.now.question.first)
        return "The ceilings of this machine and the mark of the variant appear here as soon as there is data.";
    if (shows_given_distances(state)) return std::string(nothing_is_computed);
    const auto device = device_for(state.run, *variant);
    if (!device) return why_not_measured(state, *variant);
    if (const auto* known = find(state.run.ceilings, *device); known != nullptr && !known->failure.empty())
        return "The ceilings of " + state.run.devices[*device].name + " could not be measured: " + known->failure;
    const std::string& name = state.run.devices[*device].name;
    if (is_given_up(state, *variant))
        return fmt::format("The ceilings of {} are the roofs of this chart. They were not measured, because the work "
                           "was cancelled. Space measures them.",
                           name);
    return fmt::format("The ceilings of {} are being measured. They are the roofs of this chart.", name);
}

} // namespace pairscope::app
