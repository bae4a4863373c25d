// SPDX-License-Identifier: MIT
#include "app/spine/schedule.h"

#include "app/spine/commands.h"
#include "app/spine/state_queries.h"
#include "app/subjects/compare/compare.h"
#include "app/subjects/counters/counters.h"
#include "app/subjects/matches/matches.h"
#include "app/subjects/matrix/clusters/cluster_fit.h"
#include "app/subjects/matrix/order/order.h"
#include "app/subjects/matrix/relation/two_matrices.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "app/subjects/measuring/measuring.h"
#include "app/subjects/neighbours/neighbours.h"
#include "app/subjects/output/output.h"
#include "app/subjects/source/source.h"
#include "app/subjects/trace/trace.h"
#include "kernels/ladder/own_variants.h"
#include "kernels/ladder/registry.h"

#include <algorithm>

namespace pairscope::app {
namespace {

using namespace std::chrono_literals;
constexpr auto rest_after_edit = 400ms; // a drag's frames are closer together than this
constexpr double first_look = 0.05; // seconds of timed runs: every variant gets a bar soon, and is measured fully later

std::optional<Job> measure_job(const State& state, const KernelVariant& variant, double seconds) {
    const auto key = key_for(state, variant);
    if (!key) return {};
    return job::Measure{.question = measured_question(state),
                        .revision = state.data.revision,
                        .variant = &variant,
                        .key = *key,
                        .device = state.run.devices[std::size_t(key->device)],
                        .max_seconds = std::min(seconds, state.run.max_seconds),
                        .is_first_look = seconds < state.run.max_seconds,
                        .draws_the_window = state.run.interop_device == key->device};
}

bool was_wrong_elsewhere(const State& state, const KernelVariant& variant) {
    const profiling::RunOutcome* outcome = outcome_for(state, variant);
    const auto* failed = outcome == nullptr ? nullptr : std::get_if<profiling::Failed>(outcome);
    return failed != nullptr && failed->verdict && !is_checked_with(state, variant, state.data.revision);
}

bool lacks_measurement(const State& state, const KernelVariant& variant) {
    if (!why_not_measured(state, variant).empty()) return false;
    return outcome_for(state, variant) == nullptr || was_wrong_elsewhere(state, variant);
}

/// Its interval is still wide, and the stopping rule allows more time than it had.
bool had_first_look_only(const State& state, const KernelVariant& variant) {
    const auto* m = measurement_for(state, variant);
    if (m == nullptr || m->stopped_by != profiling::StopReason::time) return false;
    // What was allowed counts and not what was spent: a plan of turns keeps a part of its time in reserve.
    const auto allowed = state.run.allowed_seconds.find(*key_for(state, variant));
    return (allowed == state.run.allowed_seconds.end() || allowed->second < state.run.max_seconds) &&
           why_not_measured(state, variant).empty();
}

Job ceilings_job(const State& state, std::size_t index, std::vector<profiling::CeilingKind> kinds) {
    return job::MeasureCeilings{
        index,
        state.run.devices[index],
        {.bytes = profiling::ceiling_bytes(current_workload(state)), .kinds = std::move(kinds)}};
}

/// The essential ones, and those that the bars of the open workload refer to.
std::optional<Job> ceilings_job(const State& state, std::size_t index) {
    const DeviceCeilings* const found = find(state.run.ceilings, index);
    const DeviceCeilings known = found == nullptr ? DeviceCeilings{} : *found;
    std::vector<profiling::CeilingKind> kinds;
    if (lack_essential(known)) kinds = profiling::kinds_to_measure(known);
    for (const profiling::CeilingKind kind : kinds_lacking(known, profiling::ceilings_of(current_type(state))))
        if (std::ranges::find(kinds, kind) == kinds.end()) kinds.push_back(kind);
    if (kinds.empty()) return {};
    return ceilings_job(state, index, std::move(kinds));
}

/// Measures the ceilings that are not essential, of the devices that were used.
std::optional<Job> other_ceilings_job(const State& state) {
    for (const auto& [index, known] : state.run.ceilings)
        if (lack_others(known)) return ceilings_job(state, index, profiling::other_ceilings());
    return {};
}

/// The roofs of the selected variant's device, and its times. A simulated one is in no hurry, unless it was asked for.
std::optional<Job> selected_job(const State& state, const KernelVariant& selected) {
    const bool again = state.run.measure_again && why_not_measured(state, selected).empty();
    if (is_simulated(state.run, selected))
        return again ? measure_job(state, selected, state.run.max_seconds) : std::optional<Job>{};
    if (const auto index = device_for(state.run, selected))
        if (auto job = ceilings_job(state, *index)) return job;
    if (again) return measure_job(state, selected, state.run.max_seconds);
    if (lacks_measurement(state, selected)) return measure_job(state, selected, first_look);
    return {};
}

std::optional<Job> roofs_job(const State& state, const KernelVariant* selected) {
    if (const auto index = selected == nullptr ? std::nullopt : device_for(state.run, *selected))
        if (auto job = ceilings_job(state, *index)) return job;
    for (const auto& [index, known] : state.run.ceilings)
        if (known.wanted && lack_essential(known)) return ceilings_job(state, index);
    return {};
}

/// A first look at the variants that are run so, in the order of the ladder.
template <class IsMeant> std::optional<Job> background_job(const State& state, const IsMeant& is_meant) {
    for (const KernelVariant* variant : ladder(state)) {
        if (!lacks_measurement(state, *variant) || !is_meant(*variant)) continue;
        if (!is_simulated(state.run, *variant))
            if (auto job = ceilings_job(state, *device_for(state.run, *variant))) return job;
        return measure_job(state, *variant, first_look);
    }
    return {};
}

/// The bars of the GPU come before anything that takes as long as all of them together: counters, samples of a launch.
std::optional<Job> bars_of_gpu_job(const State& state) {
    return background_job(state, [&](const KernelVariant& variant) {
        const auto index = device_for(state.run, variant);
        return !is_simulated(state.run, variant) && index && state.run.devices[*index].backend == Backend::cuda;
    });
}

/// Once every variant has its bar: the selected one first.
std::optional<Job> second_look_job(const State& state, const KernelVariant* selected) {
    if (selected != nullptr && had_first_look_only(state, *selected))
        return measure_job(state, *selected, state.run.max_seconds);
    for (const KernelVariant* variant : ladder(state))
        if (had_first_look_only(state, *variant)) return measure_job(state, *variant, state.run.max_seconds);
    return {};
}

bool is_cancelled(const State& state) {
    return state.run.cancelled == CancelledWork{state.run.variant_id, state.data.revision};
}

/// The time of the selected variant where it is the user's own, which the full check does not hold up.
std::optional<Job> own_time_job(const State& state) {
    const KernelVariant* const selected = selected_variant(state);
    if (selected == nullptr || !is_own(selected->id) || is_simulated(state.run, *selected)) return {};
    return lacks_measurement(state, *selected) ? measure_job(state, *selected, first_look) : std::nullopt;
}

std::optional<Job> measurement_job(const State& state) {
    if (shows_given_distances(state)) return {};
    if (is_trying(state)) { // a compiler has the processors for itself
        auto job = trace_job(state);
        return job ? std::move(job) : own_time_job(state);
    }
    const KernelVariant* selected = is_cancelled(state) ? nullptr : selected_variant(state);
    const bool hidden = hides_kernels(state);
    if (selected != nullptr && (!hidden || state.run.measure_again))
        if (auto job = selected_job(state, *selected)) return job;
    if (hidden) return {};
    if (auto job = compare_job(state)) return job;
    if (state.run.measure_all)
        if (auto job = bars_of_gpu_job(state)) return job;
    if (selected != nullptr)
        if (auto job = selected_count_job(state)) return job;
    if (selected != nullptr)
        if (auto job = shown_launch_job(state)) return job;
    if (auto job = stalls_job(state)) return job;
    if (auto job = counter_list_job(state)) return job;
    if (auto job = trace_job(state)) return job;
    if (selected != nullptr && is_own(selected->id) && lacks_measurement(state, *selected))
        return measure_job(state, *selected, first_look);
    if (auto job = roofs_job(state, selected)) return job;
    if (state.run.measure_all) {
        if (auto job = background_job(state, [&](const auto& variant) { return !is_simulated(state.run, variant); }))
            return job;
        if (auto job = second_look_job(state, selected)) return job;
        if (auto job = background_count_job(state)) return job;
        if (auto job = background_launch_job(state)) return job;
    }
    if (selected != nullptr && is_simulated(state.run, *selected) && lacks_measurement(state, *selected))
        return measure_job(state, *selected, first_look);
    if (!state.run.measure_all) return {};
    // Before what is simulated, which may take minutes: some workloads have no fraction without these ceilings.
    if (auto job = other_ceilings_job(state)) return job;
    return background_job(state, [&](const auto& variant) { return is_simulated(state.run, variant); });
}

Job picture_job(const State& state, const KernelVariant& variant, Clock::time_point now) {
    const std::size_t index = *device_for(state.run, variant);
    return job::MakeOutput{.question = state.data.now.question,
                           .revision = state.data.revision,
                           .variant = &variant,
                           .device_index = index,
                           .device = state.run.devices[index],
                           .count = counts_pictures(state, index, now),
                           .seconds = usual_seconds(state, variant),
                           .content = wanted_content(state),
                           .against = compared_variant(state),
                           .order = order_step(state, now)};
}

struct PictureNeed {
    bool is_possible = false;
    bool is_current = false;
    bool is_missing = false; ///< it is possible, and the one on the screen is another one
    bool is_gone = false;    ///< the one on the screen is right, and its values were given up
};

PictureNeed picture_need(const State& state, const KernelVariant& selected) {
    const bool failed =
        state.output.failed_for == state.run.variant_id && state.output.failed_revision == state.data.revision;
    const bool has_order = !asks_for_matrix(state) || state.output.order == order_now(state);
    const bool waits = !state.run.live && state.output.variant_id == state.run.variant_id && !state.run.measure_again &&
                       shows_wanted_content(state) && has_order;
    // Where only the first rows are measured, all rows are looked at and no matrix is stored.
    const bool has_stored_output = !asks_for_matrix(state) || !state.data.now.measured;
    const bool possible = !failed && has_stored_output && why_no_output(state, selected).empty();
    const bool current = output_is_current(state);
    return {.is_possible = possible,
            .is_current = current,
            .is_missing = possible && !current && !waits,
            .is_gone = possible && current && state.output.values_gone};
}

std::optional<Job> order_in_time(const State& state, const PictureNeed& picture, Clock::time_point now,
                                 Clock::time_point last_edit) {
    const bool is_seen = (is_deep(state) && state.deep.sight) || picture.is_current;
    const bool waits = takes_long(order_in_force(state).kind) && (!is_seen || now - last_edit < rest_after_edit);
    if (waits || !(picture.is_possible || is_deep(state))) return {};
    return order_job(state);
}

/// What the panels show of the picture.
std::optional<Job> closer_look_job(const State& state) {
    if (auto job = tiles_job(state)) return job;
    if (auto job = vectors_job(state)) return job;
    if (auto job = neighbours_job(state)) return job;
    if (auto job = fit_job(state)) return job;
    if (auto job = two_job(state)) return job;
    return code_job(state);
}

bool is_measurement(const Job& job) { return job.what.is<job::Measure>() || job.what.is<job::MeasureCeilings>(); }

/// Is it made again by itself, if it is stopped?
bool is_in_background(const Job& job) {
    return is_measurement(job) || job.what.is<job::Compare>() || job.what.is<job::Count>() ||
           job.what.is<job::SampleLaunch>() || job.what.is<job::SampleStalls>() || job.what.is<job::Trace>();
}

/// Does it answer a question that nobody asks any more?
bool is_of_other_data(const State& state, const Job& job) {
    return job::All::visit(job.what, [&](const auto& what) {
        bool is_other = false;
        if constexpr (requires { what.question.workload; })
            is_other = what.question.workload != state.data.now.question.workload;
        if constexpr (requires { what.now.question; })
            is_other |= what.now.question.first != state.data.now.question.first;
        if constexpr (requires { what.variant->id; })
            is_other |= what.variant != nullptr &&
                        what.variant != find_variant(what.variant->id); // the text of an own kernel has changed
        if constexpr (requires { what.revision; })
            is_other |= is_in_background(job) && what.revision != state.data.revision;
        return is_other;
    });
}

} // namespace

std::optional<Job> next_job(const State& state, Clock::time_point now, Clock::time_point last_edit) {
    const KernelVariant* selected = selected_variant(state);
    if (!state.data.now.question.first || selected == nullptr) return {};
    const PictureNeed picture = picture_need(state, *selected);
    if (auto job = order_in_time(state, picture, now, last_edit)) return job;
    // Values that are gone are needed on hover. As long as the mouse is elsewhere, runs come first.
    if (picture.is_missing || (picture.is_gone && state.view.hovered)) return picture_job(state, *selected, now);
    if (auto job = closer_look_job(state)) return job;
    if (auto job = backward_job(state)) return job;
    if (auto job = tiles_ahead_job(state)) return job;
    if (state.data.loading || state.data.dragging || now - last_edit < rest_after_edit) return {};
    if (auto job = measurement_job(state)) return job;
    if (picture.is_gone) return picture_job(state, *selected, now);
    return {};
}

bool is_given_up(const State& state, const KernelVariant& variant) {
    return selected_variant(state) == &variant ? is_cancelled(state) : !state.run.measure_all;
}

bool gives_way(const State& state, const Job& running) {
    if (is_of_other_data(state, running)) return true;
    if (!is_in_background(running)) return false;
    const KernelVariant* selected = selected_variant(state);
    if (is_trying(state) && !running.what.is<job::Trace>()) return true;
    if (state.data.loading || (selected != nullptr && picture_need(state, *selected).is_missing)) return true;
    const bool is_hidden = hides_kernels(state) && !state.run.measure_again;
    return is_measurement(running) && (is_hidden || closer_look_job(state));
}

bool settled(const State& state) {
    return !state.data.loading && !state.run.activity && !is_trying(state) && !next_job(state, Clock::now(), {});
}

} // namespace pairscope::app
