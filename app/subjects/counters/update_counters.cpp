// SPDX-License-Identifier: MIT
#include "app/subjects/counters/update_counters.h"

#include "app/spine/state_queries.h"
#include "app/subjects/compare/comparing.h"

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

} // namespace pairscope::app
