// SPDX-License-Identifier: MIT
#include "app/subjects/counters/counters.h"

#include "app/spine/jobs.h"
#include "app/spine/state.h"
#include "app/spine/state_queries.h"
#include "app/spine/update/update.h"
#include "app/subjects/compare/compare.h"

#include <fmt/format.h>

namespace pairscope::app {
namespace {

using namespace std::chrono_literals;
using profiling::CounterSet;
constexpr auto between_live_counts = 450ms;

bool is_gpu(const State& state, std::size_t device) {
    return device < state.run.devices.size() && state.run.devices[device].backend == Backend::cuda;
}

/// The key under which this variant's counts belong, if it has a measurement that lacks them.
std::optional<RunKey> countable(const State& state, const KernelVariant& variant) {
    const auto key = key_for(state, variant);
    const bool possible =
        key && is_gpu(state, std::size_t(key->device)) && !state.counters.forbidden.contains(std::size_t(key->device));
    return possible && measurement_for(state, variant) != nullptr ? key : std::nullopt;
}

Job count_job(const State& state, const KernelVariant& variant, const RunKey& key, profiling::CounterChoice choice) {
    return job::Count{.question = measured_question(state),
                      .revision = state.data.revision,
                      .variant = &variant,
                      .key = key,
                      .device = state.run.devices[std::size_t(key.device)],
                      .choice = std::move(choice)};
}

std::optional<Job> live_job(const State& state, const KernelVariant& variant) {
    const auto key = state.counters.on ? countable(state, variant) : std::nullopt;
    if (!key || state.counters.counted.contains({*key, CounterSet::live})) return {};
    return count_job(state, variant, *key, {.sets = {CounterSet::live}, .counters = {}});
}

} // namespace

std::optional<Job> selected_count_job(const State& state) {
    const KernelVariant* variant = selected_variant(state);
    if (variant == nullptr) return {};
    if (auto job = live_job(state, *variant)) return job;
    const auto key = countable(state, *variant);
    if (!key) return {};
    for (const CounterSet set : profiling::counter_sets())
        if (state.counters.wanted.contains({*key, set}) && !state.counters.counted.contains({*key, set}))
            return count_job(state, *variant, *key, {.sets = {set}, .counters = {}});
    const auto& picked = state.counters.question.picked;
    const auto found = state.counters.picked_counted.find(*key);
    const bool counted = found != state.counters.picked_counted.end() && found->second == picked;
    if (state.counters.browsing && !picked.empty() && !counted)
        return count_job(state, *variant, *key, {.sets = {}, .counters = picked});
    return {};
}

std::optional<Job> background_count_job(const State& state) {
    for (const KernelVariant* variant : ladder(state))
        if (auto job = live_job(state, *variant)) return job;
    return {};
}

std::optional<Job> counter_list_job(const State& state) {
    if (!state.counters.browsing || state.counters.answered == state.counters.question) return {};
    job::ListCounters job{.question = state.counters.question, .device = {}};
    for (const Device& device : state.run.devices)
        if (device.backend == Backend::cuda && !job.device) job.device = device;
    return job;
}

bool counts_pictures(const State& state, std::size_t device, Clock::time_point now) {
    if (!state.data.dragging || !state.counters.on || !is_gpu(state, device)) return false;
    if (state.counters.forbidden.contains(device)) return false;
    const auto& live = state.counters.live;
    return !live || live->sampled || now - live->when >= between_live_counts;
}

const profiling::Counters* live_counters(const State& state, const KernelVariant& variant) {
    const auto& live = state.counters.live;
    const bool shown = live && live->variant_id == variant.id && state.data.dragging;
    return shown ? &live->counters : nullptr;
}

std::string live_counting_words(const State& state) {
    const auto& live = state.counters.live;
    if (!live) return {};
    if (live->sampled)
        return fmt::format(
            "While points are dragged, every picture is counted: the hardware samples its counters, which "
            "took {:.1f} ms for the last picture.",
            1e3 * live->cost);
    const auto why = state.counters.not_sampled.find(state.output.device);
    return fmt::format(
        "While points are dragged, about two pictures per second are counted, because the quicker way is "
        "not possible here. The reason is: {}.",
        why == state.counters.not_sampled.end() ? "it is not known" : why->second);
}

std::string counters_await(const State& state) {
    const KernelVariant* variant = selected_variant(state);
    if (variant == nullptr) return "Choose a variant in the ladder: its hardware counters appear here.";
    const std::string name(short_name(variant->id));
    const auto key = key_for(state, *variant);
    if (!key) return "There is no device.";
    if (!is_gpu(state, std::size_t(key->device)))
        return fmt::format("{} runs on the CPU here, whose counters are not read. For a CUDA variant, the Trace panel "
                           "shows what its warps would touch, and a recording shows what a GPU counted.",
                           name);
    if (const auto why = state.counters.forbidden.find(std::size_t(key->device)); why != state.counters.forbidden.end())
        return why->second;
    const auto* m = measurement_for(state, *variant);
    if (m == nullptr) return fmt::format("{} is checked and timed first; then it is counted.", name);
    if (!m->counters) return fmt::format("{} is counted in a moment.", name);
    return {};
}

void count_more(State& state, profiling::CounterSet set) {
    const KernelVariant* variant = selected_variant(state);
    const auto key = variant == nullptr ? std::nullopt : key_for(state, *variant);
    if (key) state.counters.wanted.insert({*key, set});
    state.run.cancelled.reset();
}

void search_counters(CounterState& counters, const std::string& text) {
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
void carry_out(const PickCounter& picked, State& state, Effects&) {
    state.counters.browsing = true;
    std::vector<std::string>& counters = state.counters.question.picked;
    std::erase(counters, picked.counter);
    if (picked.on) counters.push_back(picked.counter);
    state.run.cancelled.reset();
}
void carry_out(const SearchCounters& c, State& state, Effects&) { search_counters(state.counters, c.text); }
void carry_out(const ChooseCounter& c, State& state, Effects&) { state.counters.question.chosen = c.name; }
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
        if (!counted.choice.counters.empty()) state.counters.picked_counted[counted.key] = counted.choice.counters;
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
    if (sampled.cancelled) return;
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

void take(const CountersListed& answer, State& state) {
    CounterState& counters = state.counters;
    const bool same = counters.question.picked == answer.question.picked &&
                      counters.question.chosen == answer.question.chosen &&
                      (counters.question.chip.empty() || counters.question.chip == answer.question.chip);
    if (same) counters.question.chip = answer.question.chip; // the one that was meant
    counters.answered = answer.question;
    counters.no_counters = answer.why_not;
    counters.chips = answer.chips;
    counters.listed = answer.counters;
    counters.passes = answer.passes;
    counters.endings = answer.endings;
}

void take_failure(const CountersListed& answer, const Failure& failure, State& state) {
    CountersListed none = answer;
    none.why_not = failure.message;
    take(none, state);
}

} // namespace event

} // namespace pairscope::app
