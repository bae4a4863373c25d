// SPDX-License-Identifier: MIT
// pairscope trace: what each warp of a CUDA variant touches, found by executing its source on the CPU.
#include "app/cli/interrupt.h"
#include "app/cli/options/data.h"
#include "app/cli/options/option_values.h"
#include "app/cli/options/run_options.h"
#include "app/cli/options/target_option.h"
#include "app/cli/reports/output.h"
#include "app/cli/reports/progress_line.h"
#include "app/cli/reports/trace_report.h"
#include "app/cli/verbs/verbs.h"
#include "kernels/data/errors.h"
#include "kernels/engines/simt/executor.h"
#include "kernels/ladder/registry.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <memory>
#include <thread>
#include <utility>

namespace pairscope::cli {
namespace {

struct TraceVerbOptions {
    std::string variant;
    DataOptions data;
    std::optional<TargetKind> target;
    int block = 0;      ///< threads; 0: the usual ones
    std::string warp;   ///< "BLOCK:WARP"
    std::string blocks; ///< "all"
    Format format;
};

/// The number at the head of the text, which must be followed by `end`, taken away with it.
std::int64_t take_number(std::string_view& text, std::string_view all) {
    std::int64_t value = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || value < 0)
        throw InputError(fmt::format("--warp is {}: give a block and a warp in it, such as 12:0", all));
    text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
    return value;
}

void choose_warp(simt::TraceOptions& trace, std::string_view text) {
    if (text.empty()) return;
    const std::string_view all = text;
    trace.chosen_block = take_number(text, all);
    if (!text.starts_with(':'))
        throw InputError(fmt::format("--warp is {}: write a colon between block and warp, such as 12:0", all));
    text.remove_prefix(1);
    trace.chosen_warp =
        static_cast<int>(std::min<std::int64_t>(take_number(text, all), std::numeric_limits<int>::max()));
    if (!text.empty()) throw InputError(fmt::format("--warp is {}: write nothing after the number of the warp", all));
}

/// The grid is known after the trace only.
void require_warp(const simt::Trace& trace, const simt::TraceOptions& asked, std::string_view text) {
    const auto& [kernel, grid, block, shared_bytes, blocks, blocks_traced] = trace.launches.front();
    const std::int64_t warps = (std::int64_t{block.x} * block.y * block.z + simt::warp_size - 1) / simt::warp_size;
    if (asked.chosen_block >= blocks)
        throw InputError(fmt::format("--warp is {}, but the last block of the grid is block {}", text, blocks - 1));
    if (asked.chosen_warp >= warps)
        throw InputError(fmt::format("--warp is {}, but the last warp of each block is warp {}", text, warps - 1));
}

/// The target that was asked for, or one that the variant can write.
TargetKind target_of(const KernelVariant& variant, const std::optional<TargetKind>& asked) {
    const TargetKind target = asked.value_or(variant.writes_linear ? TargetKind::linear : TargetKind::surface);
    if (target == TargetKind::linear && !variant.writes_linear)
        throw InputError(fmt::format("{} writes only into a texture: use --target texture", short_name(variant.id)));
    if (target == TargetKind::surface && !variant.writes_surface)
        throw InputError(fmt::format("{} cannot write into a texture", short_name(variant.id)));
    return target;
}

/// Traces on this thread, and shows from another one how far it is.
simt::Trace traced(const KernelVariant& variant, const Inputs& inputs, simt::TraceOptions options) {
    std::atomic<std::int64_t> done = 0, to_do = 0;
    options.blocks_done = &done;
    options.blocks_to_do = &to_do;
    const std::jthread watcher([&](const std::stop_token& ended) {
        ProgressLine line;
        while (!ended.stop_requested()) {
            if (to_do > 0) line.show(fmt::format("tracing {}", short_name(variant.id)), double(done) / double(to_do));
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
    });
    return simt::trace(variant, inputs, options);
}

bool can_be_traced(const KernelVariant& variant) { return simt::why_not_simulated(variant).empty(); }

/// "choose one of coalesced, tile16": what can be traced of this workload. Empty: nothing.
std::string traced_instead(std::string_view workload) {
    std::vector<std::string_view> names;
    for (const KernelVariant& variant : variants())
        if (variant.workload == workload && can_be_traced(variant)) names.push_back(short_name(variant.id));
    if (names.empty()) return {};
    return names.size() == 1 ? fmt::format("choose {}", names.front())
                             : fmt::format("choose one of {}", fmt::join(names, ", "));
}

ExitCode trace(const TraceVerbOptions& options) {
    Interrupt interrupt;
    const KernelVariant& variant = variant_named(options.variant, options.data.workload, can_be_traced);
    if (const std::string reason = simt::why_not_simulated(variant); !reason.empty()) {
        const std::string advice = traced_instead(variant.workload);
        say(advice.empty() ? fmt::format("{} has no trace, because {}", short_name(variant.id), reason)
                           : fmt::format("{} has no trace, because {}; {}", short_name(variant.id), reason, advice));
        return ExitCode::nothing_ran;
    }
    simt::TraceOptions how;
    how.target = target_of(variant, options.target);
    require_block(variant, options.block);
    how.block = options.block;
    choose_warp(how, options.warp);
    if (!options.warp.empty() && options.format.csv)
        throw InputError("--warp is not used with --csv, which holds the lines of the source: use --json");
    if (options.blocks == "all") how.most_accesses = 0;
    how.stop = interrupt.token();
    DataOptions asked = options.data;
    asked.workload = variant.workload;
    const LoadedData data = load(data_of(asked));
    interrupt.stop_gently();
    const simt::Trace found = traced(variant, data.question.inputs(), how);
    if (interrupt.happened()) {
        say("interrupted: the counts of a trace that is not complete would be wrong, so none are printed");
        return ExitCode::interrupted;
    }
    if (!options.warp.empty() && !found.launches.empty()) require_warp(found, how, options.warp);
    const TraceReport report{.data = data, .variant = variant, .trace = found, .warp = !options.warp.empty()};
    interrupt.end_at_once();
    print(options.format.json  ? json_of(report)
          : options.format.csv ? csv_of(report)
                               : text_of(report),
          options.format);
    return found.findings.empty() ? ExitCode::ok : ExitCode::failed;
}

} // namespace

void add_trace(CLI::App& program, Verb& chosen) {
    const auto options = std::make_shared<TraceVerbOptions>();
    CLI::App* verb = program.add_subcommand(
        "trace", "Show which memory the warps of a CUDA variant touch, line by line, by executing it on the CPU");
    verb->footer(std::string(exit_code_help));
    verb->add_option("VARIANT", options->variant, "The CUDA variant, such as coalesced")->required()->type_name("");
    add_data_options(*verb, options->data, Files::one);
    add_workload_option(*verb, options->data.workload);
    verb->add_option("--target", options->target, "Where the output is written; no GPU is needed for either [linear]")
        ->transform(one_of("--target", target_names))
        ->type_name(choices_in(target_names))
        ->group("Trace");
    add_block_option(*verb, options->block);
    verb->add_option("--warp", options->warp, "Print the addresses of this warp's 32 lanes, such as 12:0")
        ->type_name("BLOCK:WARP")
        ->group("Trace");
    verb->add_option("--blocks", options->blocks,
                     "Blocks to follow: all means every block, not a sample of a large grid")
        ->transform(one_of("--blocks", {"all"}))
        ->type_name("all")
        ->group("Trace");
    add_json_and_csv(*verb, options->format);
    verb->callback([&chosen, options] { chosen = [options] { return trace(*options); }; });
}

} // namespace pairscope::cli
