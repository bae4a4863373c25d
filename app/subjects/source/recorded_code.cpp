// SPDX-License-Identifier: MIT
#include "app/subjects/source/recorded_code.h"

#include "kernels/data/errors.h"
#include "kernels/engines/cpu/parallel.h"
#include "kernels/ladder/registry.h"
#include "profiling/machine_code/disassembler.h"
#include "profiling/machine_code/variant_code.h"
#include "profiling/recording/kernel_fields.h"
#include "profiling/sampling/stall_sampling.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

namespace pairscope::app {
namespace {

using profiling::CompiledKernels;
using profiling::RecordedCode;
using profiling::SassKernel;

/// A GPU runs the code that was compiled for its own generation.
std::string why_other_code(const CompiledKernels& compiled, int compute_capability) {
    if (compute_capability == 0 || compiled.architecture / 10 == compute_capability / 10) return {};
    return fmt::format("This program has machine code for sm_{} only, and the runs were made on sm_{}.",
                       compiled.architecture, compute_capability);
}

/// Paths of a toolkit tell where it is installed, so only the name of such a file stays.
void shorten_files(SassKernel& sass) {
    for (profiling::SassInstruction& instruction : sass.instructions)
        for (profiling::CodePlace& place : instruction.places)
            if (place.file.starts_with('/')) place.file = std::filesystem::path(place.file).filename().string();
}

RecordedCode code_of(const RunKernel& kernel, const CompiledKernels& compiled, SassKernel sass) {
    RecordedCode code{.variant_id = std::string(kernel.variant->id),
                      .target = kernel.target,
                      .architecture = compiled.architecture,
                      .made = std::ssize(sass.instructions)};
    shorten_files(sass);
    for (profiling::SassInstruction& instruction : sass.instructions)
        instruction.text = with_offset(sass, instruction.text);
    code.sass = std::move(sass);
    profiling::cut_to(code, most_code_bytes);
    return code;
}

/// All kernels are of one variant.
ListedCode disassembled(const std::vector<RunKernel>& kernels, const CompiledKernels& compiled,
                        const std::stop_token& stop) {
    const RunKernel& any = kernels.front();
    const profiling::Disassembler tool = profiling::find_disassembler();
    if (!tool.why_not.empty()) return {.codes = {}, .why_not = tool.why_not + "."};
    std::vector<std::size_t> chosen;
    std::vector<int> symbols;
    for (const RunKernel& kernel : kernels) {
        chosen.push_back(usual_kernel(compiled.kernels, *kernel.variant, kernel.target, kernel.block));
        symbols.push_back(compiled.kernels[chosen.back()].index);
    }
    const std::string cubin = profiling::cubin_of(*any.variant, compiled.architecture);
    const std::vector<SassKernel> all = profiling::read_sass(profiling::disassemble(tool, cubin, symbols, stop));
    const profiling::StallSampling cupti(Device{}); // computes a checksum without a GPU
    const std::string checksum = cupti.checksum(cubin);
    ListedCode listed;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        const auto found = std::ranges::find(all, compiled.kernels[chosen[i]].symbol, &SassKernel::symbol);
        if (found == all.end() || found->instructions.empty()) continue;
        listed.codes.push_back(code_of(kernels[i], compiled, *found));
        listed.codes.back().kernel = profiling::brief_name(compiled.kernels[chosen[i]].name);
        listed.codes.back().checksum = checksum;
    }
    if (listed.codes.empty())
        listed.why_not = fmt::format("{} printed no instructions of {}: use the nvdisasm of a newer CUDA toolkit.",
                                     tool.file.string(), short_name(any.variant->id));
    return listed;
}

const Device* device_of(const profiling::RunOutcome& run) {
    if (const auto* measured = std::get_if<profiling::Measurement>(&run)) return &measured->device;
    if (const auto* simulated = std::get_if<profiling::Simulated>(&run)) return &simulated->device;
    return nullptr;
}

} // namespace

std::vector<RunKernel> kernels_of_runs(const profiling::Recording& recording) {
    std::vector<RunKernel> kernels;
    for (const profiling::RunOutcome& run : recording.runs) {
        const Device* const device = device_of(run);
        if (device == nullptr) continue;
        std::visit(
            [&](const auto& outcome) {
                if constexpr (requires { outcome.block; }) {
                    const KernelVariant* const variant = find_variant(outcome.variant_id);
                    const auto is_same = [&](const RunKernel& one) {
                        return one.variant == variant && one.target == outcome.target;
                    };
                    if (variant == nullptr || variant->backend != Backend::cuda ||
                        std::ranges::any_of(kernels, is_same))
                        return;
                    kernels.push_back({.variant = variant,
                                       .target = outcome.target,
                                       .block = outcome.block,
                                       .compute_capability = device->compute_capability});
                }
            },
            run);
    }
    return kernels;
}

ListedCode listed_code(const std::vector<RunKernel>& kernels, const std::stop_token& stop) {
    const RunKernel& any = kernels.front();
    try {
        const CompiledKernels compiled = profiling::compiled_kernels(*any.variant, any.compute_capability);
        if (!compiled.why_not.empty()) return {.codes = {}, .why_not = compiled.why_not};
        if (std::string reason = why_other_code(compiled, any.compute_capability); !reason.empty())
            return {.codes = {}, .why_not = std::move(reason)};
        return disassembled(kernels, compiled, stop);
    } catch (const InputError& error) {
        return {.codes = {},
                .why_not = fmt::format("The instructions of {} cannot be listed: {}.", short_name(any.variant->id),
                                       error.what())};
    }
}

std::vector<VariantCode> listed_codes(const std::vector<RunKernel>& kernels, const std::stop_token& stop) {
    std::vector<std::vector<RunKernel>> variants;
    for (const RunKernel& kernel : kernels) {
        const auto same = std::ranges::find_if(variants, [&](const std::vector<RunKernel>& one) {
            return one.front().variant == kernel.variant && one.front().compute_capability == kernel.compute_capability;
        });
        if (same == variants.end())
            variants.push_back({kernel});
        else
            same->push_back(kernel);
    }
    std::vector<VariantCode> found(variants.size());
    cpu::for_rows({.rows = std::ssize(variants), .threads = cpu::hardware_threads(), .stop = stop},
                  [&](std::int64_t first, std::int64_t last) {
                      for (auto i = std::size_t(first); i < std::size_t(last); ++i)
                          found[i] = {std::string(variants[i].front().variant->id), listed_code(variants[i], stop)};
                  });
    return found;
}

std::vector<std::string> add_codes(profiling::Recording& recording, const std::stop_token& stop) {
    std::vector<std::string> reasons;
    for (VariantCode& one : listed_codes(kernels_of_runs(recording), stop)) {
        std::ranges::move(one.listed.codes, std::back_inserter(recording.codes));
        const std::string& reason = one.listed.why_not;
        if (!reason.empty() && std::ranges::find(reasons, reason) == reasons.end()) reasons.push_back(reason);
    }
    return reasons;
}

const RecordedCode* recorded_code(const profiling::Recording& recording, std::string_view variant_id,
                                  TargetKind target) {
    for (const RecordedCode& code : recording.codes)
        if (code.variant_id == variant_id && code.target == target) return &code;
    return nullptr;
}

std::vector<const profiling::StalledPc*> samples_of_code(const RecordedCode& code,
                                                         const profiling::StallSamples& samples) {
    if (code.checksum.empty() || code.checksum != samples.checksum) return {};
    const auto& instructions = code.sass.instructions;
    std::vector<const profiling::StalledPc*> found(instructions.size(), nullptr);
    for (const profiling::StalledPc& pc : samples.pcs) {
        if (pc.function != code.sass.symbol) continue;
        const auto at = std::ranges::lower_bound(instructions, pc.offset, {}, &profiling::SassInstruction::offset);
        if (at != instructions.end() && at->offset == pc.offset) found[std::size_t(at - instructions.begin())] = &pc;
    }
    return found;
}

} // namespace pairscope::app
