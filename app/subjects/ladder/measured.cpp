// SPDX-License-Identifier: MIT
// What the worker has measured, as the ladder takes it.
#include "app/spine/jobs.h"
#include "app/spine/state.h"
#include "app/spine/state_queries.h"
#include "app/subjects/ladder/ladder.h"
#include "app/subjects/log/log.h"
#include "app/subjects/trace/trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

namespace pairscope::app {

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
    const auto is_gone = [&](const RunKey& key) { return key.workload == gone->first; };
    std::erase_if(state.run.outcomes, [&](const auto& entry) { return is_gone(entry.first); });
    std::erase_if(state.counters.counted, [&](const auto& entry) { return is_gone(entry.first); });
    std::erase_if(state.counters.picked_counted, [&](const auto& entry) { return is_gone(entry.first); });
    std::erase_if(state.counters.sampled, [&](const auto& entry) { return is_gone(entry.first); });
    std::erase_if(state.run.checked_at, [&](const auto& entry) { return is_gone(entry.first); });
}

} // namespace

namespace event {

void take(const Measured& measured, State& state) {
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

void take_failure(const Measured& measured, const Failure& failure, State& state) {
    Measured failed = measured;
    failed.outcome = profiling::Failed{measured.key.variant_id, failure.message};
    take(failed, state);
}

void take(const CeilingsMeasured& measured, State& state) {
    if (!measured.ceilings) return;
    take_measured(state.run.ceilings[measured.device_index], *measured.ceilings, measured.others);
    settle(state, {Topic::ceilings, std::to_string(measured.device_index)});
}

void take_failure(const CeilingsMeasured& measured, const Failure& failure, State& state) {
    profiling::take_failure(state.run.ceilings[measured.device_index], failure.message, measured.others);
    notify(state, Severity::warning, failure.message, {Topic::ceilings, std::to_string(measured.device_index)});
}

} // namespace event

} // namespace pairscope::app
