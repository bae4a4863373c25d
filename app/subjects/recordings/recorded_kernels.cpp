// SPDX-License-Identifier: MIT
#include "app/subjects/recordings/recorded_kernels.h"

#include "app/spine/state.h"
#include "app/spine/state_queries.h"
#include "kernels/ladder/own_variants.h"
#include "kernels/ladder/registry.h"
#include "profiling/outcome.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <variant>

namespace pairscope::app {
namespace {

using profiling::RecordedKernel;

bool is_of_a_recording(const KernelVariant& variant) { return variant.remote == nullptr; }

/// A function for the CPU has times of a CPU; a kernel is only simulated there.
bool has_times_of_cpu(const profiling::Recording& recording, const RecordedKernel& kernel) {
    return std::ranges::any_of(recording.runs, [&](const profiling::RunOutcome& run) {
        const auto* const m = std::get_if<profiling::Measurement>(&run);
        return m != nullptr && m->variant_id == kernel.variant_id && m->device.backend == Backend::cpu;
    });
}

bool holds(const profiling::Recording& recording, std::string_view id) {
    return std::ranges::find(recording.kernels, id, &RecordedKernel::variant_id) != recording.kernels.end();
}

} // namespace

void show_kernels_of(const profiling::Recording& recording) {
    for (const RecordedKernel& kernel : recording.kernels) {
        const KernelVariant* const known = find_variant(kernel.variant_id);
        const bool is_free = known == nullptr || (is_own(known->id) && is_of_a_recording(*known));
        if (!is_own(kernel.variant_id) || !is_free || find_workload(kernel.workload) == nullptr) continue;
        const bool is_cpu = has_times_of_cpu(recording, kernel);
        publish(OwnVariant{.id = kernel.variant_id,
                           .workload = kernel.workload,
                           .source = fmt::format("{}.{}", kernel.variant_id, is_cpu ? "cpp" : "cu"),
                           .source_text = kernel.source,
                           .title = kernel.title,
                           .teaches = fmt::format("{} was recorded. Its source is shown, and never run.", kernel.title),
                           .wastes = kernel.compiler.empty() ? std::string()
                                                             : fmt::format("It was compiled by {}.", kernel.compiler),
                           .parent = kernel.parent,
                           .remote = nullptr,
                           .backend = is_cpu ? Backend::cpu : Backend::cuda});
    }
}

void forget_kernels_of_closed(State& state) {
    for (const KernelVariant* const variant : own_variants()) {
        const bool is_open = std::ranges::any_of(
            state.recordings.shown, [&](const ShownRecording& shown) { return holds(*shown.recording, variant->id); });
        if (!is_of_a_recording(*variant) || is_open) continue;
        if (state.run.variant_id == variant->id) {
            state.run.variant_id = state.run.proposed; // so that the usual one is proposed
            propose_variant(state);
        }
        withdraw_own_variant(variant->id);
    }
}

} // namespace pairscope::app
