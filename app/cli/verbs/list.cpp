// SPDX-License-Identifier: MIT
// pairscope list: the variants, what they teach, and which devices can run them; or the workloads.
#include "app/cli/options/option_values.h"
#include "app/cli/options/run_options.h"
#include "app/cli/reports/data_json.h"
#include "app/cli/reports/output.h"
#include "app/cli/reports/times_table.h"
#include "app/cli/verbs/verbs.h"
#include "app/spine/commands.h"
#include "app/spine/state.h"
#include "app/spine/state_queries.h"
#include "app/subjects/recordings/recordings.h"
#include "kernels/data/dataset.h"
#include "kernels/data/errors.h"
#include "kernels/data/text.h"
#include "kernels/engines/simt/executor.h"
#include "kernels/ladder/kernel_place.h"
#include "kernels/ladder/registry.h"
#include "profiling/recording/file.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <span>

namespace pairscope::cli {
namespace {

struct ListOptions {
    RunOptions run;
    Format format;
    std::int64_t n = 2048;
    std::vector<std::filesystem::path> times; ///< recordings
    bool workloads = false;                   ///< instead of variants
};

/// What one device says to one variant.
struct DeviceAnswer {
    Device device;
    std::string why_not; ///< empty: it can run it
};

std::vector<DeviceAnswer> answers_for(const KernelVariant& variant, const std::vector<Device>& there, std::int64_t n) {
    const WorkloadType& type = type_of(variant.workload);
    const InputRule& rule = type.inputs;
    const bool is_long = counts_coordinates(rule);
    const std::int64_t rows = is_long ? rule.rows.least : n;
    const std::int64_t dims =
        rule.takes_distances ? n : std::clamp<std::int64_t>(is_long ? n : 2, rule.dims.least, rule.dims.most);
    const Workload workload{variant.workload, rows, rows, dims};
    const TargetKind target = variant.writes_linear ? TargetKind::linear : TargetKind::surface;
    std::vector<DeviceAnswer> answers;
    for (const Device& device : there) answers.push_back({device, why_not(variant, workload, device, target)});
    return answers;
}

/// "cpu", or why no device can.
std::string runs_on(const KernelVariant& variant, const std::vector<DeviceAnswer>& answers) {
    std::vector<std::string> able;
    std::string reason;
    for (const DeviceAnswer& answer : answers) {
        if (answer.why_not.empty())
            able.push_back(device_id(answer.device) + (simulated(variant, answer.device) ? " (simulated)" : ""));
        else if (reason.empty() || answer.device.backend == variant.backend)
            reason = answer.why_not;
    }
    return able.empty() ? "nowhere here: " + reason : fmt::format("{}", fmt::join(able, ", "));
}

/// Says whether the CPU can execute a CUDA variant.
std::string simulation_of(const KernelVariant& variant) {
    const std::string reason = simt::why_not_simulated(variant);
    const bool is_long = counts_coordinates(type_of(variant.workload).inputs);
    return reason.empty() ? fmt::format("yes: run up to n = {}, traced for any n",
                                        grouped(is_long ? most_simulated_coordinates : most_simulated_rows))
                          : "no: " + reason;
}

std::string targets_of(const KernelVariant& variant) {
    std::vector<std::string_view> targets;
    if (variant.writes_linear) targets.push_back(name_of(TargetKind::linear));
    if (variant.writes_surface) targets.push_back(name_of(TargetKind::surface));
    return variant.entry == Entry::float16 ? fmt::format("{}, with fp16 numbers", fmt::join(targets, ", "))
                                           : fmt::format("{}", fmt::join(targets, ", "));
}

/// "32, 64, 128, 256 per block; the default is 128"
std::string blocks_of(const KernelVariant& variant) {
    if (variant.blocks.size() == 1) return fmt::format("{} per block", variant.blocks.front());
    std::vector<int> sizes(variant.blocks.begin(), variant.blocks.end());
    std::ranges::sort(sizes);
    return fmt::format("{} per block; the default is {}", fmt::join(sizes, ", "), variant.blocks.front());
}

std::string as_text(const std::vector<Planned>& entries, const std::vector<Device>& there, std::int64_t n) {
    std::string text;
    for (const Planned& entry : entries) {
        text += fmt::format("{}", entry.id);
        if (entry.variant == nullptr) {
            text += fmt::format("\n    left out: {}\n\n", entry.reason);
            continue;
        }
        const KernelVariant& variant = *entry.variant;
        text += fmt::format("\n    {}\n    teaches   {}\n    wastes    {}\n", variant.title, variant.teaches,
                            variant.wastes);
        if (!variant.parent.empty()) text += fmt::format("    parent    {}\n", variant.parent);
        if (variant.backend == Backend::cuda) text += fmt::format("    simulated {}\n", simulation_of(variant));
        if (variant.may_differ_by != nullptr)
            text += "    output    approximate: what it chooses may be worse than the best, within a stated bound\n";
        if (variant.both_directions) text += "    output    the matches of both sets of vectors\n";
        if (!variant.blocks.empty()) text += fmt::format("    threads   {}\n", blocks_of(variant));
        const KernelPlace kernel = kernel_place(variant);
        text += fmt::format("    runs on   {}\n    targets   {}\n    source    {}\n    kernel    {}, line {} of {}\n\n",
                            runs_on(variant, answers_for(variant, there, n)), targets_of(variant), variant.source,
                            kernel.name, kernel.line, kernel.path);
    }
    text.pop_back();
    return text;
}

nlohmann::ordered_json as_json(const Planned& entry, const std::vector<Device>& there, std::int64_t n) {
    nlohmann::ordered_json json{{"id", entry.id}};
    if (entry.variant == nullptr) {
        json["left_out"] = entry.reason;
        return json;
    }
    const KernelVariant& variant = *entry.variant;
    json["title"] = variant.title;
    json["teaches"] = variant.teaches;
    json["wastes"] = variant.wastes;
    json["parent"] = variant.parent.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(variant.parent);
    json["backend"] = name_of(variant.backend);
    json["writes_linear"] = variant.writes_linear;
    json["writes_texture"] = variant.writes_surface;
    json["output_bits"] = 8 * bytes_of(variant.entry);
    json["may_differ"] = variant.may_differ_by != nullptr;
    json["both_directions"] = variant.both_directions;
    json["blocks"] = std::vector<int>(variant.blocks.begin(), variant.blocks.end());
    json["source"] = variant.source;
    const KernelPlace kernel = kernel_place(variant);
    json["kernel"] = {{"name", kernel.name}, {"file", kernel.path}, {"line", kernel.line}};
    json["devices"] = nlohmann::ordered_json::array();
    for (const DeviceAnswer& answer : answers_for(variant, there, n))
        json["devices"].push_back({{"device", device_id(answer.device)},
                                   {"runs", answer.why_not.empty()},
                                   {"simulated", simulated(variant, answer.device)},
                                   {"why_not", answer.why_not}});
    return json;
}

/// The workload that was asked for, or else that of the recordings.
RunOptions with_recorded_workload(RunOptions options, std::span<const profiling::Recording> recordings) {
    if (!options.workload.empty() || !options.patterns.empty()) return options;
    std::set<std::string_view> recorded;
    for (const profiling::Recording& recording : recordings)
        if (const auto workload = app::recorded_workload(recording)) recorded.insert(*workload);
    if (recorded.size() > 1)
        throw InputError(fmt::format("the recordings are of different workloads, {}: choose one with --workload",
                                     fmt::join(recorded, " and ")));
    if (!recorded.empty()) options.workload = *recorded.begin();
    return options;
}

ExitCode list_times(const ListOptions& options) {
    std::vector<profiling::Recording> recordings;
    for (const std::filesystem::path& file : options.times) recordings.push_back(profiling::load_recording(file));
    const RunOptions run = with_recorded_workload(options.run, recordings);
    const TimesTable table = times_table(plan(run), chosen_workload(run).id, recordings);
    if (table.columns == 0)
        throw InputError(fmt::format("there are no times of {0} in the recordings of --times: record them with "
                                     "pairscope record --workload {0}",
                                     chosen_workload(run).id));
    print_text(table.text);
    const auto is_older = [](const profiling::Recording& r) { return r.work_rule != profiling::rule_of_today; };
    if (const auto older = std::ranges::count_if(recordings, is_older); older > 0)
        say(fmt::format(
            "{} of the recordings {} made with an older rule for counting work; all fractions in this table "
            "use rule {}",
            older, older == 1 ? "was" : "were", profiling::rule_of_today));
    if (table.left_out > 0)
        say(fmt::format("{} of other sizes, blocks or caches {} not in this table; pairscope compare shows them",
                        counted(table.left_out, "run"), table.left_out == 1 ? "is" : "are"));
    return ExitCode::ok;
}

/// "n = 30 336"; empty if no work of a size was published.
std::string published_size(const WorkloadType& type) {
    const bool has_one = type.is_published && !type.inputs.takes_distances;
    return has_one ? app::size_text(type.classic) : "";
}

std::string workloads_as_text() {
    TextTable table({{"workload", app::Align::left},
                     {"output", app::Align::left},
                     {"published size", app::Align::left},
                     {"question", app::Align::left}});
    for (const WorkloadType& type : workload_types())
        table.add({std::string(type.id), std::string(name_of(type.output)), published_size(type),
                   std::string(type.question)});
    return table.text();
}

nlohmann::ordered_json workloads_as_json() {
    auto json = nlohmann::ordered_json::array();
    for (const WorkloadType& type : workload_types()) {
        const std::string size = published_size(type);
        json.push_back({{"id", type.id},
                        {"title", type.title},
                        {"question", type.question},
                        {"output", name_of(type.output)},
                        {"published_size", size.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(size)}});
    }
    return json;
}

ExitCode list_workloads(const Format& format) {
    if (format.json)
        print(dumped(workloads_as_json()));
    else
        print_text(workloads_as_text());
    return ExitCode::ok;
}

ExitCode list(const ListOptions& options) {
    if (options.workloads) return list_workloads(options.format);
    if (!options.times.empty()) return list_times(options);
    const std::vector<Planned> entries = plan_of_all(options.run);
    const std::vector<Device> there =
        options.run.device.empty() ? devices() : std::vector{device_named(options.run.device)};
    if (!options.format.json) {
        print_text(as_text(entries, there, options.n));
        return ExitCode::ok;
    }
    auto json = nlohmann::ordered_json::array();
    for (const Planned& entry : entries) json.push_back(as_json(entry, there, options.n));
    print(dumped(json));
    return ExitCode::ok;
}

} // namespace

void add_list(CLI::App& program, Verb& chosen) {
    const auto options = std::make_shared<ListOptions>();
    CLI::App* verb =
        program.add_subcommand("list", "List the variants: what they teach, and which devices can run them");
    verb->footer(std::string(exit_code_help));
    add_run_options(*verb, options->run);
    verb->add_option("--n", options->n,
                     "Number of points, vectors or coordinates of the data that they should be able to process [2048]")
        ->transform(whole_number("--n", min_rows, max_rows));
    add_json(*verb, options->format);
    CLI::Option* times =
        verb->add_option("--times", options->times,
                         "Print a table in Markdown instead: the variants with times in these recordings")
            ->option_text("RECORDING ...");
    times->excludes(verb->get_option("--json"))
        ->excludes(verb->get_option("--n"))
        ->excludes(verb->get_option("--device"));
    verb->add_flag("--workloads", options->workloads, "List the workloads instead: what each asks and gives")
        ->excludes(times)
        ->excludes(verb->get_option("--n"))
        ->excludes(verb->get_option("--device"))
        ->excludes(verb->get_option("--variant"))
        ->excludes(verb->get_option("--workload"));
    verb->callback([&chosen, options] { chosen = [options] { return list(*options); }; });
}

} // namespace pairscope::cli
