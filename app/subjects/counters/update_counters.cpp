// SPDX-License-Identifier: MIT
#include "app/spine/jobs.h"
#include "app/spine/state.h"
#include "app/spine/state_queries.h"
#include "app/spine/update/update.h"
#include "app/subjects/compare/compare.h"
#include "app/subjects/counters/counters.h"

namespace pairscope::app {

void count_more(State& state, profiling::CounterSet set) {
    const KernelVariant* variant = selected_variant(state);
    const auto key = variant == nullptr ? std::nullopt : key_for(state, *variant);
    if (key) state.counters.wanted.insert({*key, set});
    state.run.cancelled.reset();
}

void pick_metric(State& state, const command::PickMetric& picked) {
    state.counters.browsing = true;
    std::vector<std::string>& metrics = state.counters.question.picked;
    std::erase(metrics, picked.metric);
    if (picked.on) metrics.push_back(picked.metric);
    state.run.cancelled.reset();
}

void search_metrics(CounterState& counters, const std::string& text) {
    counters.browsing = true;
    counters.search = text;
}

void choose_chip(CounterState& counters, const std::string& chip) {
    counters.browsing = true;
    counters.question = {.chip = chip, .picked = counters.question.picked, .chosen = {}};
}

void sample_again(State& state) {
    const auto forget = [&](const std::optional<ComparedSide>& side) {
        const auto key = side && !side->recorded ? key_for(state, *side->variant) : std::nullopt;
        if (key) state.counters.sampled.erase(*key);
    };
    forget(selected_side(state));
    forget(other_side(state));
    state.counters.not_sampled.clear();
    state.run.cancelled.reset();
}

namespace command {

void carry_out(const CountMore& c, State& state, Effects&) { count_more(state, c.set); }
void carry_out(const PickMetric& c, State& state, Effects&) { pick_metric(state, c); }
void carry_out(const SearchMetrics& c, State& state, Effects&) { search_metrics(state.counters, c.text); }
void carry_out(const ChooseMetric& c, State& state, Effects&) { state.counters.question.chosen = c.name; }
void carry_out(const ChooseChip& c, State& state, Effects&) { choose_chip(state.counters, c.chip); }
void carry_out(const SetCounting& c, State& state, Effects& effects) {
    state.counters.on = c.on;
    effects.cancel_measurements = true;
}
void carry_out(const SampleLaunch&, State& state, Effects&) { sample_again(state); }

} // namespace command

namespace event {

void take(const Counted& counted, State& state) {
    if (counted.counts.cancelled) return;
    if (const std::string& why_not = counted.counts.counted.why_not; !why_not.empty()) {
        state.counters.forbidden[std::size_t(counted.key.device)] = why_not;
        notify(state, Severity::info, why_not);
    } else {
        for (const auto set : counted.choice.sets) state.counters.counted.insert({counted.key, set});
        if (!counted.choice.metrics.empty()) state.counters.picked_counted[counted.key] = counted.choice.metrics;
    }
    settle(state, {Topic::counters, counted.key.variant_id});
    const auto outcome = state.run.outcomes.find(counted.key);
    auto* m = outcome == state.run.outcomes.end() ? nullptr : std::get_if<profiling::Measurement>(&outcome->second);
    if (m != nullptr) add(*m, counted.counts);
}

void take_failure(const Counted& counted, const Failure& failure, State& state) {
    take(counted, state); // it was tried, and is not tried again
    notify(state, Severity::warning, failure.message, {Topic::counters, counted.key.variant_id});
}

void take(const LaunchSampled& sampled, State& state) {
    state.counters.sampled[sampled.key] = sampled.sampled.why_not;
    if (!sampled.why_not_here.empty())
        state.counters.not_sampled[std::size_t(sampled.key.device)] = sampled.why_not_here;
    const auto outcome = state.run.outcomes.find(sampled.key);
    auto* m = outcome == state.run.outcomes.end() ? nullptr : std::get_if<profiling::Measurement>(&outcome->second);
    if (m != nullptr && sampled.sampled.timeline) m->timeline = sampled.sampled.timeline;
}

void take_failure(const LaunchSampled& sampled, const Failure& failure, State& state) {
    state.counters.sampled[sampled.key] = failure.message;
}

void take(const MetricsAnswered& answer, State& state) {
    CounterState& counters = state.counters;
    const bool same = counters.question.picked == answer.question.picked &&
                      counters.question.chosen == answer.question.chosen &&
                      (counters.question.chip.empty() || counters.question.chip == answer.question.chip);
    if (same) counters.question.chip = answer.question.chip; // the one that was meant
    counters.answered = answer.question;
    counters.no_metrics = answer.why_not;
    counters.chips = answer.chips;
    counters.metrics = answer.metrics;
    counters.passes = answer.passes;
    counters.endings = answer.endings;
}

void take_failure(const MetricsAnswered& answer, const Failure& failure, State& state) {
    MetricsAnswered none = answer;
    none.why_not = failure.message;
    take(none, state);
}

} // namespace event

} // namespace pairscope::app
