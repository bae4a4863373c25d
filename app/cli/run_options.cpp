// SPDX-License-Identifier: MIT
#include "app/cli/run_options.h"

#include "app/cli/nearest.h"
#include "app/cli/option_values.h"
#include "kernels/core/errors.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fnmatch.h>
#include <span>

namespace pairscope::cli {
namespace {

constexpr const char* group = "Runs";

bool matches(const std::string& pattern, std::string_view id) {
    return ::fnmatch(pattern.c_str(), std::string(id).c_str(), 0) == 0 ||
           ::fnmatch(pattern.c_str(), std::string(short_name(id)).c_str(), 0) == 0;
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

/// Of all variants, also those this build lacks.
std::vector<std::string_view> all_ids() {
    std::vector<std::string_view> ids;
    for (const KernelVariant& variant : variants()) ids.push_back(variant.id);
    for (const LeftOut& entry : left_out()) ids.push_back(entry.id);
    return ids;
}

/// The end of a sentence about a name that does not exist.
std::string meant_or_stop(std::string_view name, std::span<const std::string_view> names) {
    const std::string meant = did_you_mean(name, names);
    return meant.empty() ? "." : meant;
}

void check_workload(const RunOptions& options) {
    std::vector<std::string_view> names;
    for (const WorkloadType& type : workload_types()) names.push_back(type.id);
    if (options.workload.empty()) return;
    if (std::ranges::none_of(names, [&](std::string_view name) { return is_of(options.workload, name); }))
        throw InputError(fmt::format("no workload matches {}; there is {}", options.workload, fmt::join(names, ", ")));
}

void check_patterns(const RunOptions& options) {
    const std::vector<std::string_view> ids = all_ids();
    for (const std::string& pattern : options.patterns) {
        if (std::ranges::any_of(ids, [&](std::string_view id) { return matches(pattern, id); })) continue;
        std::vector<std::string_view> names;
        for (const std::string_view id : ids) names.push_back(short_name(id));
        throw InputError(fmt::format("no variant matches {}{} There are {}", pattern, meant_or_stop(pattern, names),
                                     fmt::join(names, ", ")));
    }
}

Planned planned(const KernelVariant& variant, const std::vector<Device>& there, const std::optional<Device>& asked) {
    Planned run{.id = variant.id, .variant = &variant, .device = asked, .reason = {}};
    if (asked) return run;
    const auto found = std::ranges::find(there, variant.backend, &Device::backend);
    run.device = found != there.end() ? *found : there.back(); // without a GPU the CPU executes CUDA variants
    return run;
}

} // namespace

void add_run_options(CLI::App& verb, RunOptions& options) {
    verb.add_option("-v,--variant", options.patterns, "Variants by id or pattern, such as cpu_naive or 'cpu_*' [all]")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->group(group);
    add_workload_option(verb, options.workload);
    verb.add_option("-d,--device", options.device,
                    "cpu, cuda:0, ...; on cpu CUDA variants are simulated [each variant where it can run]")
        ->group(group);
}

void add_workload_option(CLI::App& verb, std::string& workload) {
    verb.add_option("--workload", workload,
                    "The workload, by name or pattern [that of the variants, or the first in the list]")
        ->type_name("NAME")
        ->group(group);
}

void add_threads_option(CLI::App& verb, RunOptions& options) {
    verb.add_option("--threads", options.threads, "Threads of CPU variants [all]")
        ->transform(whole_number("--threads", 1, 4096))
        ->group(group);
}

const WorkloadType& chosen_workload(const RunOptions& options) {
    check_workload(options);
    check_patterns(options);
    const std::vector<std::string_view> ids = all_ids();
    for (const WorkloadType& type : workload_types()) {
        const auto fits = [&](std::string_view id) { return is_of(std::string(type.id), id) && wanted(options, id); };
        if (std::ranges::any_of(ids, fits)) return type;
    }
    throw InputError(fmt::format("{} has no variant {}", options.workload, fmt::join(options.patterns, ", ")));
}

std::vector<Planned> plan(const RunOptions& options) {
    RunOptions chosen = options;
    chosen.workload = chosen_workload(options).id;
    return plan_of_all(chosen);
}

std::vector<Planned> plan_of_all(const RunOptions& options) {
    check_workload(options);
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
    return runs;
}

bool names_variants(const std::string& pattern) {
    return std::ranges::any_of(all_ids(), [&](std::string_view id) { return matches(pattern, id); });
}

std::string meant_variant(std::string_view name) {
    const std::vector<std::string_view> ids = all_ids();
    std::vector<std::string_view> names;
    for (const std::string_view id : ids) names.push_back(short_name(id));
    const std::string meant = did_you_mean(name, names);
    return meant.empty() ? did_you_mean(name, ids) : meant;
}

void refuse_variants_among(const std::vector<std::string>& files, const std::vector<std::string>& patterns) {
    for (const std::string& file : files) {
        if (std::error_code none; std::filesystem::exists(file, none)) continue;
        const bool is_variant = names_variants(file);
        const std::string meant = is_variant ? "" : meant_variant(file);
        if (!is_variant && meant.empty()) continue; // whoever reads it says that there is no such file
        if (!is_variant) throw InputError(fmt::format("there is no file {}{}", file, meant));
        if (patterns.empty())
            throw InputError(fmt::format("{0} is a variant, but a file is expected here; to choose this variant, write "
                                         "--variant {0}",
                                         file));
        throw InputError(fmt::format("{0} is a variant, but a file is expected here; separate variants with commas, as "
                                     "in --variant {1},{0}",
                                     file, fmt::join(patterns, ",")));
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

const KernelVariant& variant_named(std::string_view id) {
    if (const KernelVariant* found = find_variant(id)) return *found;
    for (const LeftOut& entry : left_out())
        if (entry.id == id || short_name(entry.id) == id)
            throw InputError(fmt::format("cannot run {}: {}", id, entry.reason));
    std::vector<std::string_view> names;
    for (const KernelVariant& variant : variants()) names.push_back(short_name(variant.id));
    throw InputError(
        fmt::format("there is no variant {}{} There are {}", id, meant_or_stop(id, names), fmt::join(names, ", ")));
}

} // namespace pairscope::cli
