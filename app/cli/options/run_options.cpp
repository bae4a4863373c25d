// SPDX-License-Identifier: MIT
#include "app/cli/options/run_options.h"

#include "app/cli/options/option_values.h"
#include "app/cli/options/spelling.h"
#include "app/subjects/data/data_source.h"
#include "kernels/data/errors.h"
#include "kernels/ladder/workload.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fnmatch.h>
#include <span>

namespace pairscope::cli {
namespace {

constexpr const char* runs_group = "Runs";

bool matches(const std::string& pattern, std::string_view id) {
    return ::fnmatch(pattern.c_str(), std::string(id).c_str(), 0) == 0 ||
           ::fnmatch(pattern.c_str(), std::string(short_name(id)).c_str(), 0) == 0;
}

bool contains(const std::vector<std::string_view>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

/// An id begins with its workload.
bool is_of(const std::string& workload, std::string_view id) {
    return ::fnmatch(workload.c_str(), std::string(id.substr(0, id.find('/'))).c_str(), 0) == 0;
}

bool wanted(const RunOptions& options, std::string_view id) {
    if (!options.workload.empty() && !is_of(options.workload, id)) return false;
    return options.patterns.empty() ||
           std::ranges::any_of(options.patterns, [&](const std::string& pattern) { return matches(pattern, id); });
}

/// The ids of all variants, also of those that this build lacks.
std::vector<std::string_view> all_ids() {
    std::vector<std::string_view> ids;
    for (const KernelVariant& variant : variants()) ids.push_back(variant.id);
    for (const LeftOut& entry : left_out()) ids.push_back(entry.id);
    return ids;
}

/// Ends a sentence about a name that does not exist, by a question if another name is near.
std::string ended(std::string_view sentence, std::string_view name, std::span<const std::string_view> names) {
    const std::string meant = did_you_mean(name, names);
    return meant.empty() ? fmt::format("{}.", sentence) : fmt::format("{}; {}", sentence, meant);
}

/// The workloads of that name or pattern, in their order; without a name, all workloads. Throws InputError if there is
/// none.
std::vector<std::string_view> workloads_like(const std::string& name) {
    std::vector<std::string_view> all, found;
    for (const WorkloadType& type : workload_types()) {
        all.push_back(type.id);
        if (name.empty() || is_of(name, type.id)) found.push_back(type.id);
    }
    if (found.empty()) throw InputError(fmt::format("no workload matches {}; there is {}", name, fmt::join(all, ", ")));
    return found;
}

/// The workloads that have a variant of that name or pattern.
std::vector<std::string_view> workloads_with(const std::string& pattern) {
    std::vector<std::string_view> found;
    for (const WorkloadType& type : workload_types()) {
        const auto fits = [&](std::string_view id) { return is_of(std::string(type.id), id) && matches(pattern, id); };
        if (std::ranges::any_of(all_ids(), fits)) found.push_back(type.id);
    }
    return found;
}

[[noreturn]] void refuse_other_workload(std::string_view workload, std::string_view variant) {
    throw InputError(fmt::format("{} has no variant {}, which belongs to {}", workload, variant,
                                 fmt::join(workloads_with(std::string(variant)), " and ")));
}

[[noreturn]] void refuse_several_workloads(const std::vector<std::string>& patterns) {
    std::vector<std::string> owners;
    for (const std::string& pattern : patterns)
        owners.push_back(fmt::format("{} of {}", pattern, fmt::join(workloads_with(pattern), " and ")));
    throw InputError(fmt::format("the variants belong to several workloads ({}): choose variants of one workload",
                                 fmt::join(owners, ", ")));
}

/// A pattern that names workloads, such as '*/cpu_naive', has to leave one of them.
void refuse_ambiguous_patterns(const std::vector<std::string>& patterns) {
    const auto names_workloads = [](const std::string& pattern) { return pattern.find('/') != std::string::npos; };
    const auto pattern = std::ranges::find_if(patterns, names_workloads);
    if (pattern == patterns.end()) return;
    std::vector<std::string_view> fitting;
    for (const WorkloadType& type : workload_types())
        if (std::ranges::all_of(patterns,
                                [&](const std::string& each) { return contains(workloads_with(each), type.id); }))
            fitting.push_back(type.id);
    if (fitting.size() < 2) return;
    throw InputError(fmt::format("{} matches variants of several workloads: choose one of {} with --workload", *pattern,
                                 fmt::join(fitting, ", ")));
}

void check_patterns(const RunOptions& options) {
    const std::vector<std::string_view> ids = all_ids();
    for (const std::string& pattern : options.patterns) {
        if (std::ranges::any_of(ids, [&](std::string_view id) { return matches(pattern, id); })) continue;
        const std::string usual(workload_types().front().id);
        const std::string& workload = options.workload.empty() ? usual : options.workload;
        std::vector<std::string_view> names, names_here;
        for (const std::string_view id : ids) {
            names.push_back(short_name(id));
            if (is_of(workload, id) && !contains(names_here, short_name(id))) names_here.push_back(short_name(id));
        }
        throw InputError(fmt::format("{} The variants of {} are {}; pairscope list shows all",
                                     ended(fmt::format("no variant matches {}", pattern), pattern, names), workload,
                                     fmt::join(names_here, ", ")));
    }
}

Planned planned(const KernelVariant& variant, const std::vector<Device>& there, const std::optional<Device>& asked) {
    Planned run{.id = variant.id, .variant = &variant, .device = asked, .reason = {}};
    if (asked) return run;
    const auto found = std::ranges::find(there, variant.backend, &Device::backend);
    run.device = found != there.end() ? *found : there.back(); // without a GPU the CPU executes CUDA variants
    return run;
}

/// Is it a CPU variant that uses one thread, whatever it is allowed?
bool has_one_thread(const Planned& run) {
    return run.variant != nullptr && run.variant->backend == Backend::cpu && !run.variant->uses_all_threads;
}

} // namespace

void add_run_options(CLI::App& verb, RunOptions& options) {
    verb.add_option("-v,--variant", options.patterns, "Variants by id or pattern, such as cpu_naive or 'cpu_*' [all]")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->group(runs_group);
    add_workload_option(verb, options.workload);
    verb.add_option("-d,--device", options.device,
                    "Device: cpu, cuda:0, ... (on cpu, CUDA variants are simulated) [each variant where it can run]")
        ->group(runs_group);
}

void add_workload_option(CLI::App& verb, std::string& workload) {
    verb.add_option("--workload", workload,
                    "The workload, by name or pattern [that of the variants, or the first in the list]")
        ->type_name("NAME")
        ->group(runs_group);
    add_metric_option(verb, workload);
}

namespace {

/// The names of all metrics, and of the workloads that have one of their own.
std::vector<std::string> words_for_metrics() {
    std::vector<std::string> words;
    for (const Name<Metric>& known : metric_names) words.emplace_back(known.name);
    for (const WorkloadType& type : workload_types())
        if (type.matrix.are_distances && !type.inputs.takes_distances &&
            std::ranges::find(words, metric_name_of(type)) == words.end())
            words.emplace_back(metric_name_of(type));
    return words;
}

/// Two files are two sets, where the metric has a workload for them.
std::string_view workload_by_metric(std::string_view word, bool has_second_file) {
    const WorkloadType* const of_two = has_second_file ? app::workload_of_metric(word, 2) : nullptr;
    const WorkloadType* const type = of_two != nullptr ? of_two : app::workload_of_metric(word, 1);
    if (type == nullptr) throw InputError(fmt::format("no workload computes distances by {}", word));
    return type->id;
}

} // namespace

void add_metric_option(CLI::App& verb, std::string& workload, const std::string& name, const std::string& meaning,
                       MetricOf of) {
    const std::vector<std::string> words = words_for_metrics();
    verb.add_option_function<std::string>(
            name,
            [&verb, &workload, of](const std::string& word) {
                const CLI::Option* const second = verb.get_option_no_throw("--b");
                const bool has_second_file = second != nullptr && second->count() > 0;
                workload = workload_by_metric(word, of == MetricOf::two_sets || has_second_file);
            },
            meaning)
        ->transform(one_of(name, words))
        ->type_name(fmt::format("{}", fmt::join(words, "|")))
        ->group(runs_group);
}

void add_metric_option(CLI::App& verb, std::string& workload) {
    add_metric_option(verb, workload, "--metric",
                      "Choose the workload by the metric of its distances, between two sets if there is --b FILE "
                      "(great_circle: kilometres between places)");
    if (CLI::Option* const other = verb.get_option_no_throw("--workload")) verb.get_option("--metric")->excludes(other);
}

void add_threads_option(CLI::App& verb, RunOptions& options) {
    verb.add_option("--threads", options.threads, "Number of threads of CPU variants [all]")
        ->transform(whole_number("--threads", 1, 4096))
        ->group(runs_group);
}

const WorkloadType& chosen_workload(const RunOptions& options) {
    const std::vector<std::string_view> candidates = workloads_like(options.workload);
    check_patterns(options);
    if (!options.workload.empty() && candidates.size() > 1)
        throw InputError(fmt::format("--workload {} matches several workloads: choose one of {}", options.workload,
                                     fmt::join(candidates, ", ")));
    if (options.workload.empty()) refuse_ambiguous_patterns(options.patterns);
    for (const std::string_view workload : candidates) {
        const auto lacking = std::ranges::find_if_not(
            options.patterns, [&](const std::string& pattern) { return contains(workloads_with(pattern), workload); });
        if (lacking == options.patterns.end() && contains(workloads_with("*"), workload)) return type_of(workload);
        if (options.workload.empty()) continue;
        if (options.patterns.empty()) throw InputError(fmt::format("the workload {} has no variant", workload));
        refuse_other_workload(workload, *lacking);
    }
    refuse_several_workloads(options.patterns);
}

std::vector<Planned> plan(const RunOptions& options) { return plan(options, chosen_workload(options)); }

std::vector<Planned> plan(const RunOptions& options, const WorkloadType& type) {
    RunOptions chosen = options;
    chosen.workload = type.id;
    return plan_of_all(chosen);
}

std::vector<Planned> plan_of_all(const RunOptions& options) {
    static_cast<void>(workloads_like(options.workload)); // refuses a name that no workload has
    check_patterns(options);
    const std::vector<Device> there = devices();
    const std::optional<Device> asked =
        options.device.empty() ? std::nullopt : std::optional(device_named(options.device));
    if (asked && asked->backend == Backend::cuda && options.threads > 0)
        throw InputError(
            fmt::format("--threads is not used on {}: only the CPU has threads to choose", device_id(*asked)));
    std::vector<Planned> runs;
    for (const KernelVariant& variant : variants())
        if (wanted(options, variant.id)) runs.push_back(planned(variant, there, asked));
    for (const LeftOut& entry : left_out())
        if (wanted(options, entry.id))
            runs.push_back({.id = entry.id, .variant = nullptr, .device = {}, .reason = std::string(entry.reason)});
    if (options.threads > 1 && !runs.empty() && std::ranges::all_of(runs, has_one_thread))
        throw InputError(fmt::format("--threads {} is not used: {} one thread", options.threads,
                                     runs.size() == 1 ? fmt::format("{} has", short_name(runs.front().id))
                                                      : "each of these variants has"));
    return runs;
}

bool names_variants(const std::string& pattern) {
    return std::ranges::any_of(all_ids(), [&](std::string_view id) { return matches(pattern, id); });
}

std::string meant_variant(std::string_view name, std::string_view otherwise) {
    const std::vector<std::string_view> ids = all_ids();
    std::vector<std::string_view> names;
    for (const std::string_view id : ids) names.push_back(short_name(id));
    return did_you_mean(name, names, did_you_mean(name, ids, otherwise));
}

std::vector<std::string> variants_in(const std::string& word) {
    std::vector<std::string> names(1);
    for (const char letter : word) {
        if (letter == ',')
            names.emplace_back();
        else
            names.back() += letter;
    }
    if (std::ranges::none_of(names, names_variants)) return {};
    if (std::ranges::find(names, "") != names.end())
        throw InputError(
            fmt::format("{} lacks a name beside a comma; write the names with single commas between them", word));
    return names;
}

void refuse_variants_among(const std::vector<std::string>& files, const std::vector<std::string>& patterns) {
    for (const std::string& file : files) {
        if (std::error_code none; std::filesystem::exists(file, none)) continue;
        const std::vector<std::string> named = variants_in(file);
        const std::string meant = named.empty() ? meant_variant(file) : "";
        if (named.empty() && meant.empty()) continue; // the function that reads it reports that there is no such file
        if (named.empty()) throw InputError(fmt::format("there is no file {}; {}", file, meant));
        const std::string_view kind = named.size() == 1 ? "is a variant" : "are variants";
        if (patterns.empty())
            throw InputError(fmt::format(
                "{0} {1}, but a file is expected here; to choose variants, write --variant {0}", file, kind));
        throw InputError(fmt::format("{0} {1}, but a file is expected here; separate variants with commas, as in "
                                     "--variant {2},{0}",
                                     file, kind, fmt::join(patterns, ",")));
    }
}

Device device_named(std::string_view name) {
    const std::vector<Device> there = devices();
    std::vector<std::string> names;
    for (const Device& device : there) {
        if (device_id(device) == name || (name == "cuda" && device.backend == Backend::cuda)) return device;
        names.push_back(device_id(device));
    }
    const std::string no_gpu = why_no_gpu();
    throw InputError(fmt::format("there is no device {}; there is {}{}", name, fmt::join(names, ", "),
                                 no_gpu.empty() ? "" : fmt::format(" ({})", no_gpu)));
}

std::string workload_with(const std::vector<std::string>& names) {
    for (const WorkloadType& type : workload_types()) {
        const auto has = [&](const std::string& name) {
            return std::ranges::any_of(variants(), [&](const KernelVariant& variant) {
                return variant.workload == type.id && (variant.id == name || short_name(variant.id) == name);
            });
        };
        if (std::ranges::all_of(names, has)) return std::string(type.id);
    }
    return {};
}

const KernelVariant& variant_named(std::string_view id, const std::string& workload,
                                   bool (*serves)(const KernelVariant& variant)) {
    static_cast<void>(workloads_like(workload)); // refuses a name that no workload has
    const auto is_meant = [&](std::string_view full) {
        return (full == id || short_name(full) == id) && (workload.empty() || is_of(workload, full));
    };
    std::vector<std::string_view> names;
    for (const KernelVariant& variant : variants()) {
        if (is_meant(variant.id)) return variant; // a name that several workloads have is of the first one
        if ((serves != nullptr && !serves(variant)) || (!workload.empty() && !is_of(workload, variant.id))) continue;
        if (const auto name = short_name(variant.id); std::ranges::find(names, name) == names.end())
            names.push_back(name);
    }
    for (const LeftOut& entry : left_out())
        if (is_meant(entry.id)) throw InputError(fmt::format("cannot run {}: {}", id, entry.reason));
    if (is_variant(id)) refuse_other_workload(workload, id);
    const std::string none = ended(fmt::format("there is no variant {}", id), id, names);
    throw InputError(names.empty() ? none : fmt::format("{} There are {}", none, fmt::join(names, ", ")));
}

bool is_variant(std::string_view name) {
    return std::ranges::any_of(
        variants(), [&](const KernelVariant& variant) { return variant.id == name || short_name(variant.id) == name; });
}

} // namespace pairscope::cli
