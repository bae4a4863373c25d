// SPDX-License-Identifier: MIT
#include "app/subjects/compare/recorded_comparison.h"

#include "app/chart/number_text.h"
#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "kernels/ladder/registry.h"
#include "profiling/badges.h"
#include "profiling/input_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace pairscope::app {
namespace {

using profiling::Measurement;

const Measurement* run_of(const State& state, const ComparedSide& side) {
    return side.recorded ? side.recorded->run : measurement_for(state, *side.variant);
}

std::string origin_text(const ComparedSide& side, const Measurement& m) {
    return fmt::format("{}, {}, {}", m.device.name, size_text(m.workload),
                       side.recorded ? origin_of(side.recorded->set) : "measured in this session");
}

} // namespace

std::optional<RecordedComparison> recorded_comparison(const State& state) {
    const auto b = other_side(state);
    if (!b) return {};
    const auto a = selected_side(state);
    if (!a->recorded && !b->recorded) return {};
    const Measurement *run_a = run_of(state, *a), *run_b = run_of(state, *b);
    if (run_a == nullptr || run_b == nullptr) return {};
    return RecordedComparison{
        .a = run_a,
        .b = run_b,
        .from_a = origin_text(*a, *run_a),
        .from_b = origin_text(*b, *run_b),
        .ratio = profiling::speed_ratio(profiling::samples_per_pair(*run_a), profiling::samples_per_pair(*run_b))};
}

std::string described(const RecordedComparison& comparison) {
    const bool same_variant = comparison.a->variant_id == comparison.b->variant_id;
    const auto name = [&](const Measurement& m, const char* letter) {
        return same_variant ? fmt::format("{} ({})", short_name(m.variant_id), letter)
                            : std::string(short_name(m.variant_id));
    };
    const std::string a = name(*comparison.a, "A"), b = name(*comparison.b, "B");
    const bool sizes = n_of(comparison.a->workload) != n_of(comparison.b->workload);
    const std::string pair = profiling::pair_in_words(type_of(comparison.a->workload.type));
    std::string text = profiling::in_words(comparison.ratio, a, b);
    if (sizes && comparison.ratio.interval) text = fmt::format("{} for one {}", text, pair);
    if (comparison.ratio.interval)
        text = fmt::format("{} ({:.0f} % interval, {} and {} samples)", text, 100 * profiling::verdict_confidence,
                           comparison.a->seconds.size(), comparison.b->seconds.size());
    text = comparison.from_a == comparison.from_b
               ? fmt::format("{}. Both: {}.", text, comparison.from_a)
               : fmt::format("{}. {}: {}. {}: {}.", text, a, comparison.from_a, b, comparison.from_b);
    if (sizes) text += fmt::format(" The sizes differ, so the times are compared per {}.", pair);
    for (const auto& [name_of_run, run] : {std::pair{a, comparison.a}, std::pair{b, comparison.b}})
        if (const auto warnings = profiling::warnings_of(*run); !warnings.empty())
            text += fmt::format(" The time of {} may mislead, because of these warnings: {}.", name_of_run,
                                fmt::join(warnings, ", "));
    return text + " The two were not measured in turns, so other work of the machines may have changed the ratio. The "
                  "interval covers only how much the times within each run vary.";
}

} // namespace pairscope::app
