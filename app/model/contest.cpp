// SPDX-License-Identifier: MIT
#include "app/model/contest.h"

#include "app/model/schedule.h"

#include <fmt/format.h>

namespace pairscope::app {
namespace {

/// Why this variant has no time to compare; empty if it has one.
std::string no_time(const State& state, const KernelVariant& variant) {
    if (is_simulated(state.run, variant))
        return fmt::format("{} is simulated here, and a simulation has no time.", short_name(variant.id));
    if (const std::string reason = why_not_now(state, variant); !reason.empty())
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
    std::string verdict = profiling::in_words(found.ratio, short_name(found.a), short_name(found.b));
    if (profiling::verdict_of(found.ratio) == profiling::Verdict::cannot_tell) verdict.front() = 'C'; // names stay
    const std::string_view doubt = profiling::doubt_about_memory(found);
    return fmt::format("{} (95 % interval, {} blocks A B B A).{}{}", verdict, found.blocks.size(),
                       doubt.empty() ? "" : " ", doubt);
}

} // namespace

const KernelVariant* rival_of(const State& state) {
    const KernelVariant* rival = state.contest.rival.empty() ? nullptr : find_variant(state.contest.rival);
    return rival == selected_variant(state) ? nullptr : rival;
}

std::optional<ContestKey> wanted_contest(const State& state) {
    const KernelVariant *a = selected_variant(state), *b = rival_of(state);
    if (a == nullptr || b == nullptr || !state.data.now.dataset) return {};
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

std::string contest_sentence(const State& state) {
    const KernelVariant *a = selected_variant(state), *b = rival_of(state);
    if (a == nullptr || b == nullptr)
        return "Hold Ctrl and click a second variant in the ladder: the two are measured in turns, and a sentence says "
               "which is faster.";
    for (const KernelVariant* variant : {a, b})
        if (const std::string reason = no_time(state, *variant); !reason.empty()) return reason;
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
