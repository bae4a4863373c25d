// SPDX-License-Identifier: MIT
// pairscope check: compares every entry of every variant's output with the double-precision reference, and examines the
// source of CUDA variants with the executor.
#include "app/cli/check_notes.h"
#include "app/cli/check_report.h"
#include "app/cli/interrupt.h"
#include "app/cli/option_values.h"
#include "app/cli/output.h"
#include "app/cli/progress_line.h"
#include "app/cli/read_as.h"
#include "app/cli/run_options.h"
#include "app/cli/stations.h"
#include "app/cli/sweep.h"
#include "app/cli/verbs.h"
#include "kernels/core/errors.h"
#include "kernels/core/text.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <map>
#include <memory>

namespace pairscope::cli {
namespace {

struct CheckOptions {
    std::string variant; ///< as `check NAME` has it; a name that no variant has is a file's
    DataOptions data;
    RunOptions run;
    SweepOptions sweep;
    Format format;
    std::int64_t most_examined = profiling::RunnerOptions{}.most_examined;
};

/// One point; a warp, a tile and one less and more; a size that nothing divides; the usual size; the largest simulated.
constexpr std::array<std::int64_t, 9> telling_sizes{1, 2, 31, 33, 63, 65, 1001, 2048, 4096};
/// Where n counts the coordinates of single vectors: more of them than blocks of 256 threads add up in two levels.
constexpr std::int64_t long_vector = 100'003;
/// The lengths of the vectors, where they may have several: one, an even and an odd one, those around a tile.
constexpr std::array<std::int64_t, 9> telling_dims{1, 2, 3, 16, 17, 5, 4, 33, 8};
/// The executor examines this many accesses in each of the many runs, which takes about a tenth of a second.
constexpr std::int64_t examined_of_many = 1'000'000;

bool asks_for_no_size(const DataOptions& data) {
    return data.sizes.empty() && !data.n && data.files.empty() && data.points.empty() && data.shape.empty() &&
           data.a.empty() && !data.m && data.preset.empty();
}

/// Every block size and target at every telling size, as far as nothing else was asked for.
CheckOptions completed(CheckOptions options) {
    if (!asks_for_no_size(options.data)) return options;
    const InputRule& rule = chosen_workload(options.run).inputs;
    const SizeRange& allowed = counted_range(rule);
    for (const std::int64_t each : telling_sizes)
        if (each >= allowed.least && each <= allowed.most) options.data.sizes.push_back(each);
    if (counts_coordinates(rule) && long_vector <= rule.dims.most) options.data.sizes.push_back(long_vector);
    if (!options.data.dims && !counts_coordinates(rule) && rule.dims.least < rule.dims.most && !rule.takes_distances)
        for (const std::int64_t each : telling_dims)
            if (each >= rule.dims.least && each <= rule.dims.most) options.data.dims_of_sizes.push_back(each);
    options.sweep.without_targets = SweepOptions::Without::simulated;
    if (options.sweep.blocks.empty()) options.sweep.blocks = {"all"};
    options.most_examined = examined_of_many;
    return options;
}

profiling::CheckOutcome checked(const Step& step, Stations& stations, std::int64_t most_examined,
                                const RunControl& control) {
    const Planned& run = step.planned;
    const std::string id(run.id);
    if (!step.why_not.empty()) return profiling::Skipped{id, step.why_not};
    const TargetKind kind = step.setting.target;
    if (auto reason = stations.why_not(run, kind); !reason.empty()) return profiling::Skipped{id, std::move(reason)};
    const Workload workload = stations.workload();
    ProgressLine line;
    profiling::RunnerOptions options;
    options.rows_checked = workload.rows;
    options.most_examined = most_examined;
    options.progress = [&](profiling::Stage stage, double share) {
        line.show(fmt::format("{} {} at n = {}", name_of(stage), short_name(id), grouped(n_of(workload))), share);
    };
    RunControl with_block = control;
    with_block.block = step.setting.block;
    return stations.loaded(*run.device).check(stations.run(*run.variant, *run.device, kind), options, with_block);
}

/// Too little memory, or a device that fails: the others are still checked.
CheckRow row_for(const Step& step, Stations& stations, std::int64_t most_examined, const RunControl& control) {
    try {
        return row_of(step, checked(step, stations, most_examined, control));
    } catch (const std::exception& error) {
        return row_of(step, profiling::Failed{std::string(step.planned.id), sentence_of(error)});
    }
}

/// The first word without a dash names variants or a file.
CheckOptions with_variant(CheckOptions options) {
    if (options.variant.empty()) return options;
    const std::vector<std::string> named = variants_in(options.variant);
    options.run.patterns.insert(options.run.patterns.end(), named.begin(), named.end());
    refuse_variants_among(options.data.files, options.run.patterns);
    if (!named.empty()) return options;
    if (options.data.files.empty() && is_there(options.variant)) {
        options.data.files = {options.variant};
    } else {
        const std::string meant = meant_variant(options.variant);
        const std::string advice = meant.empty() ? "; pairscope list shows the variants" : meant;
        throw InputError(options.data.files.empty()
                             ? fmt::format("{} is neither a variant nor a file{}", options.variant, advice)
                             : fmt::format("there is no variant {}{}", options.variant, advice));
    }
    return options;
}

/// Checks each variant at each setting. One that fails after seconds, because it loops without end, would take minutes
/// to fail at all of them.
class Checks {
public:
    Checks(std::int64_t most_examined, RunControl control)
        : most_examined_(most_examined), control_(std::move(control)) {}

    [[nodiscard]] CheckRow row(const Step& step, Stations& stations) {
        const std::string id(step.planned.id);
        if (const auto slow = slow_failures_.find(id); slow != slow_failures_.end())
            return row_of(step, profiling::Skipped{id, slow->second});
        const auto start = std::chrono::steady_clock::now();
        CheckRow checked = row_for(step, stations, most_examined_, control_);
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        constexpr double patience = 3.0;
        if (checked.result == name_of(profiling::Outcome::failed) && seconds > patience)
            slow_failures_[id] =
                fmt::format("not tried, because it failed after {:.0f} s at n = {}", seconds, grouped(step.setting.n));
        return checked;
    }

private:
    std::int64_t most_examined_;
    RunControl control_;
    std::map<std::string, std::string> slow_failures_; ///< by variant: why it is not tried again
};

ExitCode check(const CheckOptions& asked) {
    CheckOptions options = completed(with_variant(asked));
    options.data.workload = options.run.workload;
    options.data = with_reading(options.data, !options.run.workload.empty() || !options.run.patterns.empty());
    options.run.workload = options.data.workload;
    Interrupt interrupt;
    const std::vector<Planned> planned = plan(options.run);
    options.data.workload = chosen_workload(options.run).id;
    const std::vector<LoadedData> sizes = load_each(options.data);
    const std::vector<Step> steps = steps_of(planned, options.sweep, sizes);
    const RunControl control{.stop = interrupt.token(), .rows_done = nullptr, .threads = options.run.threads};
    Checks checks(options.most_examined, control);
    std::vector<CheckRow> rows;
    std::vector<std::string> not_made; // because of an interruption: ids of variants
    Stations stations(control.stop);
    for (const LoadedData& data : sizes) {
        stations.begin(data);
        for (const Step& step : steps) {
            if (step.setting.n != data.n()) continue;
            if (!interrupt.happened()) {
                rows.push_back(checks.row(step, stations));
                interrupt.stop_gently(); // from now on there is something to print
                if (!interrupt.happened() || rows.back().verdict) continue;
            }
            if (step.why_not.empty()) not_made.push_back(std::string(step.planned.id));
        }
    }
    const std::string interruption = interrupt.happened() ? interruption_text(not_made, steps.size()) : "";
    const bool for_programs = options.format.json || options.format.csv;
    interrupt.end_at_once();
    print(options.format.json  ? json_of(rows, sizes)
          : options.format.csv ? csv_of(rows)
                               : text_of(rows, sizes) + interruption + (interruption.empty() ? "" : "\n"),
          options.format);
    if (!interrupt.happened()) return exit_code_of(rows);
    if (for_programs) say(interruption);
    return ExitCode::interrupted;
}

} // namespace

void add_check(CLI::App& program, Verb& chosen) {
    const auto options = std::make_shared<CheckOptions>();
    CLI::App* verb = program.add_subcommand(
        "check", "Check the outputs against a double-precision reference, and the sources for faults");
    verb->footer(fmt::format("Without --n, FILE or --shape, it tries n = {}, with all block sizes and targets of each "
                             "variant. Where n counts coordinates, it tries n = {}, too.\n{}",
                             fmt::join(telling_sizes, ", "), long_vector, exit_code_help));
    verb->add_option("VARIANT", options->variant,
                     "Variants by id or pattern, such as coalesced or cpu_naive,cpu_simd [all]")
        ->type_name("")
        ->transform(file_or_shipped());
    add_data_options(*verb, options->data, Files::one, Sizes::many);
    add_run_options(*verb, options->run);
    add_threads_option(*verb, options->run);
    add_targets_option(*verb, options->sweep);
    add_blocks_option(*verb, options->sweep);
    add_json_and_csv(*verb, options->format);
    verb->callback([&chosen, options] { chosen = [options] { return check(*options); }; });
}

} // namespace pairscope::cli
