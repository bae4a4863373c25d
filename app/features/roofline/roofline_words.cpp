// SPDX-License-Identifier: MIT
// What the roofline says in words.
#include "app/features/roofline/roofline_chart.h"
#include "app/state/drawing/number_text.h"
#include "app/state/state_queries.h"
#include "profiling/roofline.h"

#include <fmt/format.h>

#include <algorithm>

namespace pairscope::app {
namespace {

using profiling::WorkUnit;

/// Nothing is faster than its roof: what that means instead.
std::string_view why_above(const profiling::Measurement& m) {
    const bool fits = work_of(m.workload, m.entry).compulsory_bytes < double(m.device.cache_bytes);
    return fits ? "The points and the answer fit in the caches, which are faster than memory."
                : "The machine was probably busy while the ceiling was measured.";
}

} // namespace

std::string_view unit_name(const RooflineChart& chart) { return title_of(chart.unit); }

std::string intensity_title(const RooflineChart& chart) {
    return fmt::format("{} [{} per byte of {} traffic]",
                       chart.unit == WorkUnit::flop ? "arithmetic intensity" : "intensity", unit_name(chart),
                       title_of(chart.level));
}

std::string performance_title(const RooflineChart& chart) { return fmt::format("{}/s", unit_name(chart)); }

std::string roofline_sentence(const State& state, const RooflineChart& chart) {
    const auto dot = std::ranges::find_if(chart.dots, &ChartDot::selected);
    const auto binding = std::ranges::find_if(chart.roofs, &Roof::binds);
    if (dot == chart.dots.end() || binding == chart.roofs.end()) {
        if (chart.level == profiling::MemoryLevel::dram) return {};
        return fmt::format("The bytes of the {} were not counted for {}, so it has no place here.",
                           title_of(chart.level), short_name(state.run.variant_id));
    }
    const double limit = binding->kind == RoofKind::fma ? binding->limit : binding->limit * dot->intensity;
    const bool counted = dot->bytes == profiling::Provenance::counter;
    const double share = dot->performance / limit;
    const std::string at = fmt::format("{} {} per {} byte of {}", three_digits(dot->intensity), unit_name(chart),
                                       counted ? "counted" : "predicted", title_of(chart.level));
    const std::string above = share > 1.05 ? fmt::format(" {}", why_above(*dot->run)) : "";
    if (binding->kind == RoofKind::fma)
        return fmt::format("{} reaches {} of the {} ceiling and stands at {}.{}", short_name(dot->id),
                           percent_text(share), binding->name, at, above);
    std::string fractions;
    if (counted)
        fractions =
            fmt::format("it reaches {} of the {} ceiling by counted bytes, ", percent_text(share), binding->name);
    const auto useful = dot->ceilings == nullptr ? std::nullopt : profiling::useful_fraction(*dot->run, *dot->ceilings);
    if (useful) fractions += fmt::format("its useful fraction is {} of the fill ceiling, ", share_text(*useful));
    return fmt::format("{}: {}{}it stands at {}.{}", short_name(dot->id), fractions, fractions.empty() ? "" : "and ",
                       at, above);
}

std::string roofline_awaits(const State& state) {
    const KernelVariant* variant = selected_variant(state);
    if (variant == nullptr) return "Choose a variant in the ladder: its roofs and its place under them appear here.";
    if (!state.data.now.dataset)
        return "Once there are points, what this machine can do and what the variant does appear here.";
    const auto device = device_for(state.run, *variant);
    if (!device) return why_not_measured(state, *variant);
    if (const auto* known = find(state.run.ceilings, *device); known != nullptr && !known->failure.empty())
        return "The ceilings of " + state.run.devices[*device].name + " could not be measured: " + known->failure;
    return "The ceilings of " + state.run.devices[*device].name + " are being measured: they are the roofs drawn here.";
}

} // namespace pairscope::app
