// SPDX-License-Identifier: MIT
#include "app/subjects/source/source.h"

#include "app/spine/jobs.h"
#include "app/spine/state.h"
#include "app/spine/state_queries.h"
#include "app/spine/update/update.h"
#include "app/subjects/compare/compare.h"
#include "app/subjects/measuring/measuring.h"
#include "kernels/ladder/kernel_place.h"
#include "kernels/ladder/own_variants.h"
#include "kernels/ladder/registry.h"

#include <fmt/format.h>

#include <algorithm>

namespace pairscope::app {
namespace {

/// The capability of the GPU that runs the variant; 0: no GPU does.
int capability_for(const State& state, const KernelVariant& variant) {
    const auto index = device_for(state.run, variant);
    if (!index) return 0;
    const Device& device = state.run.devices[*index];
    return device.backend == Backend::cuda ? device.compute_capability : 0;
}

/// The kernel that a measured run launched, so that its instructions are shown and not those of another block size.
/// Empty: the variant was not measured on a GPU.
std::string launched_symbol(const State& state, const KernelVariant& variant) {
    const profiling::Measurement* const m = measurement_for(state, variant);
    if (m == nullptr || m->kernels.empty()) return {};
    const std::string function(kernel_place(variant).name);
    for (const LaunchFacts& facts : m->kernels)
        if (facts.kernel.find(fmt::format("{}{}", function.size(), function)) != std::string::npos) return facts.kernel;
    return m->kernels.front().kernel;
}

bool is_run_on_gpu(const State& state, const RunKey& key) {
    return state.run.devices[std::size_t(key.device)].backend == Backend::cuda;
}

void forget_lights(SourceState& source) {
    source.lit.reset();
    source.instruction.reset();
}

} // namespace

ShownSource shown_source(const State& state, const KernelVariant& variant) {
    const bool is_chosen = std::ranges::count(source_files(variant), state.source.path) > 0;
    const std::string_view path = is_chosen ? std::string_view(state.source.path) : kernel_place(variant).path;
    return {path, text_of_source(path), line_to_read(variant, path)};
}

std::pair<std::string_view, std::string_view> compared_sources(const KernelVariant& a, const KernelVariant& b) {
    const std::string_view file_a = kernel_place(a).path, file_b = kernel_place(b).path;
    if (file_a == file_b) return {a.source, b.source};
    return {file_a, file_b};
}

std::optional<CodeKey> wanted_code(const State& state) {
    const KernelVariant* const variant = selected_variant(state);
    if (variant == nullptr || variant->backend != Backend::cuda || state.source.beside == CodeKind::none) return {};
    const TargetKind target = !variant->writes_linear    ? TargetKind::surface
                              : !variant->writes_surface ? TargetKind::linear
                                                         : state.run.target;
    return CodeKey{.variant_id = std::string(variant->id),
                   .symbol = state.source.kernel.empty() ? launched_symbol(state, *variant) : state.source.kernel,
                   .target = target,
                   .block = 0,
                   .compute_capability = capability_for(state, *variant)};
}

const KernelCode* shown_code(const State& state) {
    const auto wanted = wanted_code(state);
    return wanted && state.source.made_for == wanted ? state.source.code.get() : nullptr;
}

std::optional<Job> code_job(const State& state) {
    auto wanted = wanted_code(state);
    if (!wanted || state.source.made_for == wanted) return {};
    return job::ReadCode{.key = *std::move(wanted), .variant = selected_variant(state)};
}

const profiling::StallSamples* shown_stalls(const State& state) {
    const auto side = selected_side(state);
    if (!side) return nullptr;
    const profiling::Measurement* const run =
        side->recorded ? side->recorded->run : measurement_for(state, *side->variant);
    return run != nullptr && run->stalls ? &*run->stalls : nullptr;
}

std::optional<Job> stalls_job(const State& state) {
    const KernelVariant* const variant = selected_variant(state);
    const auto key = variant == nullptr ? std::nullopt : key_for(state, *variant);
    if (!state.counters.on || !key || !is_run_on_gpu(state, *key) || is_own(variant->id)) return {};
    const auto device = std::size_t(key->device);
    if (state.counters.forbidden.contains(device) || state.source.refused.contains(device)) return {};
    if (state.source.sampled.contains(*key) || measurement_for(state, *variant) == nullptr) return {};
    return job::SampleStalls{.question = measured_question(state),
                             .revision = state.data.revision,
                             .variant = variant,
                             .key = *key,
                             .device = state.run.devices[device],
                             .seconds = usual_seconds(state, *variant)};
}

std::string stalls_await(const State& state) {
    const auto side = selected_side(state);
    if (!side || shown_stalls(state) != nullptr) return {};
    if (side->recorded) return "This recording has no samples of instructions for this variant.";
    const KernelVariant& variant = *side->variant;
    const auto key = key_for(state, variant);
    if (!key || !is_run_on_gpu(state, *key))
        return "At which lines warps wait can be sampled on an NVIDIA GPU only. A recording from one can have it, too.";
    if (is_own(variant.id)) return "Instructions of your own kernels are not sampled.";
    for (const auto* reasons : {&state.counters.forbidden, &state.source.refused})
        if (const auto why = reasons->find(std::size_t(key->device)); why != reasons->end())
            return fmt::format("At which lines warps wait cannot be sampled here. The reason is: {}.", why->second);
    if (const auto why = state.source.sampled.find(*key); why != state.source.sampled.end() && !why->second.empty())
        return fmt::format("There are no samples of instructions. The reason is: {}.", why->second);
    if (!state.counters.on) return "Reading counters is switched off, so instructions are not sampled either.";
    return "The instructions will be sampled when the variant has a time.";
}

std::string why_no_stalls_again(const State& state) {
    const KernelVariant* const variant = selected_variant(state);
    const auto key = variant == nullptr ? std::nullopt : key_for(state, *variant);
    if (!key || !is_run_on_gpu(state, *key)) return "Instructions are sampled on an NVIDIA GPU only.";
    if (measurement_for(state, *variant) == nullptr) return "The variant has no time yet.";
    return {};
}

namespace command {

void carry_out(const ShowSource& c, State& state, Effects&) { state.source.path = c.path; }

void carry_out(const ShowCode& c, State& state, Effects&) {
    state.source.beside = c.kind;
    state.source.instruction.reset(); // the lists of SASS and PTX have other numbers
}

void carry_out(const ChooseCodeKernel& c, State& state, Effects&) {
    state.source.kernel = c.symbol;
    forget_lights(state.source);
}

void carry_out(const LightLine& c, State& state, Effects&) {
    const bool again = state.source.lit == c.place && !state.source.instruction;
    forget_lights(state.source);
    if (!again) state.source.lit = c.place;
}

void carry_out(const LightInstruction& c, State& state, Effects&) {
    const KernelCode* const shown = shown_code(state);
    if (shown == nullptr) return;
    const bool again = state.source.instruction == c.index;
    forget_lights(state.source);
    const bool is_ptx = state.source.beside == CodeKind::ptx;
    const std::size_t count = is_ptx ? shown->code.ptx.size() : shown->code.sass.instructions.size();
    if (again || c.index >= count) return;
    state.source.instruction = c.index;
    const profiling::CodePlaces& places =
        is_ptx ? shown->code.ptx[c.index].places : shown->code.sass.instructions[c.index].places;
    if (places.empty()) return;
    // In the file that is open, or else the line of the kernel itself.
    const KernelVariant* const variant = selected_variant(state);
    const std::string_view open = variant == nullptr ? std::string_view() : shown_source(state, *variant).path;
    const auto here = std::ranges::find(places, open, &profiling::CodePlace::file);
    state.source.lit = here == places.end() ? places.back() : *here;
    if (here == places.end()) state.source.path = state.source.lit->file;
}

void carry_out(const FoldLoop& c, State& state, Effects&) {
    if (c.folded)
        state.source.folded.insert(c.first);
    else
        state.source.folded.erase(c.first);
}

void carry_out(const SampleStalls&, State& state, Effects&) {
    const KernelVariant* const variant = selected_variant(state);
    const auto key = variant == nullptr ? std::nullopt : key_for(state, *variant);
    if (!key || !why_no_stalls_again(state).empty()) return;
    state.source.sampled.erase(*key);
    state.source.refused.erase(std::size_t(key->device));
}

} // namespace command

namespace event {

void take(const CodeRead& read, State& state) {
    state.source.made_for = read.key;
    state.source.code = read.code;
    state.source.failure.clear();
    state.source.folded.clear();
    state.source.instruction.reset();
}

void take_failure(const CodeRead& read, const Failure& failure, State& state) {
    state.source.made_for = read.key;
    state.source.code.reset();
    state.source.failure = failure.message;
}

void take(const StallsSampled& sampled, State& state) {
    if (sampled.cancelled) return;
    state.source.sampled[sampled.key] = sampled.stalls.why_not;
    if (!sampled.stalls.why_not.empty() && sampled.stalls.never_here)
        state.source.refused[std::size_t(sampled.key.device)] = sampled.stalls.why_not;
    const auto outcome = state.run.outcomes.find(sampled.key);
    auto* m = outcome == state.run.outcomes.end() ? nullptr : std::get_if<profiling::Measurement>(&outcome->second);
    if (m != nullptr && sampled.stalls.samples) m->stalls = sampled.stalls.samples;
}

void take_failure(const StallsSampled& sampled, const Failure& failure, State& state) {
    state.source.sampled[sampled.key] = failure.message;
}

} // namespace event

} // namespace pairscope::app
