// SPDX-License-Identifier: MIT
// pairscope check: compares every entry of every variant's output with the double-precision reference, and examines the
// source of CUDA variants with the executor.
#include "app/cli/interrupt.h"
#include "app/cli/options/data.h"
#include "app/cli/options/option_values.h"
#include "app/cli/options/run_options.h"
#include "app/cli/options/stations.h"
#include "app/cli/reports/check_notes.h"
#include "app/cli/reports/check_report.h"
#include "app/cli/reports/output.h"
#include "app/cli/reports/progress_line.h"
#include "app/cli/verbs/check_plan.h"
#include "app/cli/verbs/sweep.h"
#include "app/cli/verbs/verbs.h"
#include "kernels/data/errors.h"
#include "kernels/data/text.h"
#include "kernels/ladder/device.h"
#include "profiling/few_blocks.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <string_view>

namespace pairscope::cli {
namespace {

struct CheckOptions {
    std::string variant; ///< as `check NAME` has it; a name that no variant has is a file's
    DataOptions data;
    RunOptions run;
    SweepOptions sweep;
    Format format;
    bool all = false;
};

/// What a trial of few blocks runs.
profiling::CheckOutcome simulated_in_parts(const Step& step, const Trial& trial, const RunControl& control) {
    constexpr double most_seconds = 6.0;
    ProgressLine line;
    line.show(
        fmt::format("simulating four blocks of {} at n = {}", short_name(step.planned.id), grouped(trial.data.n())),
        0.0);
    return profiling::check_few_blocks(*step.planned.variant, trial.data.question.inputs(), step.setting.target,
                                       control, most_seconds);
}

profiling::CheckOutcome checked(const Step& step, const Trial& trial, Stations& stations, const RunControl& control) {
    const Planned& run = step.planned;
    const std::string id(run.id);
    RunControl with_block = control;
    with_block.block = step.setting.block;
    if (trial.few_blocks) return simulated_in_parts(step, trial, with_block);
    if (!step.why_not.empty()) return profiling::Skipped{id, step.why_not};
    const TargetKind kind = step.setting.target;
    if (auto reason = stations.why_not(run, kind); !reason.empty()) return profiling::Skipped{id, std::move(reason)};
    const Workload workload = stations.workload();
    ProgressLine line;
    profiling::RunnerOptions options;
    options.rows_checked = workload.rows;
    options.most_examined = trial.most_examined;
    options.progress = [&](profiling::Stage stage, double share) {
        line.show(fmt::format("{} {} at n = {}", name_of(stage), short_name(id), grouped(n_of(workload))), share);
    };
    return stations.loaded(*run.device).check(stations.run(*run.variant, *run.device, kind), options, with_block);
}

/// Too little memory, or a device that fails: the others are still checked.
CheckRow row_for(const Step& step, const Trial& trial, Stations& stations, const RunControl& control) {
    try {
        return row_of(step, checked(step, trial, stations, control));
    } catch (const std::exception& error) {
        return row_of(step, profiling::Failed{std::string(step.planned.id), sentence_of(error)});
    }
}

/// A kernel is no table of points, and a variant only once it has been built.
void refuse_source(const std::string& word) {
    const std::filesystem::path path(word);
    const std::string extension = path.extension().string();
    constexpr std::array<std::string_view, 5> of_sources{".cu", ".cuh", ".cpp", ".h", ".py"};
    if (std::ranges::find(of_sources, extension) == of_sources.end()) return;
    const std::string name = path.stem().string();
    const std::vector<std::string> known = variants_in(name);
    throw InputError(known.empty()
                         ? fmt::format("{} is source code, not a table of points; to check a variant, move it into "
                                       "kernels/workloads/WORKLOAD/ladder, build, and run pairscope check {}",
                                       word, name)
                         : fmt::format("{} is source code, not a table of points; to check the variant that was built "
                                       "from it, run pairscope check {}",
                                       word, name));
}

/// The first word without a dash names variants or a file.
CheckOptions with_variant(CheckOptions options) {
    if (options.variant.empty()) return options;
    const std::vector<std::string> named = variants_in(options.variant);
    options.run.patterns.insert(options.run.patterns.end(), named.begin(), named.end());
    refuse_variants_among(options.data.files, options.run.patterns);
    if (!named.empty()) return options;
    refuse_source(options.variant);
    if (options.data.files.empty() && is_there(options.variant)) {
        options.data.files = {options.variant};
    } else {
        const std::string advice = meant_variant(options.variant, "pairscope list shows the variants");
        throw InputError(options.data.files.empty()
                             ? fmt::format("{} is neither a variant nor a file; {}", options.variant, advice)
                             : fmt::format("there is no variant {}; {}", options.variant, advice));
    }
    return options;
}

/// Checks each variant at each setting. One that fails after seconds, because it loops without end, would take minutes
/// to fail at all of them.
class Checks {
public:
    explicit Checks(RunControl control) : control_(std::move(control)) {}

    [[nodiscard]] CheckRow row(const Step& step, const Trial& trial, Stations& stations) {
        const std::string id(step.planned.id);
        CheckRow found;
        if (const auto slow = slow_failures_.find(id); slow != slow_failures_.end())
            found = row_of(step, profiling::Skipped{id, slow->second});
        else
            found = timed(step, trial, stations);
        found.data = trial.kind;
        return found;
    }

private:
    CheckRow timed(const Step& step, const Trial& trial, Stations& stations) {
        const auto start = std::chrono::steady_clock::now();
        CheckRow checked = row_for(step, trial, stations, control_);
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        constexpr double patience = 3.0;
        if (checked.result == name_of(profiling::Outcome::failed) && seconds > patience)
            slow_failures_[std::string(step.planned.id)] =
                fmt::format("not tried, because it failed after {:.0f} s at n = {}", seconds, grouped(step.setting.n));
        return checked;
    }

    RunControl control_;
    std::map<std::string, std::string> slow_failures_; ///< by variant: why it is not tried again
};

/// The steps of each trial. What this build lacks is told once, and only CUDA variants have blocks to choose among.
std::vector<std::vector<Step>> steps_of(const CheckPlan& plan, const std::vector<Planned>& planned) {
    std::vector<std::vector<Step>> found;
    for (const Trial& trial : plan.trials) {
        std::vector<Step> steps = cli::steps_of(planned, trial.sweep, {&trial.data, 1});
        const bool is_first = found.empty();
        std::erase_if(steps, [&](const Step& step) {
            const KernelVariant* const variant = step.planned.variant;
            if (variant == nullptr) return !is_first;
            return trial.few_blocks && (variant->backend != Backend::cuda || variant->simulate == nullptr);
        });
        if (trial.few_blocks) // also where the other steps run on a GPU
            for (Step& step : steps) step.planned.device = devices().back();
        found.push_back(std::move(steps));
    }
    return found;
}

std::vector<LoadedData> data_of(const CheckPlan& plan) {
    std::vector<LoadedData> found;
    for (const Trial& trial : plan.trials)
        if (trial.kind == plan.trials.front().kind) found.push_back(trial.data);
    return found;
}

ExitCode check(const CheckOptions& asked) {
    const CheckOptions options = with_variant(asked);
    const Data data = data_for(options.data, options.run);
    Interrupt interrupt;
    const std::vector<Planned> planned = plan(options.run, *data.type);
    say_repeats(data.options.sizes, options.sweep);
    const CheckPlan tried = plan_of_check(data, options.sweep, options.all ? Thoroughness::all : Thoroughness::usual);
    const std::vector<std::vector<Step>> steps = steps_of(tried, planned);
    const RunControl control{.stop = interrupt.token(), .rows_done = nullptr, .threads = options.run.threads};
    Checks checks(control);
    std::vector<CheckRow> rows;
    std::vector<std::string> not_made; // because of an interruption: ids of variants
    std::size_t count = 0;
    Stations stations(control.stop);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Trial& trial = tried.trials[i];
        if (!trial.few_blocks) stations.begin(trial.data);
        count += steps[i].size();
        for (const Step& step : steps[i]) {
            if (!interrupt.happened()) {
                rows.push_back(checks.row(step, trial, stations));
                interrupt.stop_gently(); // from now on there is something to print
                if (!interrupt.happened() || rows.back().verdict) continue;
            }
            if (step.why_not.empty()) not_made.push_back(std::string(step.planned.id));
        }
    }
    const std::vector<LoadedData> sizes = data_of(tried);
    const std::string interruption = interrupt.happened() ? interruption_text(not_made, count) : "";
    const bool for_programs = options.format.json || options.format.csv;
    interrupt.end_at_once();
    print(options.format.json ? json_of(rows, sizes)
          : options.format.csv
              ? csv_of(rows)
              : text_of(rows, sizes, tried.left_out) + interruption + (interruption.empty() ? "" : "\n"),
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
    verb->footer(
        fmt::format("Without FILE or --shape, it also tries data on which all sums are exact. Without --n, too, it "
                    "tries n = {}, long vectors, and four blocks of each CUDA variant at the published "
                    "size.\n{}",
                    usual_sizes_text(), exit_code_help));
    verb->add_option("VARIANT", options->variant,
                     "Variants by id or pattern, such as coalesced or cpu_naive,cpu_simd [all]")
        ->type_name("")
        ->transform(file_or_shipped());
    add_data_options(*verb, options->data, Files::one, Sizes::many);
    verb->add_flag("--all", options->all, "Also try large sizes, the longest vectors and every length of exact data")
        ->group("Runs");
    add_run_options(*verb, options->run);
    add_threads_option(*verb, options->run);
    add_targets_option(*verb, options->sweep);
    add_blocks_option(*verb, options->sweep);
    add_json_and_csv(*verb, options->format);
    verb->callback([&chosen, options] { chosen = [options] { return check(*options); }; });
}

} // namespace pairscope::cli
