// SPDX-License-Identifier: MIT
#include "app/subjects/compare/compare.h"

#include "app/spine/jobs.h"
#include "app/spine/state.h"
#include "app/spine/state_queries.h"
#include "app/spine/update/update.h"
#include "kernels/ladder/registry.h"
#include "profiling/badges.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <initializer_list>
#include <vector>

namespace pairscope::app {
namespace {

std::optional<RecordedRun> run_in(const RecordedSet* set, std::string_view variant_id) {
    const profiling::Measurement* run = set == nullptr ? nullptr : run_of(*set, variant_id);
    if (run == nullptr) return {};
    return RecordedRun{*set, run};
}

std::optional<RecordedRun> recorded_other(const State& state, const KernelVariant& variant) {
    const auto sets = recorded_sets(state);
    const CompareState& compare = state.compare;
    if (compare.other_recording == 0)
        return is_simulated(state.run, variant) ? run_in(standing_in(state, sets), variant.id) : std::nullopt;
    const auto found = std::ranges::find_if(sets, [&](const RecordedSet& set) {
        return set.shown->id == compare.other_recording && *set.device == compare.other_device;
    });
    return run_in(found == sets.end() ? nullptr : &*found, variant.id);
}

/// A texture only if both can write the same one.
TargetKind common_target(const State& state, const KernelVariant& a, const KernelVariant& b) {
    const auto first = key_for(state, a), second = key_for(state, b);
    const bool both = first->target == TargetKind::surface && second->target == TargetKind::surface;
    return both && a.entry == b.entry && first->device == second->device ? TargetKind::surface : TargetKind::linear;
}

/// What badges say against the times of these runs: "cpu_simd was slowed by heat"; empty: nothing.
std::string doubts_about(std::initializer_list<const profiling::Measurement*> runs) {
    using profiling::BadgeKind;
    std::vector<std::string> doubts;
    for (const profiling::Measurement* m : runs)
        for (const profiling::Badge& badge : profiling::badges_of(*m))
            if (badge.kind == BadgeKind::slowed_down || badge.kind == BadgeKind::clock_dropped ||
                badge.kind == BadgeKind::timers_disagree)
                doubts.push_back(fmt::format("{}: {}", short_name(m->variant_id), badge.word));
    return fmt::format("{}", fmt::join(doubts, ", "));
}

const profiling::Measurement* measured_as(const State& state, const RunKey& key) {
    const auto found = state.run.outcomes.find(key);
    return found == state.run.outcomes.end() ? nullptr : std::get_if<profiling::Measurement>(&found->second);
}

} // namespace

std::optional<ComparedSide> selected_side(const State& state) {
    const KernelVariant* variant = selected_variant(state);
    if (variant == nullptr) return {};
    return ComparedSide{variant, recorded_run(state)};
}

std::optional<ComparedSide> other_side(const State& state) {
    const KernelVariant* other = state.compare.other.empty() ? nullptr : find_variant(state.compare.other);
    if (other == nullptr) return {};
    const auto a = selected_side(state);
    if (!a) return {};
    ComparedSide b{other, recorded_other(state, *other)};
    const profiling::Measurement* run_a = a->recorded ? a->recorded->run : nullptr;
    const profiling::Measurement* run_b = b.recorded ? b.recorded->run : nullptr;
    if (a->variant == b.variant && run_a == run_b) return {};
    return b;
}

std::string why_no_time(const State& state, const KernelVariant& variant) {
    if (is_simulated(state.run, variant))
        return fmt::format("{} is simulated here, and a simulation has no time.", short_name(variant.id));
    if (const std::string reason = why_not_measured(state, variant); !reason.empty())
        return fmt::format("{} cannot run here: {}.", short_name(variant.id), reason);
    return {};
}

const KernelVariant* other_variant(const State& state) {
    const auto side = other_side(state);
    return side ? side->variant : nullptr;
}

std::optional<ComparedRuns> wanted_comparison(const State& state) {
    const auto second = other_side(state);
    if (!second || second->recorded || !state.data.now.question.first) return {};
    const auto first = selected_side(state);
    if (first->recorded) return {};
    const KernelVariant *a = first->variant, *b = second->variant;
    if (!why_no_time(state, *a).empty() || !why_no_time(state, *b).empty()) return {};
    ComparedRuns key{.a = *key_for(state, *a), .b = *key_for(state, *b), .revision = state.data.revision};
    key.a.target = key.b.target = common_target(state, *a, *b);
    return key;
}

std::optional<Job> compare_job(const State& state) {
    const auto wanted = wanted_comparison(state);
    if (!wanted || state.compare.made_for == wanted) return {};
    return job::Compare{.question = measured_question(state),
                        .revision = state.data.revision,
                        .a = selected_variant(state),
                        .b = other_variant(state),
                        .key = *wanted,
                        .device_a = state.run.devices[std::size_t(wanted->a.device)],
                        .device_b = state.run.devices[std::size_t(wanted->b.device)]};
}

void give_up_comparison(State& state) {
    const auto wanted = wanted_comparison(state);
    if (!wanted || state.compare.made_for == wanted) return;
    state.compare.made_for = wanted;
    state.compare.outcome.reset();
}

const profiling::Interleaved* comparison_of(const State& state) {
    const auto wanted = wanted_comparison(state);
    if (!wanted || state.compare.made_for != wanted || !state.compare.outcome) return nullptr;
    return std::get_if<profiling::Interleaved>(&*state.compare.outcome);
}

std::string contradiction(const State& state) {
    constexpr double usual = 0.02; // that medians of one machine differ by when they are taken at different times
    const auto* found = comparison_of(state);
    if (found == nullptr || !found->ratio.interval) return {};
    const ComparedRuns& key = *state.compare.made_for;
    const auto *a = measured_as(state, key.a), *b = measured_as(state, key.b);
    if (a == nullptr || b == nullptr) return {};
    const double ladder_says = profiling::seconds_of(*b) / profiling::seconds_of(*a);
    const auto [low, high] = *found->ratio.interval;
    if (!(ladder_says < low * (1.0 - usual) || ladder_says > high * (1.0 + usual))) return {};
    const std::string doubts = doubts_about({a, b});
    return fmt::format(
        "The ladder and the comparison disagree. By the ladder's medians, {} takes {:.2f} times as long as {}; "
        "measured in turns it takes {:.2f} to {:.2f} times as long. {} Trust the comparison. Space measures the "
        "selected variant again.",
        short_name(found->b), ladder_says, short_name(found->a), low, high,
        doubts.empty() ? "Something else probably kept the machine busy while the ladder was timed."
                       : fmt::format("Badges name a possible reason ({}).", doubts));
}

namespace command {

void carry_out(const CompareWith& c, State& state, Effects& effects) { compare_with(state, c, effects); }

} // namespace command

namespace event {

void take(const Compared& compared, State& state) {
    if (!compared.outcome) return; // it begins again, unless the user gave it up
    state.compare.made_for = compared.key;
    state.compare.outcome = compared.outcome;
}

void take_failure(const Compared& compared, const Failure& failure, State& state) {
    state.compare.made_for = compared.key;
    state.compare.outcome = profiling::Failed{compared.key.b.variant_id, failure.message};
}

} // namespace event

} // namespace pairscope::app
