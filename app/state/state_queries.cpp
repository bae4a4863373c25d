// SPDX-License-Identifier: MIT
#include "app/state/state_queries.h"

#include "kernels/core/registry.h"

#include <fmt/format.h>

#include <algorithm>

namespace pairscope::app {
namespace {

std::size_t cpu_index(const RunState& run) {
    for (std::size_t i = 0; i < run.devices.size(); ++i)
        if (run.devices[i].backend == Backend::cpu) return i;
    return 0;
}

bool is_on_gpu(const RunState& run, const KernelVariant& variant) {
    const auto index = device_for(run, variant);
    return index && run.devices[*index].backend == Backend::cuda;
}

} // namespace

std::optional<std::size_t> device_for(const RunState& run, const KernelVariant& variant) {
    if (run.devices.empty()) return {};
    const bool on_gpu = variant.backend == Backend::cuda && run.devices[run.device].backend == Backend::cuda;
    return on_gpu ? run.device : cpu_index(run);
}

bool is_simulated(const RunState& run, const KernelVariant& variant) {
    const auto index = device_for(run, variant);
    return index && simulated(variant, run.devices[*index]);
}

Workload current_workload(const State& state) {
    const std::int64_t n = state.data.now.dataset ? state.data.now.dataset->rows : 0;
    return {.type = state.run.workload, .rows = n, .cols = n, .dims = 2};
}

std::optional<RunKey> key_for(const State& state, const KernelVariant& variant) {
    const auto index = device_for(state.run, variant);
    if (!index) return {};
    return RunKey{.variant_id = std::string(variant.id),
                  .workload = current_workload(state),
                  .device = int(*index),
                  .target = is_on_gpu(state.run, variant) ? state.run.target : TargetKind::linear,
                  .caches = is_simulated(state.run, variant) ? profiling::CacheState::warm : state.run.caches};
}

const profiling::RunOutcome* outcome_for(const State& state, const KernelVariant& variant) {
    const auto key = key_for(state, variant);
    if (!key) return nullptr;
    const auto found = state.run.outcomes.find(*key);
    return found == state.run.outcomes.end() ? nullptr : &found->second;
}

const profiling::Measurement* measurement_for(const State& state, const KernelVariant& variant) {
    const auto* outcome = outcome_for(state, variant);
    return outcome == nullptr ? nullptr : std::get_if<profiling::Measurement>(outcome);
}

const profiling::Simulated* simulation_for(const State& state, const KernelVariant& variant) {
    const auto* outcome = outcome_for(state, variant);
    return outcome == nullptr ? nullptr : std::get_if<profiling::Simulated>(outcome);
}

const profiling::CheckVerdict* verdict_in(const profiling::RunOutcome& outcome) {
    if (const auto* m = std::get_if<profiling::Measurement>(&outcome)) return &m->check;
    if (const auto* s = std::get_if<profiling::Simulated>(&outcome)) return &s->check;
    const auto* failed = std::get_if<profiling::Failed>(&outcome);
    return failed == nullptr || !failed->verdict ? nullptr : &*failed->verdict;
}

const profiling::CheckVerdict* verdict_on(const State& state, const KernelVariant& variant) {
    const profiling::RunOutcome* outcome = outcome_for(state, variant);
    return outcome == nullptr ? nullptr : verdict_in(*outcome);
}

std::string why_not_now(const State& state, const KernelVariant& variant) {
    if (!state.data.now.dataset) return "There are no points yet.";
    const auto index = device_for(state.run, variant);
    if (!index) return "There is no device.";
    const TargetKind target = variant.writes_linear ? TargetKind::linear : TargetKind::surface;
    std::string reason = why_not(variant, current_workload(state), state.run.devices[*index], target);
    const bool gpu_exists = std::any_of(state.run.devices.begin(), state.run.devices.end(),
                                        [](const Device& d) { return d.backend == Backend::cuda; });
    if (!reason.empty() && is_simulated(state.run, variant) && gpu_exists)
        reason += "; or choose the GPU as the device";
    return reason;
}

std::string why_not_measured(const State& state, const KernelVariant& variant) {
    if (std::string reason = why_not_now(state, variant); !reason.empty()) return reason;
    if (variant.backend == Backend::cpu) return {};
    if (state.run.target == TargetKind::surface && !variant.writes_surface)
        return "It writes linear memory only: choose that as the output.";
    if (state.run.target == TargetKind::linear && !variant.writes_linear)
        return "It writes textures only: choose the texture as the output.";
    if (key_for(state, variant)->target == TargetKind::surface && !wants_surface(state, variant))
        return fmt::format("It cannot write the texture here. {}",
                           state.look.no_interop.empty() ? "Another device draws the window." : state.look.no_interop);
    return {};
}

const KernelVariant* selected_variant(const State& state) {
    return state.run.variant_id.empty() ? nullptr : find_variant(state.run.variant_id);
}

std::vector<const KernelVariant*> ladder(const State& state) {
    std::vector<const KernelVariant*> rungs;
    for (const KernelVariant& variant : variants())
        if (variant.workload == state.run.workload) rungs.push_back(&variant);
    return rungs;
}

bool picture_is_current(const State& state) {
    return state.picture.variant_id == state.run.variant_id && state.picture.revision == state.data.revision;
}

bool wants_surface(const State& state, const KernelVariant& variant) {
    const auto index = device_for(state.run, variant);
    return index && state.run.devices[*index].backend == Backend::cuda && variant.writes_surface &&
           state.look.no_interop.empty() && state.run.interop_device == int(*index);
}

const KernelVariant* first_measured(const State& state) {
    for (const KernelVariant* variant : ladder(state))
        if (measurement_for(state, *variant) != nullptr) return variant;
    return nullptr;
}

const profiling::Ceilings* ceilings_for(const State& state, const KernelVariant& variant) {
    const auto index = device_for(state.run, variant);
    if (!index || is_simulated(state.run, variant)) return nullptr;
    const DeviceCeilings* known = find(state.run.ceilings, *index);
    return known == nullptr ? nullptr : measured_now(*known);
}

int roof_threads(const KernelVariant& variant) {
    return variant.backend == Backend::cpu && !variant.uses_all_threads ? 1 : 0;
}

bool shows_picture_run(const State& state, const KernelVariant& variant) {
    const PictureState& picture = state.picture;
    return state.data.dragging && picture.variant_id == variant.id && !picture.simulated && picture.seconds > 0.0;
}

} // namespace pairscope::app
