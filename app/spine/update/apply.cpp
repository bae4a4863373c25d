// SPDX-License-Identifier: MIT
#include "app/spine/update/update.h"

#include "app/spine/state_queries.h"
#include "app/subjects/data/update_points.h"
#include "app/subjects/matrix/differences/update_differences.h"
#include "app/subjects/matrix/order/view_order.h"
#include "app/subjects/matrix/zoom/deep_zoom.h"
#include "app/subjects/neighbours/update_neighbours.h"
#include "app/subjects/recordings/update_recordings.h"
#include "app/subjects/tour/update_tour.h"
#include "profiling/examination.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <utility>

namespace pairscope::app {
namespace {

constexpr std::size_t longest_history = 240;
constexpr std::size_t most_workloads = 40; // whose times are kept: all of them fit into a recording

bool was_simulated(const State& state, const event::OutputMade& made) {
    const KernelVariant* variant = find_variant(made.variant_id);
    return variant != nullptr && made.device_index < state.run.devices.size() &&
           simulated(*variant, state.run.devices[made.device_index]);
}

PicturePath path_of(const event::OutputMade& made) {
    if (!made.lease) return PicturePath::host_copy;
    const KernelVariant* variant = find_variant(made.variant_id);
    return variant == nullptr || variant->writes_surface ? PicturePath::interop : PicturePath::device_copy;
}

void apply_live(State& state, const event::OutputMade& made) {
    if (!made.counters) return;
    state.counters.live = LivePoint{.variant_id = made.variant_id,
                                    .revision = made.revision,
                                    .counters = *made.counters,
                                    .when = Clock::now(),
                                    .cost = made.counting_seconds,
                                    .sampled = made.why_not_sampled.empty()};
    if (!made.why_not_sampled.empty()) state.counters.not_sampled[made.device_index] = made.why_not_sampled;
}

void apply_event(State& state, const event::OutputMade& made) {
    state.output.variant_id = made.variant_id;
    state.output.revision = made.revision;
    state.output.device = made.device_index;
    state.output.answer = made.answer;
    state.output.values = made.values;
    state.output.shape = made.shape;
    state.output.path = path_of(made);
    state.output.seconds = made.seconds;
    state.output.simulated = was_simulated(state, made);
    state.output.summary = made.summary;
    state.output.content = made.content;
    state.output.against = made.against;
    state.output.errors = made.errors;
    state.output.order = made.order;
    state.output.values_gone = false;
    state.output.failure.clear();
    state.output.failed_for.clear();
    settle_all(state, Topic::picture);
    apply_live(state, made);
    if (state.output.simulated) return;
    state.run.history.push_back({made.variant_id, made.seconds});
    if (state.run.history.size() > longest_history) state.run.history.pop_front();
}

void apply_event(State& state, const event::OutputFailed& failed) {
    if (failed.message.empty()) return;
    state.output.failure = failed.message;
    state.output.failed_for = failed.variant_id;
    state.output.failed_revision = failed.revision;
    state.output.failed_by_memory = failed.out_of_memory;
    notify(state, Severity::error, fmt::format("{} gave no output: {}", short_name(failed.variant_id), failed.message),
           {Topic::picture, {}});
}

void doubt_ceilings(State& state, const event::Measured& measured) {
    const auto* m = std::get_if<profiling::Measurement>(&*measured.outcome);
    const auto known = state.run.ceilings.find(std::size_t(measured.key.device));
    if (m != nullptr && known != state.run.ceilings.end()) doubt(known->second, *m);
}

/// A trace looks at other blocks than the check did. What it finds is part of the verdict: a faulty kernel has no time.
void judge_by_trace(State& state) {
    const simt::Trace* const trace = state.trace.trace.get();
    if (trace == nullptr || trace->findings.empty()) return;
    for (auto& [key, outcome] : state.run.outcomes) {
        if (key.variant_id != trace->variant_id || key.workload != trace->workload) continue;
        const profiling::CheckVerdict* before = verdict_in(outcome);
        if (before == nullptr || !before->right()) continue;
        profiling::CheckVerdict verdict = *before;
        profiling::add(verdict, *trace);
        outcome = profiling::Failed{key.variant_id, describe(verdict), verdict};
    }
}

/// A slider passes hundreds of sizes, each with samples of some runs. The times go first of a size that has the fewest
/// runs, since nobody stayed there; of equals, of the one farthest from the points of now.
void forget_passed_workloads(State& state, const Workload& now) {
    std::map<Workload, std::int64_t> runs;
    for (const auto& [key, outcome] : state.run.outcomes) ++runs[key.workload];
    if (runs.size() <= most_workloads) return;
    runs.erase(now);
    const auto gone = std::ranges::min_element(
        runs, {}, [&](const auto& entry) { return std::pair(entry.second, -std::abs(entry.first.rows - now.rows)); });
    const auto is_gone = [&](const RunKey& key) { return key.workload == gone->first; };
    std::erase_if(state.run.outcomes, [&](const auto& entry) { return is_gone(entry.first); });
    std::erase_if(state.counters.counted, [&](const auto& entry) { return is_gone(entry.first); });
    std::erase_if(state.counters.picked_counted, [&](const auto& entry) { return is_gone(entry.first); });
    std::erase_if(state.counters.sampled, [&](const auto& entry) { return is_gone(entry.first); });
    std::erase_if(state.run.checked_at, [&](const auto& entry) { return is_gone(entry.first); });
}

void apply_event(State& state, const event::Measured& measured) {
    if (!measured.outcome) return;
    state.run.outcomes.insert_or_assign(measured.key, *measured.outcome);
    state.run.checked_at.insert_or_assign(measured.key, measured.revision);
    judge_by_trace(state);
    forget_passed_workloads(state, measured.key.workload);
    std::erase_if(state.counters.counted, [&](const auto& counted) { return counted.first == measured.key; });
    state.counters.picked_counted.erase(measured.key);
    state.counters.sampled.erase(measured.key);
    if (measured.key.variant_id == state.run.variant_id) state.run.measure_again = false;
    doubt_ceilings(state, measured);
    const KernelVariant* variant = find_variant(measured.key.variant_id);
    const bool checked_only = variant != nullptr && is_simulated(state.run, *variant);
    settle(state, {Topic::run, measured.key.variant_id});
    const auto* failed = std::get_if<profiling::Failed>(&state.run.outcomes.at(measured.key));
    if (failed == nullptr) return;
    const std::string_view name = short_name(failed->variant_id);
    notify(state, Severity::error,
           failed->verdict
               ? fmt::format("{} is {}: {}", name, name_of(failed->verdict->judgement()), failed->message)
               : fmt::format("{} was not {}: {}", name, checked_only ? "simulated" : "timed", failed->message),
           {Topic::run, measured.key.variant_id});
}

void apply_event(State& state, const event::Compared& compared) {
    state.compare.made_for = compared.key;
    state.compare.outcome = compared.outcome;
}

void apply_event(State& state, const event::Counted& counted) {
    if (counted.counts.cancelled) return;
    if (const std::string& why_not = counted.counts.counted.why_not; !why_not.empty()) {
        state.counters.forbidden[std::size_t(counted.key.device)] = why_not;
        notify(state, Severity::info, why_not);
    } else {
        for (const auto set : counted.choice.sets) state.counters.counted.insert({counted.key, set});
        if (!counted.choice.metrics.empty()) state.counters.picked_counted[counted.key] = counted.choice.metrics;
    }
    const About about{Topic::counters, counted.key.variant_id};
    settle(state, about);
    if (!counted.message.empty()) notify(state, Severity::warning, counted.message, about);
    const auto outcome = state.run.outcomes.find(counted.key);
    auto* m = outcome == state.run.outcomes.end() ? nullptr : std::get_if<profiling::Measurement>(&outcome->second);
    if (m != nullptr) add(*m, counted.counts);
}

void apply_event(State& state, const event::LaunchSampled& sampled) {
    state.counters.sampled[sampled.key] = sampled.sampled.why_not;
    if (!sampled.why_not_here.empty())
        state.counters.not_sampled[std::size_t(sampled.key.device)] = sampled.why_not_here;
    const auto outcome = state.run.outcomes.find(sampled.key);
    auto* m = outcome == state.run.outcomes.end() ? nullptr : std::get_if<profiling::Measurement>(&outcome->second);
    if (m != nullptr && sampled.sampled.timeline) m->timeline = sampled.sampled.timeline;
}

void apply_event(State& state, const event::MetricsAnswered& answer) {
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

/// Takes the trace of the variant that the selected one is compared with.
void apply_other_trace(TraceState& trace, const event::Traced& traced) {
    if (traced.trace) {
        trace.other = traced.trace;
        trace.other_made_for = traced.key;
    } else if (!traced.message.empty()) {
        trace.other_failed_for = traced.key;
    }
}

void apply_event(State& state, const event::Traced& traced) {
    if (traced.key.variant_id != state.run.variant_id && traced.key.variant_id == state.compare.other) {
        apply_other_trace(state.trace, traced);
        return;
    }
    if (traced.trace) {
        state.trace.trace = traced.trace;
        state.trace.made_for = traced.key;
        judge_by_trace(state);
        if (state.trace.line && *state.trace.line >= traced.trace->lines.size()) state.trace.line.reset();
        return;
    }
    if (traced.message.empty()) return;
    state.trace.failed_for = traced.key;
    state.trace.failure = traced.message;
}

void apply_event(State& state, const event::VectorsReduced& reduced) {
    if (reduced.reduced) state.vectors.reduced = reduced.reduced;
    if (reduced.message.empty()) return;
    state.vectors.failed_revision = reduced.revision;
    notify(state, Severity::error, reduced.message);
}

void apply_event(State& state, const event::TilesMade& made) {
    take_tiles(state, made);
    if (!made.message.empty()) notify(state, Severity::error, made.message, {Topic::picture, {}});
}
void apply_event(State& state, const event::MatchedBackward& matched) {
    if (matched.cancelled || matched.revision != state.data.revision) return;
    state.data.matched_backward = matched.revision;
    state.data.now.backward = matched.best;
}
void apply_event(State& state, const event::NeighboursFound& found) { take_neighbours(state, found); }
void apply_event(State& state, const event::CloserPairsCounted& counted) { take_closer_pairs(state, counted); }
void apply_event(State& state, const event::OrderMade& made) { take_order(state, made); }

void apply_event(State& state, const event::CeilingsMeasured& measured) {
    const About about{Topic::ceilings, std::to_string(measured.device_index)};
    if (measured.ceilings) {
        take_measured(state.run.ceilings[measured.device_index], *measured.ceilings, measured.others);
        settle(state, about);
    }
    if (measured.message.empty()) return;
    take_failure(state.run.ceilings[measured.device_index], measured.message, measured.others);
    notify(state, Severity::warning, measured.message, about);
}

void apply_event(State& state, const event::Loaded& loaded) {
    if (loaded.request != state.data.request) return;
    state.data.loading.reset();
    DataSnapshot data = loaded.data;
    if (loaded.parameters)
        data.question.parameters = *loaded.parameters;
    else if (data.question.workload == state.data.now.question.workload)
        data.question.parameters = state.data.now.question.parameters; // they may have changed while the file was read
    else
        data.question.parameters = usual_parameters(type_of(data.question.workload));
    if (loaded.view) state.view.asked = loaded.view;
    set_dataset(state, std::move(data));
    for (const auto& path : files_of(loaded.data.source)) remember_recent(state.data, path);
    const Question& question = loaded.data.question;
    const auto other = question.second == question.first ? nullptr : question.second; // one file for both is told once
    for (const auto& set : {question.first, other})
        if (set && !set->note.empty()) notify(state, Severity::info, fmt::format("{}: {}", set->name, set->note));
    for (const std::string& remark : loaded.remarks) notify(state, Severity::info, remark);
}

void apply_event(State& state, const event::LoadFailed& failed) {
    if (failed.request != state.data.request) return;
    state.data.loading.reset();
    if (failed.question) {
        state.data.asked_reading = failed.question;
        state.look.dialog = Dialog::reading;
        return;
    }
    std::string text = failed.message;
    if (!text.empty()) text.front() = char(std::toupper(static_cast<unsigned char>(text.front())));
    notify(state, Severity::error, std::move(text), {Topic::points, {}});
}

void apply_event(State& state, const event::RecordingOpened& opened) { take_recording(state, opened); }
void apply_event(State& state, const event::RecordingFailed& failed) { take_recording(state, failed); }

void apply_event(State& state, const event::Saved& saved) {
    state.look.saved.reset();
    if (saved.message.empty()) {
        notify(state, Severity::info, fmt::format("Saved {}.", saved.path.string()), {Topic::saving, {}});
        state.look.saved = SavedFile{std::filesystem::absolute(saved.path), Clock::now()};
    } else
        notify(state, Severity::error, saved.message, {Topic::saving, {}});
}

} // namespace

void apply(State& state, const Event& event) {
    const std::uint64_t revision = state.data.revision;
    std::visit([&](const auto& e) { apply_event(state, e); }, event);
    observe_event(state);
    if (state.data.revision == revision) return;
    leave_impossible_differences(state);
    settle_all(state, Topic::points);
}

} // namespace pairscope::app
