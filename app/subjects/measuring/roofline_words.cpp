// SPDX-License-Identifier: MIT
// The sentences of the roofline panel.
#include "app/chart/fractions.h"
#include "app/chart/number_text.h"
#include "app/spine/schedule.h"
#include "app/spine/state_queries.h"
#include "app/subjects/measuring/roof_excess.h"
#include "app/subjects/measuring/roofline_chart.h"
#include "kernels/ladder/counted_variant.h"
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

/// "cpu_simd_tile reaches 49.3 % of the FMA ceiling." `share` is the part of the binding roof that the mark reaches.
std::string fractions_sentence(const RooflineChart& chart, const ChartDot& dot, const Roof& binding, double share,
                               bool counted) {
    const std::string_view name = short_name(dot.id);
    const std::string part = fmt::format("{} of {}", percent_text(share), binding.ceiling);
    const auto limit = limit_of(dot);
    if (!limit && binding.level) return fmt::format("{} reaches {}.", name, part);
    if (!limit) return fmt::format("By {} bytes, {} reaches {}.", counted ? "counted" : "predicted", name, part);
    const std::string useful = fmt::format("{} of {}", share_text(*profiling::useful_fraction(*dot.run, *dot.ceilings)),
                                           ceiling_in_words(*limit));
    const bool is_useful_roof = binding.level && limit->ceiling->kind == binding.kind;
    if (binding.level && !is_useful_roof) return fmt::format("{} reaches {}.", name, part);
    if (is_useful_roof || !counted) return fmt::format("The useful fraction of {} is {}.", name, useful);
    const auto used = profiling::bandwidth_used(*dot.run, *dot.ceilings);
    if (used && chart.level == profiling::MemoryLevel::dram &&
        binding.kind == profiling::memory_ceiling(dot.run->workload))
        return fmt::format("The bandwidth used by {} is {} of {}, and its useful fraction is {}.", name,
                           share_text(*used), binding.ceiling, useful);
    return fmt::format("By counted bytes, {} reaches {}, and its useful fraction is {}.", name, part, useful);
}

/// "Its arithmetic intensity is 12.0 flop per predicted byte of DRAM."
std::string intensity_sentence(const RooflineChart& chart, const ChartDot& dot, bool counted) {
    return fmt::format("Its {} is {} {} per {} byte of {}.",
                       chart.unit == profiling::WorkUnit::pair ? "intensity" : "arithmetic intensity",
                       three_digits(dot.intensity), title_of(chart.unit), counted ? "counted" : "predicted",
                       title_of(chart.level));
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
    constexpr double far_from_limit = 0.5;
    if (busiest.empty()) return {};
    if (most < far_from_limit)
        return fmt::format(" No bandwidth limits it: the busiest part of the memory system is {}, at {} of its limit.",
                           busiest, percent_text(most));
    return fmt::format(" The busiest part of the memory system is {}, at {} of its limit.", busiest,
                       percent_text(most));
}

/// What the dashed line stands for.
std::string simulated_sentence(const RooflineChart& chart) {
    return fmt::format("{} is simulated on this CPU, so it has no time and no mark. The dashed line stands for its "
                       "intensity: {} {} per predicted byte of DRAM.",
                       short_name(chart.simulated->id), three_digits(chart.simulated->intensity), title_of(chart.unit));
}

/// Reasons end with or without a full stop.
std::string_view without_stop(std::string_view reason) {
    if (reason.ends_with('.')) reason.remove_suffix(1);
    return reason;
}

} // namespace

std::string roofline_sentence(const State& state, const RooflineChart& chart) {
    const auto dot = std::ranges::find_if(chart.dots, &ChartDot::selected);
    const auto binding = std::ranges::find_if(chart.roofs, &Roof::binds);
    if (dot == chart.dots.end() || binding == chart.roofs.end()) {
        if (chart.level == profiling::MemoryLevel::dram)
            return chart.simulated ? simulated_sentence(chart) : std::string();
        return fmt::format("The bytes of the {} were not counted for {}, so it cannot be drawn in this chart.",
                           title_of(chart.level), short_name(state.run.variant_id));
    }
    const double limit = binding->level ? binding->limit : binding->limit * dot->intensity;
    const bool counted = dot->bytes == profiling::Provenance::counter;
    const double share = dot->performance / limit;
    const KernelVariant* const variant = counted_variant(dot->id);
    const std::string reason = variant != nullptr && variant->does_less
                                   ? " It leaves out work that the workload counts, or computes with narrower numbers, "
                                     "so no roof of arithmetic limits it."
                               : is_above(*dot, *binding) ? " " + why_above(chart, *dot, *binding)
                                                          : "";
    return fmt::format("{} {}{}{}", fractions_sentence(chart, *dot, *binding, share, counted),
                       intensity_sentence(chart, *dot, counted), reason, busiest_unit_text(*dot->run));
}

std::string dot_story(const RooflineChart& chart, const ChartDot& dot) {
    const profiling::Measurement& m = *dot.run;
    const std::string_view unit = title_of(chart.unit);
    const double bytes = amount_of(profiling::counted_for(m).work, chart.unit) / dot.intensity;
    const bool counted = dot.bytes == profiling::Provenance::counter;
    const std::string from = counted
                                 ? fmt::format("counted on {}", m.counters ? m.counters->chip : std::string("the GPU"))
                                 : std::string("predicted by its own model, so its mark is hollow");
    std::string story = fmt::format(
        "{}, n = {}\n{}: its {} divided by {}\n{} {} per byte of {} traffic; its {} are {}", short_name(dot.id),
        grouped(n_of(m.workload)), rate_text(fmt::format("{}/s", unit), dot.performance),
        unit.ends_with('s') ? std::string(unit) : fmt::format("{}s", unit), time_of_run(profiling::seconds_of(m)),
        three_digits(dot.intensity), unit, title_of(chart.level), bytes_text(bytes), from);
    if (const std::string excess = excess_story(chart, dot); !excess.empty()) story += "\n" + excess;
    if (const std::string what = counted_work_sentence(counted_variant(dot.id)); !what.empty()) story += "\n" + what;
    const auto limit = limit_of(dot);
    if (!limit) return story;
    story += fmt::format("\nuseful fraction {} of {}", share_text(*profiling::useful_fraction(m, *dot.ceilings)),
                         ceiling_in_words(*limit));
    if (const auto used = profiling::bandwidth_used(m, *dot.ceilings))
        story += fmt::format("\nbandwidth used {} of the {} ceiling", share_text(*used),
                             title_of(profiling::memory_ceiling(m.workload)));
    return story;
}

std::string roof_story(const Roof& roof) {
    return fmt::format("{}\n{}\n{}{}", roof.label, meaning_of(roof.kind), roof.provenance,
                       roof.binds ? "\nIt limits the selected variant." : "");
}

std::string mark_awaits(const State& state, const RooflineChart& chart) {
    if (const std::string uncounted = roofline_sentence(state, chart); !uncounted.empty()) return uncounted;
    const KernelVariant& variant = *selected_variant(state);
    const std::string name(short_name(variant.id));
    if (const std::string reason = why_not_measured(state, variant); !reason.empty())
        return fmt::format("{} has no time, so it has no mark in this chart. {}", name, reason);
    const auto* outcome = outcome_for(state, variant);
    if (const auto* failed = outcome == nullptr ? nullptr : std::get_if<profiling::Failed>(outcome))
        return fmt::format("{} has no time, so it has no mark in this chart: {}.", name, without_stop(failed->message));
    if (const auto* skipped = outcome == nullptr ? nullptr : std::get_if<profiling::Skipped>(outcome))
        return fmt::format("{} was skipped, so it has no mark in this chart: {}.", name, without_stop(skipped->reason));
    if (is_given_up(state, variant))
        return fmt::format("{} has no mark in this chart, because its timing was cancelled. Space times it.", name);
    return fmt::format("{} is being checked and will then be timed. Its mark and the roofs appear here afterwards.",
                       name);
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
        return fmt::format("The ceilings of {} could not be measured: {}", state.run.devices[*device].name,
                           known->failure);
    const std::string& name = state.run.devices[*device].name;
    if (is_given_up(state, *variant))
        return fmt::format("The ceilings of {} are the roofs of this chart. They were not measured, because the work "
                           "was cancelled. Space measures them.",
                           name);
    return fmt::format("The ceilings of {} are being measured. They are the roofs of this chart.", name);
}

} // namespace pairscope::app
