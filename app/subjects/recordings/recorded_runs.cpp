// SPDX-License-Identifier: MIT
#include "app/chart/number_text.h"
#include "app/spine/state_queries.h"
#include "app/subjects/recordings/recordings.h"
#include "kernels/ladder/registry.h"
#include "profiling/outcome.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace pairscope::app {
namespace {

using profiling::Measurement;

/// In ladder order, those that this build could not compile last.
std::vector<std::string_view> known_ids(const State& state) {
    std::vector<std::string_view> ids;
    for (const KernelVariant* variant : ladder(state)) ids.push_back(variant->id);
    for (const LeftOut& left : left_out_here(state)) ids.push_back(left.id);
    return ids;
}

std::vector<const Measurement*> drawable_runs(const State& state, const profiling::Recording& recording,
                                              const Device& device) {
    std::vector<const Measurement*> runs;
    for (const profiling::RunOutcome& outcome : recording.runs) {
        const auto* m = std::get_if<Measurement>(&outcome);
        if (m != nullptr && m->device == device && m->workload.type == state.data.now.question.workload &&
            is_drawable(*m))
            runs.push_back(m);
    }
    return runs;
}

/// Could the failure be of a run on that device? A failed run tells its variant only.
bool may_be_of(const profiling::RunOutcome& outcome, const Device& device) {
    if (const auto* m = std::get_if<Measurement>(&outcome)) return m->device == device;
    if (const auto* s = std::get_if<profiling::Simulated>(&outcome)) return s->device == device;
    const KernelVariant* variant = find_variant(variant_id_of(outcome));
    return variant != nullptr && variant->backend == device.backend;
}

/// Once each, of variants without a time in the set, in ladder order.
std::vector<RecordedFailure> failures_of(const RecordedSet& set, const std::vector<std::string_view>& ids) {
    std::vector<RecordedFailure> failures;
    for (const std::string_view id : ids) {
        if (run_of(set, id) != nullptr) continue;
        const auto found = std::ranges::find_if(set.shown->recording->runs, [&](const profiling::RunOutcome& outcome) {
            return variant_id_of(outcome) == id && may_be_of(outcome, *set.device) &&
                   !profiling::failure_of(outcome).empty();
        });
        if (found != set.shown->recording->runs.end())
            failures.push_back({std::string(id), profiling::failure_of(*found)});
    }
    return failures;
}

/// The current one if it is there, else that of most variants; of equals the largest.
Workload chosen_workload(const State& state, const std::vector<const Measurement*>& runs) {
    std::map<Workload, std::set<std::string_view>> ids;
    for (const Measurement* m : runs) ids[m->workload].insert(m->variant_id);
    if (const Workload now = current_workload(state); ids.contains(now)) return now;
    const auto fewer = [](const auto& a, const auto& b) {
        return std::pair(a.second.size(), a.first) < std::pair(b.second.size(), b.first);
    };
    return std::ranges::max_element(ids, fewer)->first;
}

/// A CPU has one kind of memory, whatever the chosen output is.
bool has_target(const State& state, const Measurement& m) {
    return m.device.backend != Backend::cuda || m.target == target_now(state);
}

/// The one of several runs of a variant that is most like those of this session: with warm caches, with blocks of the
/// usual size. The latest one is taken among equals.
const Measurement* best_run(const std::vector<const Measurement*>& runs, const Workload& workload,
                            std::string_view id) {
    const auto likeness = [&](const Measurement* m) {
        return std::tuple(m->caches == profiling::CacheState::warm, has_usual_block(*m));
    };
    const Measurement* best = nullptr;
    for (const Measurement* m : runs)
        if (m->variant_id == id && m->workload == workload && (best == nullptr || likeness(m) >= likeness(best)))
            best = m;
    return best;
}

} // namespace

std::vector<RecordedFailure> failures_in(const profiling::Recording& recording) {
    std::vector<RecordedFailure> failures;
    for (const profiling::RunOutcome& run : recording.runs)
        if (std::string message = profiling::failure_of(run); !message.empty())
            failures.push_back({variant_id_of(run), std::move(message)});
    return failures;
}

bool is_drawable(const Measurement& m) {
    // Asked in every frame: counting is quicker than the median, which is above zero where most samples are.
    const auto above = std::ranges::count_if(m.seconds, [](double seconds) { return seconds > 0.0; });
    return 2 * above > std::ssize(m.seconds) && m.predicted_bytes > 0.0 && m.check.right();
}

bool has_usual_block(const Measurement& m) {
    const KernelVariant* variant = m.block == 0 ? nullptr : find_variant(m.variant_id);
    return variant == nullptr || variant->blocks.empty() || variant->blocks.front() == m.block;
}

std::vector<RecordedSet> recorded_sets(const State& state) {
    std::vector<RecordedSet> sets;
    const auto ids = known_ids(state);
    for (const ShownRecording& shown : state.recordings.shown) {
        if (!shown.visible) continue;
        for (const Device& device : shown.recording->devices) {
            if (device.whole_units > 0) continue; // times of a part of a GPU are no times of the GPU
            const auto all = drawable_runs(state, *shown.recording, device);
            const bool known = std::ranges::any_of(
                all, [&](const Measurement* m) { return std::ranges::find(ids, m->variant_id) != ids.end(); });
            if (!known) continue;
            auto runs = all;
            std::erase_if(runs, [&](const Measurement* m) { return !has_target(state, *m); });
            RecordedSet set{.shown = &shown,
                            .device = &device,
                            .ceilings = profiling::ceilings_of(*shown.recording, device),
                            .workload = chosen_workload(state, runs.empty() ? all : runs),
                            .runs = {},
                            .failed = {}};
            for (const std::string_view id : ids)
                if (const Measurement* m = best_run(runs, set.workload, id)) set.runs.push_back(m);
            set.failed = failures_of(set, ids);
            sets.push_back(std::move(set));
        }
    }
    return sets;
}

const Measurement* run_of(const RecordedSet& set, std::string_view variant_id) {
    const auto found = std::ranges::find(set.runs, variant_id, &Measurement::variant_id);
    return found == set.runs.end() ? nullptr : *found;
}

const RecordedSet* standing_in(const State& state, const std::vector<RecordedSet>& sets) {
    const RunState& run = state.run;
    const bool gpu = run.device < run.devices.size() && run.devices[run.device].backend == Backend::cuda;
    if (gpu) return nullptr;
    const auto found =
        std::ranges::find_if(sets, [](const RecordedSet& set) { return set.device->backend == Backend::cuda; });
    return found == sets.end() ? nullptr : &*found;
}

std::optional<RecordedRun> recorded_run(const State& state) {
    const auto sets = recorded_sets(state);
    const auto& chosen = state.recordings.chosen;
    const RecordedSet* set = nullptr;
    if (chosen) {
        const auto found = std::ranges::find_if(sets, [&](const RecordedSet& candidate) {
            return candidate.shown->id == chosen->recording && *candidate.device == chosen->device;
        });
        if (found != sets.end()) set = &*found;
    } else {
        set = standing_in(state, sets);
    }
    const Measurement* run = set == nullptr ? nullptr : run_of(*set, state.run.variant_id);
    if (run == nullptr) return {};
    return RecordedRun{*set, run};
}

ShownRun shown_run(const State& state, const std::optional<RecordedRun>& recorded) {
    if (recorded) return {recorded->run, recorded->set.ceilings, origin_of(recorded->set)};
    const KernelVariant* variant = selected_variant(state);
    if (variant == nullptr) return {};
    return {measurement_for(state, *variant), ceilings_for(state, *variant), {}};
}

std::string name_of(const RecordedSet& set) {
    return fmt::format("{}, {}", short_device_text(*set.device), day_of(set));
}

std::string day_of(const RecordedSet& set) { return profiling::day_of(set.shown->recording->when); }

std::string size_of(const RecordedSet& set) { return size_text(set.workload); }

std::string origin_of(const profiling::Recording& recording) {
    return fmt::format("recorded {} by {}", profiling::day_of(recording.when), recording.made_by);
}

std::string origin_of(const RecordedSet& set) { return origin_of(*set.shown->recording); }

} // namespace pairscope::app
