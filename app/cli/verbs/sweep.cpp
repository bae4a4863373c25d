// SPDX-License-Identifier: MIT
#include "app/cli/verbs/sweep.h"

#include "app/chart/number_text.h"
#include "app/cli/options/option_values.h"
#include "app/cli/reports/output.h"
#include "kernels/data/errors.h"
#include "kernels/data/text.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <set>

namespace pairscope::cli {
namespace {

using profiling::CacheState;

constexpr int most_threads = 1024;         // threads per block that any GPU allows
constexpr int most_multiprocessors = 4096; // more than any GPU has

template <class T> std::vector<T> without_repeats(const std::vector<T>& values) {
    std::vector<T> found;
    for (const T& value : values)
        if (std::ranges::find(found, value) == found.end()) found.push_back(value);
    return found;
}

int block_in(const std::string& text) {
    int block = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), block);
    if (error != std::errc{} || end != text.data() + text.size() || block < 1 || block > most_threads)
        throw InputError(
            fmt::format("--block is {}: give the number of threads per block, from 1 to {}, or only the word all", text,
                        app::grouped(most_threads)));
    return block;
}

/// The block sizes of the variants, the smallest first; 0 before them if there are variants without blocks.
std::vector<int> all_blocks(const std::vector<Planned>& planned) {
    std::set<int> sizes;
    for (const Planned& run : planned) {
        if (run.variant == nullptr) continue;
        sizes.insert(run.variant->blocks.begin(), run.variant->blocks.end());
        if (run.variant->blocks.empty()) sizes.insert(0);
    }
    return {sizes.begin(), sizes.end()};
}

/// Lays out the steps of one size of the points.
class Layout {
public:
    Layout(const std::vector<Planned>& planned, const SweepOptions& options) : planned_(planned), options_(options) {
        all_ = options.blocks == std::vector<std::string>{"all"};
        if (all_) {
            blocks_ = all_blocks(planned);
        } else {
            for (const std::string& text : options.blocks) blocks_.push_back(block_in(text));
            blocks_ = without_repeats(blocks_);
        }
        if (blocks_.empty()) blocks_.push_back(0);
        targets_ = without_repeats(options.targets);
        if (targets_.empty()) targets_.push_back(TargetKind::linear);
        if (both_if_possible()) targets_ = {TargetKind::linear, TargetKind::surface};
        caches_ = without_repeats(options.caches);
        if (caches_.empty()) caches_.push_back(CacheState::warm);
    }

    void add(std::vector<Step>& steps, const LoadedData& data) const {
        for (const TargetKind target : targets_)
            for (const int block : blocks_)
                for (const CacheState caches : caches_)
                    for (const Planned& run : planned_)
                        add(steps, run, {data.n(), target, block, caches, multiprocessors_of(run)},
                            data.question.size());
    }

private:
    [[nodiscard]] int multiprocessors_of(const Planned& run) const {
        return options_.multiprocessors.empty() || !run.device ? 0 : run.device->units;
    }

    [[nodiscard]] bool both_if_possible() const {
        return options_.targets.empty() && options_.without_targets != SweepOptions::Without::linear;
    }

    void add(std::vector<Step>& steps, const Planned& run, const Setting& setting, const Workload& workload) const {
        Step step{.planned = run, .setting = setting, .workload = workload};
        if (run.variant == nullptr) {
            step.why_not = run.reason;
            if (steps.empty() || steps.front().setting == setting) steps.push_back(std::move(step));
            return;
        }
        const KernelVariant& variant = *run.variant;
        if (all_ && setting.block == 0 && !variant.blocks.empty()) return;
        if (all_ && !why_not_block(variant, setting.block).empty()) return;
        if (both_if_possible()) {
            const bool there =
                run.device->backend == Backend::cuda ||
                (variant.backend == Backend::cuda && options_.without_targets == SweepOptions::Without::simulated);
            const bool texture = there && variant.writes_surface;
            if (setting.target == TargetKind::surface && !texture) return;
            if (setting.target == TargetKind::linear && texture && !variant.writes_linear) return;
            step.only_if_possible = setting.target == TargetKind::surface && variant.writes_linear;
        }
        step.why_not = why_not(run, setting, workload);
        steps.push_back(std::move(step));
    }

    [[nodiscard]] std::string why_not(const Planned& run, const Setting& setting, const Workload& workload) const {
        std::string reason = pairscope::why_not(*run.variant, workload, *run.device, setting.target);
        if (reason.empty()) reason = why_not_block(*run.variant, setting.block);
        if (reason.empty() && setting.caches != caches_.front() && simulated(*run.variant, *run.device))
            reason = "it is simulated here, where caches play no part";
        return reason;
    }

    const std::vector<Planned>& planned_;
    const SweepOptions& options_;
    bool all_ = false; ///< block sizes: each variant's own
    std::vector<TargetKind> targets_;
    std::vector<int> blocks_;
    std::vector<CacheState> caches_;
};

std::string block_text(int block) { return block == 0 ? "no blocks" : "blocks of " + counted(block, "thread"); }

/// The first value that stands there more than once; empty: none does.
template <class T, class Words> std::string repeated_in(const std::vector<T>& values, Words words) {
    for (std::size_t i = 1; i < values.size(); ++i)
        if (std::ranges::find(values.begin(), values.begin() + std::ptrdiff_t(i), values[i]) !=
            values.begin() + std::ptrdiff_t(i))
            return words(values[i]);
    return {};
}

} // namespace

void say_repeats(const std::vector<std::int64_t>& sizes, const SweepOptions& options) {
    const auto named = [](auto value) { return std::string(name_of(value)); };
    const auto number = [](std::int64_t value) { return fmt::format("{}", value); };
    const std::array found{std::pair("--n", repeated_in(sizes, number)),
                           std::pair("--target", repeated_in(options.targets, named)),
                           std::pair("--block", repeated_in(options.blocks, std::identity{})),
                           std::pair("--caches", repeated_in(options.caches, named)),
                           std::pair("--sms", repeated_in(options.multiprocessors, number))};
    for (const auto& [option, value] : found)
        if (!value.empty()) say(fmt::format("{} has {} more than once: each value is used once", option, value));
}

void add_targets_option(CLI::App& verb, SweepOptions& options) {
    verb.add_option(
            "--target", options.targets,
            fmt::format("Where the output is written: linear, texture (on a GPU, through OpenGL), or both [{}]",
                        options.without_targets == SweepOptions::Without::both ? "both where it can" : "linear"))
        ->delimiter(',')
        ->allow_extra_args(false)
        ->transform(one_of("--target", target_names))
        ->type_name("TARGETS")
        ->group("Runs");
}

void add_blocks_option(CLI::App& verb, SweepOptions& options) {
    verb.add_option("--block", options.blocks,
                    "Threads per block of CUDA variants, such as 64,128, or all for every size that a variant has [its "
                    "default]")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("THREADS")
        ->group("Runs");
}

void add_caches_option(CLI::App& verb, SweepOptions& options) {
    verb.add_option("--caches", options.caches,
                    "What the caches hold when a timed run begins: warm (data of the run before), cold (none of its "
                    "data), or both [warm]")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->transform(one_of("--caches", profiling::cache_names))
        ->type_name("STATES")
        ->group("Runs");
}

void add_multiprocessors_option(CLI::App& verb, SweepOptions& options) {
    verb.add_option(
            "--sms", options.multiprocessors,
            "Numbers of multiprocessors of the GPU to run on, such as 8,16,32,64,132, each with its own ceilings "
            "[all]")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->transform(whole_number("--sms", 1, most_multiprocessors))
        ->type_name("NUMBERS")
        ->group("Runs");
}

std::vector<std::vector<Planned>>
planned_on_parts(std::vector<Planned> planned, const SweepOptions& options,
                 const std::function<Device(const Device& whole, int multiprocessors)>& part_of) {
    if (options.multiprocessors.empty()) return {std::move(planned)};
    const auto is_on_gpu = [](const Planned& run) { return run.device && run.device->backend == Backend::cuda; };
    const auto on_gpu = std::ranges::find_if(planned, is_on_gpu);
    if (on_gpu == planned.end()) {
        const std::string reason = why_no_gpu();
        throw InputError(fmt::format("--sms chooses multiprocessors of a GPU, and no variant here runs on one{}{}",
                                     reason.empty() ? "" : ": ", reason));
    }
    const Device whole = *on_gpu->device;
    const auto left_out = std::ranges::stable_partition(planned, is_on_gpu);
    if (!left_out.empty())
        say(fmt::format("{} left out, because --sms chooses multiprocessors of a GPU",
                        left_out.size() == 1 ? fmt::format("{} is", short_name(left_out.front().id))
                                             : fmt::format("{} variants that do not run on it are", left_out.size())));
    planned.erase(left_out.begin(), left_out.end());
    std::vector<std::vector<Planned>> groups;
    std::set<int> used;
    for (const int wanted : without_repeats(options.multiprocessors)) {
        const Device part = part_of(whole, wanted);
        if (part.units != wanted)
            say(fmt::format("{} runs on {} multiprocessors where --sms asks for {}", device_id(whole), part.units,
                            wanted));
        if (!used.insert(part.units).second) continue;
        for (Planned& run : planned) run.device = part;
        groups.push_back(planned);
    }
    return groups;
}

std::vector<Step> steps_of(const std::vector<Planned>& planned, const SweepOptions& options,
                           std::span<const LoadedData> sizes) {
    const Layout layout(planned, options);
    std::vector<Step> steps;
    for (const LoadedData& data : sizes) layout.add(steps, data);
    return steps;
}

Varying varying(std::span<const Setting> settings) {
    Varying found;
    for (const Setting& setting : settings) {
        const Setting& first = settings.front();
        found.n = found.n || setting.n != first.n;
        found.target = found.target || setting.target != first.target;
        found.block = found.block || setting.block != first.block;
        found.caches = found.caches || setting.caches != first.caches;
        found.multiprocessors = found.multiprocessors || setting.multiprocessors != first.multiprocessors;
    }
    return found;
}

std::string heading_of(const Setting& setting, const Varying& varying) {
    std::vector<std::string> parts;
    if (varying.n) parts.push_back("n = " + app::grouped(setting.n));
    if (varying.target) parts.push_back(std::string(title_of(setting.target)));
    if (varying.block) parts.push_back(block_text(setting.block));
    if (varying.caches) parts.push_back(fmt::format("{} caches", name_of(setting.caches)));
    if (varying.multiprocessors) parts.push_back(counted(setting.multiprocessors, "multiprocessor"));
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::string common_text(const Setting& setting, const Varying& varying) {
    std::vector<std::string> parts;
    if (!varying.block && setting.block != 0) parts.push_back(block_text(setting.block));
    if (!varying.caches && setting.caches == CacheState::cold) parts.emplace_back("cold caches");
    if (!varying.multiprocessors && setting.multiprocessors > 0)
        parts.push_back(counted(setting.multiprocessors, "multiprocessor"));
    return fmt::format("{}", fmt::join(parts, ", "));
}

namespace {

/// "40 s", "12 min", "1.5 h": as exact as a guess can be.
std::string rough_text(double seconds) {
    if (seconds < 90.0) return fmt::format("{:.0f} s", std::ceil(seconds));
    if (seconds < 5400.0) return fmt::format("{:.0f} min", seconds / 60.0);
    return fmt::format("{:.1f} h", seconds / 3600.0);
}

} // namespace

SweepClock::SweepClock(std::span<const Step> steps)
    : all_(std::ranges::count_if(steps, [](const Step& step) { return step.why_not.empty(); })) {}

void SweepClock::finished(const Step& step) {
    if (step.why_not.empty()) ++done_;
}

std::string SweepClock::text() const {
    if (all_ < 2 || done_ >= all_) return {};
    if (done_ == 0) return fmt::format("1 of {}: ", all_);
    const double spent = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    const auto done = static_cast<double>(done_);
    return fmt::format("{} of {}, {} left: ", done_ + 1, all_,
                       rough_text(spent / done * static_cast<double>(all_ - done_)));
}

} // namespace pairscope::cli
