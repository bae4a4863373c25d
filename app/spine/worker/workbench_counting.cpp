// SPDX-License-Identifier: MIT
// The workbench's counting: hardware counters, activity records, and the browser of counters.
#include "app/spine/worker/workbench.h"
#include "app/subjects/workshop/remote_kernel.h"

#include <algorithm>

namespace pairscope::app {
namespace {

/// The chip that is meant where none is named: a data-centre chip that every CUPTI of version 13 knows, or its last.
std::string usual_chip(const std::vector<std::string>& chips) {
    if (chips.empty() || std::ranges::find(chips, "GH100") != chips.end()) return "GH100";
    return chips.back();
}

/// The texture that was lent, or else memory of the station, which the buffer keeps.
template <class Asked>
profiling::RunTarget target_of(const Asked& asked, profiling::Station& station, std::optional<OutputBuffer>& buffer) {
    const auto& [job, lease, control] = asked;
    profiling::RunTarget target{.out = LinearMemory{}, .shape = job.question.words_by(*job.variant), .buffer = nullptr};
    if (lease) {
        target.out = lease->matrix;
    } else {
        buffer = station.buffers().acquire(station.engine(), target.shape, job.variant->entry, control.stop);
        target.out = buffer->memory();
    }
    return target;
}

} // namespace

void Workbench::make(const Asked<job::SampleLaunch>& asked, event::LaunchSampled& made) {
    const auto& [job, lease, control] = asked;
    progress_({.kind = TaskKind::sampling, .variants = {job.key.variant_id}}, 0.0);
    profiling::Station& station = loaded(std::size_t(job.key.device), job.device, job.question, job.revision);
    std::optional<OutputBuffer> buffer;
    const profiling::RunTarget target = target_of(asked, station, buffer);
    made.sampled = station.sample({*job.variant, job.key.workload, target}, job.seconds, control);
    made.why_not_here = station.counting().why_not_sampled();
    made.cancelled = control.stop.stop_requested();
}

void Workbench::make(const Asked<job::SampleStalls>& asked, event::StallsSampled& made) {
    const auto& [job, lease, control] = asked;
    progress_({.kind = TaskKind::sampling_stalls, .variants = {job.key.variant_id}}, 0.0);
    profiling::Station& station = loaded(std::size_t(job.key.device), job.device, job.question, job.revision);
    std::optional<OutputBuffer> buffer;
    const profiling::RunTarget target = target_of(asked, station, buffer);
    made.stalls = station.sample_stalls({*job.variant, job.key.workload, target}, job.seconds, control);
    made.cancelled = control.stop.stop_requested();
}

/// Needs no station: the code is in this program.
void Workbench::make(const Asked<job::ReadCode>& asked, event::CodeRead& made) {
    const auto& [job, lease, control] = asked;
    progress_({.kind = TaskKind::reading_code, .variants = {job.key.variant_id}}, 0.0);
    auto code = std::make_shared<KernelCode>(
        KernelCode{.compiled = profiling::compiled_kernels(*job.variant, job.key.compute_capability)});
    const auto& kernels = code->compiled.kernels;
    if (!kernels.empty()) {
        const auto chosen = std::ranges::find(kernels, job.key.symbol, &profiling::CubinKernel::symbol);
        code->kernel = chosen != kernels.end()
                           ? std::size_t(chosen - kernels.begin())
                           : profiling::usual_kernel(kernels, *job.variant, job.key.target, job.key.block);
        const profiling::StallSampling cupti(Device{}); // computes a checksum without a GPU
        code->checksum = cupti.checksum(profiling::cubin_of(*job.variant, job.key.compute_capability));
        code->code = profiling::machine_code(*job.variant, code->compiled, code->kernel, control.stop);
    }
    made.code = std::move(code);
}

void Workbench::make(const Asked<job::Count>& asked, event::Counted& made) {
    const auto& [job, lease, control] = asked;
    progress_({.kind = TaskKind::counting, .variants = {job.key.variant_id}}, 0.0);
    profiling::Station& station = loaded(std::size_t(job.key.device), job.device, job.question, job.revision);
    std::optional<OutputBuffer> buffer;
    if (auto* const own = dynamic_cast<workshop::RemoteKernel*>(job.variant->remote)) {
        station.rest(); // the counters of a GPU belong to one process at a time
        const simt::GpuRun run{.inputs = station.engine().inputs(), .inputs_number = 0, .stop = control.stop};
        made.counts = own->counted(run, job.choice);
        return;
    }
    const profiling::RunTarget target = target_of(asked, station, buffer);
    made.counts = station.count({*job.variant, job.key.workload, target}, job.choice, control);
}

void Workbench::make(const Asked<job::ListCounters>& asked, event::CountersListed& answer) {
    const job::ListCounters& job = asked.job;
    progress_({.kind = TaskKind::asking_for_counters}, 0.0);
    answer.chips = profiling::ChipCounters::chips();
    std::string& chip = answer.question.chip;
    if (chip.empty() && job.device) chip = profiling::Counting(*job.device).chip();
    if (chip.empty()) chip = usual_chip(answer.chips);
    if (!chip_counters_ || browsed_chip_ != chip) {
        chip_counters_.emplace(chip);
        browsed_chip_ = chip;
        counter_facts_ = chip_counters_->why_not().empty()
                             ? std::make_shared<const std::vector<profiling::CounterFact>>(chip_counters_->all())
                             : nullptr;
    }
    answer.why_not = chip_counters_->why_not();
    answer.counters = counter_facts_;
    if (!answer.why_not.empty()) return;
    const profiling::Resolved resolved = chip_counters_->resolve({.sets = {}, .counters = job.question.picked});
    answer.passes = chip_counters_->passes(resolved.asked);
    const auto chosen = std::ranges::find(*answer.counters, job.question.chosen, &profiling::CounterFact::name);
    if (chosen != answer.counters->end()) answer.endings = chip_counters_->endings(*chosen);
    std::ranges::stable_sort(answer.endings, {}, &std::string::size); // the plain ones first
}

} // namespace pairscope::app
