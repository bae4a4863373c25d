// SPDX-License-Identifier: MIT
// pairscope source: what the compiler made of a CUDA variant, from this program itself. No GPU is needed.
#include "app/cli/options/option_values.h"
#include "app/cli/options/run_options.h"
#include "app/cli/options/target_option.h"
#include "app/cli/reports/inside/occupancy_report.h"
#include "app/cli/reports/inside/source_report.h"
#include "app/cli/reports/output.h"
#include "app/cli/verbs/verbs.h"
#include "kernels/data/errors.h"
#include "kernels/ladder/registry.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>

namespace pairscope::cli {
namespace {

struct SourceOptions {
    std::string variant, workload, kernel;
    std::optional<TargetKind> target;
    int block = 0;        ///< threads; 0: the usual ones
    int architecture = 0; ///< 90 for sm_90; 0: the newest in this program
    bool sass = false, ptx = false;
    bool occupancy = false;
    AssumedNeeds assumed;
    Format format;
};

bool is_for_gpu(const KernelVariant& variant) { return variant.backend == Backend::cuda; }

ExitCode show(const SourceOptions& options) {
    const KernelVariant& variant = variant_named(options.variant, options.workload, is_for_gpu);
    require_block(variant, options.block);
    const profiling::CompiledKernels compiled = profiling::compiled_kernels(variant, options.architecture);
    if (!compiled.why_not.empty()) {
        say(fmt::format("{} has no SASS and no PTX here. {}", short_name(variant.id), compiled.why_not));
        return ExitCode::nothing_ran;
    }
    const TargetKind target = options.target.value_or(variant.writes_linear ? TargetKind::linear : TargetKind::surface);
    const std::size_t kernel = options.kernel.empty()
                                   ? profiling::usual_kernel(compiled.kernels, variant, target, options.block)
                                   : profiling::kernel_named(compiled.kernels, options.kernel);
    const profiling::MachineCode code = profiling::machine_code(variant, compiled, kernel);
    if (!code.why_no_sass.empty() && !options.occupancy) say(code.why_no_sass);
    SourceReport report{
        .variant = variant, .compiled = compiled, .code = code, .sass = options.sass, .ptx = options.ptx};
    if (options.occupancy)
        report.occupancy = occupancy_table(variant, compiled, kernel, !options.kernel.empty(), target, options.assumed);
    print(options.format.json ? json_of(report) : text_of(report), options.format);
    return options.sass && !code.why_no_sass.empty() ? ExitCode::nothing_ran : ExitCode::ok;
}

} // namespace

void add_source(CLI::App& program, Verb& chosen) {
    const auto options = std::make_shared<SourceOptions>();
    CLI::App* verb = program.add_subcommand(
        "source", "Show what the compiler made of a CUDA variant: instructions per line, SASS and PTX");
    verb->footer(std::string(exit_code_help));
    verb->add_option("VARIANT", options->variant, "The CUDA variant, such as coalesced")->required()->type_name("");
    add_workload_option(*verb, options->workload);
    verb->add_option("--target", options->target, "Show the kernel that writes this target [linear where it can]")
        ->transform(one_of("--target", target_names))
        ->type_name(choices_in(target_names))
        ->group("Kernel");
    add_block_option(*verb, options->block);
    verb->add_option("--kernel", options->kernel,
                     "Show another kernel of the variant's file: its number, or a part of its name")
        ->type_name("KERNEL")
        ->group("Kernel");
    verb->add_option("--architecture", options->architecture,
                     "Show the code for GPUs of this architecture, such as 90 [the newest in this program]")
        ->transform(whole_number("--architecture", 1, 1000))
        ->type_name("NUMBER")
        ->group("Kernel");
    verb->add_flag("--sass", options->sass, "List the instructions of the GPU, each with its line of the source")
        ->group("Kernel");
    verb->add_flag("--ptx", options->ptx, "List the PTX, each instruction with its line of the source")
        ->group("Kernel");
    CLI::Option* const occupancy =
        verb->add_flag("--occupancy", options->occupancy,
                       "Show instead how many blocks and warps a multiprocessor holds, for blocks of several sizes")
            ->group("Occupancy");
    verb->add_option("--registers", options->assumed.registers,
                     "Assume that each thread needs so many registers [what the compiler gave it]")
        ->transform(whole_number("--registers", 1, 255))
        ->type_name("NUMBER")
        ->needs(occupancy)
        ->group("Occupancy");
    verb->add_option("--dynamic-shared", options->assumed.dynamic_shared_bytes,
                     "Bytes of shared memory that a launch asks for, beside those of the kernel itself [0]")
        ->transform(whole_number("--dynamic-shared", 0, 1 << 20))
        ->type_name("BYTES")
        ->needs(occupancy)
        ->group("Occupancy");
    add_json(*verb, options->format);
    verb->callback([&chosen, options] { chosen = [options] { return show(*options); }; });
}

} // namespace pairscope::cli
