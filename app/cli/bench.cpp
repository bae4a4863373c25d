// SPDX-License-Identifier: MIT
// pairscope bench and record: what every variant costs, beside the ceilings of the machine measured in the same
// process.
#include "app/cli/bench.h"

#include "app/cli/bench_report.h"
#include "app/cli/bench_runs.h"
#include "app/cli/interrupt.h"
#include "app/cli/sweep.h"
#include "app/cli/verbs.h"
#include "app/model/file_question.h"
#include "kernels/core/errors.h"
#include "kernels/core/readable.h"
#include "profiling/recording/file.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include <unistd.h>

namespace pairscope::cli {
namespace {

ExitCode result_of(const BenchReport& report) {
    const auto any = [&](std::string_view status) {
        return std::ranges::any_of(report.rows, [&](const BenchRow& row) { return row.row.status == status; });
    };
    if (any("failed")) return ExitCode::failed;
    return any("measured") || any("simulated") ? ExitCode::ok : ExitCode::nothing_ran;
}

std::filesystem::path file_for(const std::filesystem::path& asked) {
    return app::with_ending(asked, {std::string(profiling::recording_ending)});
}

/// Before minutes of measuring, not after.
void check_folder(const std::filesystem::path& path) {
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
    if (::access(folder.c_str(), W_OK) == 0) return;
    throw InputError(
        fmt::format("cannot save {}: {}; choose another folder", shown(path),
                    std::filesystem::exists(folder) ? "no permission to write there" : "its folder does not exist"));
}

void save(const std::filesystem::path& asked, const BenchReport& report, const BenchRuns& runs,
          const std::string& label) {
    const std::filesystem::path path = file_for(asked);
    const bool any = std::ranges::any_of(
        report.rows, [](const BenchRow& row) { return row.row.status == "measured" || row.row.status == "simulated"; });
    if (!any) {
        say(fmt::format("{} was not written: nothing ran", shown(path)));
        return;
    }
    save_recording(path, recording_of(report.sizes.back(), runs, label));
    say(fmt::format("recorded in {}", shown(path)));
}

} // namespace

ExitCode bench(const BenchOptions& options) {
    Interrupt interrupt;
    const std::vector<Planned> planned = plan(options.run);
    if (options.record) check_folder(file_for(*options.record));
    BenchReport report{.sizes = load_each(options.data), .ceilings = {}, .rows = {}};
    const std::vector<Step> steps = steps_of(planned, options.sweep, report.sizes);
    const RunControl control{.stop = interrupt.token(), .rows_done = nullptr, .threads = options.run.threads};
    interrupt.stop_gently();
    const BenchRuns runs = run_all(steps, report.sizes, options, control);
    report.ceilings = runs.ceilings;
    for (const BenchRun& run : runs.runs) add_row(report, run);
    const ExitCode code = result_of(report);
    print(options.format.json ? json_of(report) : options.format.csv ? csv_of(report) : text_of(report));
    if (options.record) save(*options.record, report, runs, options.label);
    if (!interrupt.happened()) return code;
    say(fmt::format("interrupted in run {} of {}", runs.runs.size(), steps.size()));
    return ExitCode::interrupted;
}

namespace {

void add_options(CLI::App& verb, const std::shared_ptr<BenchOptions>& options) {
    verb.footer(std::string(exit_code_help));
    add_data_options(verb, options->data, Files::one, Sizes::many);
    add_run_options(verb, options->run);
    add_targets_option(verb, options->sweep);
    add_blocks_option(verb, options->sweep);
    add_caches_option(verb, options->sweep);
    verb.add_option("--seconds", options->seconds, "The most time for the timed runs of one variant [3]")
        ->check(CLI::Range(0.001, 3600.0))
        ->group("Runs");
    add_json_and_csv(verb, options->format);
}

} // namespace

void add_bench(CLI::App& program, Verb& chosen) {
    const auto options = std::make_shared<BenchOptions>();
    CLI::App* verb =
        program.add_subcommand("bench", "Measure every variant, and the ceilings of the machine beside them");
    add_options(*verb, options);
    verb->add_option("--record", options->record, "Also write a recording, which the window shows: NAME.pairscope")
        ->type_name("FILE")
        ->group("Runs");
    verb->callback([&chosen, options] { chosen = [options] { return bench(*options); }; });
}

void add_record(CLI::App& program, Verb& chosen) {
    const auto options = std::make_shared<BenchOptions>();
    options->sweep.without_targets = SweepOptions::Without::both;
    options->counters = true;
    CLI::App* verb = program.add_subcommand(
        "record", "Measure everything: all variants, into memory and texture, with counters; and write a recording");
    verb->add_option("RECORDING", options->record, "The file to write: NAME.pairscope")->required()->type_name("");
    verb->add_option("--name", options->label, "What the charts call the recording [devices and day]");
    add_options(*verb, options);
    verb->callback([&chosen, options] { chosen = [options] { return bench(*options); }; });
}

} // namespace pairscope::cli
