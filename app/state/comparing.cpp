// SPDX-License-Identifier: MIT
#include "app/state/comparing.h"

#include "app/features/compare/recorded_comparison.h"
#include "app/state/state_queries.h"
#include "profiling/badges.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <initializer_list>
#include <vector>

namespace pairscope::app {
namespace {

/// Why this variant has no time to compare; empty if it has one.
std::string no_time(const State& state, const KernelVariant& variant) {
    if (is_simulated(state.run, variant))
        return fmt::format("{} is simulated here, and a simulation has no time.", short_name(variant.id));
    if (const std::string reason = why_not_measured(state, variant); !reason.empty())
        return fmt::format("{} cannot run here: {}.", short_name(variant.id), reason);
    return {};
}

/// A texture only if both can write the same one.
TargetKind common_target(const State& state, const KernelVariant& a, const KernelVariant& b) {
    const auto first = key_for(state, a), second = key_for(state, b);
    const bool both = first->target == TargetKind::surface && second->target == TargetKind::surface;
    return both && a.entry == b.entry && first->device == second->device ? TargetKind::surface : TargetKind::linear;
}

std::string described(const profiling::Interleaved& found) {
    const std::string verdict = profiling::in_words(found.ratio, short_name(found.a), short_name(found.b));
    if (!found.ratio.interval) return verdict + ".";
    const std::string_view doubt = profiling::doubt_about_memory(found);
    return fmt::format("{} ({:.0f} % interval, {} rounds A B B A).{}{}", verdict, 100 * profiling::verdict_confidence,
                       found.blocks.size(), doubt.empty() ? "" : " ", doubt);
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

const KernelVariant* rival_of(const State& state) {
    const auto side = rival_side(state);
    return side ? side->variant : nullptr;
}

std::optional<ContestKey> wanted_contest(const State& state) {
    const auto second = rival_side(state);
    if (!second || second->recorded || !state.data.now.dataset) return {};
    const auto first = selected_side(state);
    if (first->recorded) return {};
    const KernelVariant *a = first->variant, *b = second->variant;
    if (!no_time(state, *a).empty() || !no_time(state, *b).empty()) return {};
    ContestKey key{.a = *key_for(state, *a), .b = *key_for(state, *b), .revision = state.data.revision};
    key.a.target = key.b.target = common_target(state, *a, *b);
    return key;
}

std::optional<Job> contest_job(const State& state) {
    const auto wanted = wanted_contest(state);
    if (!wanted || state.contest.made_for == wanted) return {};
    return job::Compare{.dataset = state.data.now.dataset,
                        .revision = state.data.revision,
                        .a = selected_variant(state),
                        .b = rival_of(state),
                        .key = *wanted,
                        .device_a = state.run.devices[std::size_t(wanted->a.device)],
                        .device_b = state.run.devices[std::size_t(wanted->b.device)],
                        .lease = {}};
}

void give_up_contest(State& state) {
    const auto wanted = wanted_contest(state);
    if (!wanted || state.contest.made_for == wanted) return;
    state.contest.made_for = wanted;
    state.contest.outcome.reset();
}

const profiling::Interleaved* contest_of(const State& state) {
    const auto wanted = wanted_contest(state);
    if (!wanted || state.contest.made_for != wanted || !state.contest.outcome) return nullptr;
    return std::get_if<profiling::Interleaved>(&*state.contest.outcome);
}

std::string contradiction(const State& state) {
    constexpr double usual = 0.02; // that medians of one machine differ by when they are taken at different times
    const auto* found = contest_of(state);
    if (found == nullptr || !found->ratio.interval) return {};
    const ContestKey& key = *state.contest.made_for;
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

std::string contest_sentence(const State& state) {
    const KernelVariant *a = selected_variant(state), *b = rival_of(state);
    if (a == nullptr || b == nullptr)
        return "Hold Ctrl and click a second variant in the ladder: the two are measured in turns, and a sentence says "
               "which is faster.";
    if (const auto recorded = recorded_contest(state)) return described(*recorded);
    const auto first = selected_side(state), second = rival_side(state);
    for (const auto& side : {first, second})
        if (const std::string reason = side->recorded ? "" : no_time(state, *side->variant); !reason.empty())
            return reason;
    if (first->recorded || second->recorded)
        return fmt::format("{} has no time yet: it will be measured automatically.",
                           short_name((first->recorded ? b : a)->id));
    if (const auto* found = contest_of(state)) return described(*found);
    if (state.contest.made_for == wanted_contest(state)) {
        if (!state.contest.outcome) return "The comparison was cancelled; Space starts it again.";
        if (const auto* failed = std::get_if<profiling::Failed>(&*state.contest.outcome))
            return fmt::format("{} failed: {}", short_name(failed->variant_id), failed->message);
        if (const auto* skipped = std::get_if<profiling::Skipped>(&*state.contest.outcome))
            return fmt::format("{} was skipped: {}.", short_name(skipped->variant_id), skipped->reason);
    }
    return fmt::format("{} and {} are measured in turns ...", short_name(a->id), short_name(b->id));
}

} // namespace pairscope::app
