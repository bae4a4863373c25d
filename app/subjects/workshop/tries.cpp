// SPDX-License-Identifier: MIT
#include "app/subjects/workshop/tries.h"

#include "app/spine/state_queries.h"
#include "app/spine/update/update.h"
#include "app/subjects/workshop/remote_kernel.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/ladder/own_variants.h"
#include "kernels/ladder/registry.h"
#include "kernels/own/binding.h"

#include <fmt/format.h>

#include <algorithm>

namespace pairscope::app {
namespace {

constexpr std::size_t most_tries_kept = 50;

/// Reads the launch lines, the parameters and the sliders. What is wrong with them needs no compiler.
void read_file(OwnKernel& kernel) {
    kernel.file.reset();
    try {
        own::OwnFile file = own::own_file_of(shown(kernel.path.filename()), kernel.tried_text);
        for (own::Slider& slider : file.sliders)
            if (const auto chosen = kernel.chosen.find(slider.name); chosen != kernel.chosen.end())
                if (chosen->second.in_text == slider.in_text)
                    slider.value = std::clamp(chosen->second.value, slider.least, slider.most);
        own::check_parameters(file);
        kernel.sliders = file.sliders;
        kernel.workload = file.workload;
        kernel.file = std::make_shared<const own::OwnFile>(std::move(file));
    } catch (const InputError& error) {
        kernel.refused = sentence_of(error);
    }
}

/// What was found with the version before says nothing about this one.
void forget_version(State& state, const std::string& id) {
    forget_runs(state, [&](const RunKey& key) { return key.variant_id == id; });
    TraceState& traces = state.trace;
    std::erase_if(traces.kept, [&](const TraceState::Kept& kept) { return kept.key.variant_id == id; });
    const auto forget = [&](auto&... known) { ((known && known->variant_id == id ? known.reset() : void()), ...); };
    forget(traces.trace, traces.made_for, traces.failed_for, traces.other, traces.other_made_for,
           traces.other_failed_for);
    if (state.run.variant_id == id) traces.line.reset();
    if (state.output.failed_for == id) state.output.failed_for.clear();
    if (state.output.variant_id == id) state.output.is_of_older_text = true;
}

/// The first variant of the ladder; for a function for the CPU, the first of those for the CPU.
std::string first_of(const std::string& workload, bool is_cpu) {
    const auto found = std::ranges::find_if(variants(), [&](const KernelVariant& variant) {
        return variant.workload == workload && (!is_cpu || variant.backend == Backend::cpu);
    });
    return found == variants().end() ? std::string() : std::string(found->id);
}

} // namespace

void note_try(OwnKernel& kernel) {
    const bool is_first = kernel.history.empty() || kernel.history.front().number != kernel.number;
    if (is_first) kernel.history.insert(kernel.history.begin(), PastTry{.number = kernel.number, .verdict = {}});
    PastTry& past = kernel.history.front();
    past.verdict = verdict_of(kernel);
    past.seconds =
        kernel.report.seconds_of_first > 0.0 ? kernel.report.seconds_of_first : kernel.report.seconds_of_compiler;
    if (kernel.history.size() > most_tries_kept) kernel.history.pop_back();
}

void start_try(State& state, OwnKernel& kernel, Effects& effects) {
    ++kernel.number;
    kernel.tried_text = kernel.text;
    kernel.report = {};
    kernel.wrong_in_window.reset();
    kernel.refused.clear();
    kernel.was_stopped = false;
    kernel.built.reset();
    kernel.slider_moved.reset();
    read_file(kernel);
    kernel.stage = kernel.file ? TryStage::waiting : TryStage::ended;
    if (!kernel.file) {
        note_try(kernel);
        return;
    }
    effects.cancel_measurements = true;
    if (kernel.workload != current_type(state).id)
        command::carry_out(command::ChooseWorkload{kernel.workload}, state, effects);
    state.look.front = "Workshop"; // the panel stays where the user writes
}

void publish_version(State& state, OwnKernel& kernel) {
    const bool is_first = kernel.runs == nullptr;
    if (kernel.runs) kernel.runs->close();
    kernel.runs = std::make_shared<workshop::RemoteKernel>(kernel.built->workshop());
    const std::string name = shown(kernel.path.filename());
    const bool is_cpu = kernel.file->is_cpu;
    publish(OwnVariant{.id = kernel.id,
                       .workload = kernel.workload,
                       .source = fmt::format("{}{}", own_prefix, name),
                       .source_text = kernel.tried_text,
                       .title = fmt::format("Your {} {}", is_cpu ? "function" : "kernel", name),
                       .teaches = fmt::format("This is your own {}, from {}.", is_cpu ? "function" : "kernel", name),
                       .wastes = is_cpu ? "Nobody watches what a function for the CPU touches, so that it has no trace."
                                        : "Its trace shows what it still wastes.",
                       .parent = kernel.parent.empty() ? first_of(kernel.workload, is_cpu) : kernel.parent,
                       .remote = kernel.runs,
                       .backend = is_cpu ? Backend::cpu : Backend::cuda,
                       .uses_all_threads = kernel.file->has_all_threads});
    kernel.compiler = kernel.built->workshop()->compiler();
    forget_version(state, kernel.id);
    if (!is_first || kernel.workload != current_type(state).id || state.run.variant_id == kernel.id) return;
    state.run.variant_id = kernel.id;
    state.run.proposed.clear();
    if (is_cpu) return; // it has no trace
    start_trace_anew(state.trace);
    state.look.front = "Trace"; // beside the text
}

} // namespace pairscope::app
