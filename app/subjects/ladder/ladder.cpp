// SPDX-License-Identifier: MIT
#include "app/subjects/ladder/ladder.h"

#include "app/spine/jobs.h"
#include "app/spine/state.h"
#include "app/spine/state_queries.h"
#include "app/spine/update/update.h"
#include "app/subjects/compare/compare.h"
#include "app/subjects/log/log.h"
#include "app/subjects/matrix/matrix.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "app/subjects/trace/trace.h"
#include "app/subjects/workshop/workshop.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

namespace pairscope::app {

void want_other_measurements(State& state, Effects& effects) {
    effects.cancel_measurements = true;
    state.run.cancelled.reset();
}

void select_variant(State& state, const std::string& id, Effects& effects) {
    const KernelVariant* variant = find_variant(id);
    if (variant == nullptr) return;
    state.run.proposed.clear();
    if (state.run.variant_id == variant->id) return;
    state.run.variant_id = variant->id;
    const std::string group = ladder_group_of(current_type(state), variant->backend, short_name(variant->id));
    if (const auto fold = state.look.folded.find(group); fold != state.look.folded.end() && fold->second)
        state.look.folded.erase(fold); // what is selected is shown
    start_trace_anew(state.trace);
    settle_all(state, Topic::picture);
    want_other_measurements(state, effects);
}

void propose_variant(State& state) {
    RunState& run = state.run;
    if (run.variant_id != run.proposed || run.devices.empty()) return;
    std::string usual = usual_variant(state);
    if (usual == run.variant_id) return;
    run.variant_id = run.proposed = std::move(usual);
    start_trace_anew(state.trace);
    settle_all(state, Topic::picture);
}

void select_variant_of_workload(State& state) {
    RunState& run = state.run;
    const KernelVariant* before = find_variant(run.variant_id);
    if (before != nullptr && before->workload == state.data.now.question.workload) {
        propose_variant(state);
        return;
    }
    if (before != nullptr && run.variant_id != run.proposed) run.variants_left[before->workload] = run.variant_id;
    const auto left = run.variants_left.find(state.data.now.question.workload);
    run.variant_id = run.proposed = {};
    if (left != run.variants_left.end()) run.variant_id = left->second;
    propose_variant(state);
    run.history.clear();
    run.cancelled.reset();
    state.look.front = output_panel(state);
    state.recordings.chosen.reset();
    state.compare = {};
    start_trace_anew(state.trace);
    state.trace.film.shown = state.trace.film.playing = false;
    settle_all(state, Topic::picture);
}

/// The selected variant is not compared with itself, but it may be with the same variant in a recording.
void compare_with(State& state, const command::CompareWith& chosen, Effects& effects) {
    const KernelVariant* variant = chosen.id.empty() ? nullptr : find_variant(chosen.id);
    CompareState& compare = state.compare;
    const bool again = variant != nullptr && compare.other == variant->id &&
                       compare.other_recording == chosen.recording && compare.other_device == chosen.device;
    const bool same = variant == selected_variant(state) && chosen.recording == 0 && !state.recordings.chosen;
    const bool none = variant == nullptr || again || same;
    compare.other = none ? std::string{} : std::string(variant->id);
    compare.other_recording = none ? 0 : chosen.recording;
    compare.other_device = none ? Device{} : chosen.device;
    if (!none) focus_panel(state.look, "Compare"); // whichever way it was asked for, the verdict is there
    want_other_measurements(state, effects);
}

namespace {

constexpr std::size_t most_workloads = 40; // whose times are kept: all of them fit into a recording

void doubt_ceilings(State& state, const event::Measured& measured) {
    const auto* m = std::get_if<profiling::Measurement>(&*measured.outcome);
    const auto known = state.run.ceilings.find(std::size_t(measured.key.device));
    if (m != nullptr && known != state.run.ceilings.end()) doubt(known->second, *m);
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
    forget_runs(state, [&](const RunKey& key) { return key.workload == gone->first; });
}

} // namespace

void forget_runs(State& state, const std::function<bool(const RunKey&)>& is_gone) {
    const auto has_gone = [&](const auto& entry) { return is_gone(entry.first); };
    std::erase_if(state.run.outcomes, has_gone);
    std::erase_if(state.counters.counted, has_gone);
    std::erase_if(state.counters.picked_counted, has_gone);
    std::erase_if(state.counters.sampled, has_gone);
    std::erase_if(state.run.checked_at, has_gone);
    std::erase_if(state.run.allowed_seconds, has_gone);
}

namespace command {

void carry_out(const SelectVariant& c, State& state, Effects& effects) {
    state.recordings.chosen.reset();
    select_variant(state, c.id, effects);
}
void carry_out(const StepVariant& c, State& state, Effects& effects) {
    const auto rungs = ladder(state);
    if (rungs.empty()) return;
    const auto found = std::find(rungs.begin(), rungs.end(), selected_variant(state));
    const auto at = found == rungs.end() ? 0 : found - rungs.begin();
    const auto to = std::clamp<std::ptrdiff_t>(at + c.by, 0, std::ssize(rungs) - 1);
    select_variant(state, std::string(rungs[std::size_t(to)]->id), effects);
}
void carry_out(const SelectDevice& c, State& state, Effects& effects) {
    state.run.device = std::min(c.index, state.run.devices.size() - 1);
    want_other_measurements(state, effects);
}
void carry_out(const SetTarget& c, State& state, Effects& effects) {
    state.run.target = c.target;
    want_other_measurements(state, effects);
}
void carry_out(const SetCaches& c, State& state, Effects& effects) {
    state.run.caches = c.caches;
    want_other_measurements(state, effects);
}
void carry_out(const SetLive& c, State& state, Effects&) { state.run.live = c.on; }
/// The selected variant is measured.
void carry_out(const RunAgain&, State& state, Effects&) {
    state.run.measure_again = true;
    state.run.cancelled.reset();
    state.output.failed_for.clear();
    state.compare.made_for.reset();
    state.trace.made_for.reset();
    state.trace.failed_for.reset();
    state.trace.other_made_for.reset();
    state.trace.other_failed_for.reset();
    state.trace.kept.clear();
    state.counters.forbidden.clear();
    state.counters.not_sampled.clear();
    state.deep.paused.reset();
    state.deep.failed_revision.reset();
}
/// Every variant is measured, with the data of now.
void carry_out(const MeasureAll&, State& state, Effects&) {
    std::erase_if(state.run.outcomes, [&](const auto& item) { return item.first.workload == current_workload(state); });
    state.run.measure_all = true;
    state.run.cancelled.reset();
}
void carry_out(const MeasureCeilings&, State& state, Effects&) {
    RunState& run = state.run;
    for (auto& [index, known] : run.ceilings) measure_anew(known);
    run.cancelled.reset();
}
void carry_out(const CancelWork&, State& state, Effects& effects) {
    effects.cancel = true;
    state.run.cancelled = CancelledWork{state.run.variant_id, state.data.revision};
    state.run.measure_all = false;
    state.run.measure_again = false;
    for (auto& [index, known] : state.run.ceilings) known.wanted = false;
    give_up_comparison(state);
    give_up_trace(state);
    give_up_other_trace(state);
    pause_tiles(state);
}
void carry_out(const SetBars& c, State& state, Effects&) { state.look.bars = c.bars; }
void carry_out(const FoldGroup& c, State& state, Effects&) { state.look.folded[c.group] = c.folded; }

} // namespace command

namespace event {

void take(const Measured& measured, State& state) {
    if (!measured.outcome) return;
    state.run.outcomes.insert_or_assign(measured.key, *measured.outcome);
    state.run.checked_at.insert_or_assign(measured.key, measured.revision);
    state.run.allowed_seconds.insert_or_assign(measured.key, measured.max_seconds);
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
    if (failed->verdict) note_wrong_run(state, failed->variant_id, measured.key.workload, *failed->verdict);
    const std::string_view name = short_name(failed->variant_id);
    notify(state, Severity::error,
           failed->verdict
               ? fmt::format("{} is {}: {}", name, name_of(failed->verdict->judgement()), failed->message)
               : fmt::format("{} was not {}: {}", name, checked_only ? "simulated" : "timed", failed->message),
           {Topic::run, measured.key.variant_id});
}

void take_failure(const Measured& measured, const Failure& failure, State& state) {
    Measured failed = measured;
    failed.outcome = profiling::Failed{measured.key.variant_id, failure.message};
    take(failed, state);
}

void take(const CeilingsMeasured& measured, State& state) {
    if (!measured.ceilings) return;
    take_measured(state.run.ceilings[measured.device_index], *measured.ceilings, measured.others, measured.kinds);
    settle(state, {Topic::ceilings, std::to_string(measured.device_index)});
}

void take_failure(const CeilingsMeasured& measured, const Failure& failure, State& state) {
    profiling::take_failure(state.run.ceilings[measured.device_index], failure.message, measured.others);
    notify(state, Severity::warning, failure.message, {Topic::ceilings, std::to_string(measured.device_index)});
}

} // namespace event

} // namespace pairscope::app
