// SPDX-License-Identifier: MIT
#include "app/subjects/compare/compare_words.h"

#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/subjects/compare/compare.h"
#include "app/subjects/compare/recorded_comparison.h"

#include <fmt/format.h>

namespace pairscope::app {
namespace {

std::string described(const profiling::Interleaved& found) {
    const std::string verdict = profiling::in_words(found.ratio, short_name(found.a), short_name(found.b));
    if (!found.ratio.interval) return verdict + ".";
    std::string sentence = fmt::format("{} ({:.0f} % interval, {} rounds of four runs).", verdict,
                                       100 * profiling::verdict_confidence, found.rounds.size());
    for (const std::string& doubt :
         {std::string(profiling::doubt_about_memory(found)), profiling::doubt_about_outputs(found)})
        if (!doubt.empty()) sentence += " " + doubt;
    return sentence;
}

} // namespace

std::string comparison_sentence(const State& state) {
    const KernelVariant *a = selected_variant(state), *b = other_variant(state);
    if (a == nullptr || b == nullptr)
        return "Hold Ctrl and click a second variant in the ladder: the two are measured in turns, and a sentence says "
               "which is faster.";
    if (const auto recorded = recorded_comparison(state)) return described(*recorded);
    const auto first = selected_side(state), second = other_side(state);
    for (const auto& side : {first, second})
        if (const std::string reason = side->recorded ? "" : why_no_time(state, *side->variant); !reason.empty())
            return reason;
    if (first->recorded || second->recorded)
        return fmt::format("{} has no time yet: it will be measured automatically.",
                           short_name((first->recorded ? b : a)->id));
    if (const auto* found = comparison_of(state)) return described(*found);
    if (state.compare.made_for == wanted_comparison(state)) {
        if (!state.compare.outcome) return "The comparison was cancelled; Space starts it again.";
        if (const auto* failed = std::get_if<profiling::Failed>(&*state.compare.outcome))
            return fmt::format("{} failed: {}", short_name(failed->variant_id), failed->message);
        if (const auto* skipped = std::get_if<profiling::Skipped>(&*state.compare.outcome))
            return fmt::format("{} was skipped: {}.", short_name(skipped->variant_id), skipped->reason);
    }
    return fmt::format("{} and {} are measured in turns ...", short_name(a->id), short_name(b->id));
}

} // namespace pairscope::app
