// SPDX-License-Identifier: MIT
// pairscope bench and record: what every variant costs, beside the ceilings of the machine measured in the same
// process.
#include "app/cli/verbs/bench.h"

#include "app/cli/interrupt.h"
#include "app/cli/options/option_values.h"
#include "app/cli/options/recording_place.h"
#include "app/cli/reports/bench_report.h"
#include "app/cli/reports/ceilings_warning.h"
#include "app/cli/verbs/bench_runs.h"
#include "app/cli/verbs/sweep.h"
#include "app/cli/verbs/verbs.h"
#include "app/spine/files/file_question.h"
#include "app/subjects/recordings/recorded_output.h"
#include "app/subjects/source/recorded_code.h"
#include "app/subjects/trace/block_trace.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/save.h"
#include "kernels/ladder/device_part.h"
#include "profiling/outcome.h"
#include "profiling/recording/file.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

namespace pairscope::cli {
namespace {

bool is(const BenchRow& row, profiling::Outcome outcome) { return row.row.status == name_of(outcome); }

bool ran(const BenchRow& row) {
    return is(row, profiling::Outcome::measured) || is(row, profiling::Outcome::simulated);
}

ExitCode result_of(const BenchReport& report) {
    if (std::ranges::any_of(report.rows, [](const BenchRow& row) { return is(row, profiling::Outcome::failed); }))
        return ExitCode::failed;
    return std::ranges::any_of(report.rows, ran) ? ExitCode::ok : ExitCode::nothing_ran;
}

std::filesystem::path file_for(const std::filesystem::path& asked) {
    const std::string name = asked.filename().string();
    if (name.empty() || name == "." || name == "..")
        throw InputError(fmt::format("cannot write a recording into {}: it is a folder; give the name of a file, such "
                                     "as {}",
                                     shown(asked), shown(asked / "mine.pairscope")));
    return app::with_ending(asked, {std::string(profiling::recording_ending)});
}

/// Throws InputError if the recording could not be saved there. A file that is there is replaced, as scripts that
/// record again expect, but not without a word: the user can still stop the program.
void require_place(const std::filesystem::path& path, const profiling::Recording& recording, std::size_t runs) {
    require_savable(path, recording, runs);
    if (is_there(path)) say(fmt::format("{} exists and will be replaced", shown(path)));
}

/// False, and a message, if that fails.
bool save_as(const std::filesystem::path& path, const profiling::Recording& recording) {
    try {
        save_recording(path, recording);
        say(fmt::format("recorded in {}", shown(path)));
        return true;
    } catch (const InputError& error) {
        say(error.what());
        return false;
    }
}

/// Into the folder of temporary files, where others may write, too.
void save_elsewhere(const std::string& name, const profiling::Recording& recording) {
    std::error_code none;
    try {
        const auto path = profiling::save_new_recording(std::filesystem::temp_directory_path(none), name, recording);
        say(fmt::format("recorded in {}", shown(path)));
    } catch (const InputError& error) {
        say(error.what());
    }
}

/// Another run that was given the same name may have saved meanwhile: both recordings are kept. So is the recording
/// that was there before, if this one was interrupted.
std::filesystem::path place_now(const RecordingPlace& place, bool complete) {
    if (!complete) {
        const std::filesystem::path part = place.for_part();
        if (part != place.asked())
            say(fmt::format("{} is kept, because this recording is not complete: what was measured goes into {}",
                            shown(place.asked()), shown(part)));
        return part;
    }
    const std::filesystem::path path = place.now();
    if (path != place.asked())
        say(fmt::format("{} was written by another program since this run began, so it is kept, and this recording "
                        "goes into {}",
                        shown(place.asked()), shown(path)));
    return path;
}

/// Where that fails, because a disk filled up meanwhile, into the folder of temporary files. False if it is not where
/// it was asked for. `complete`: all runs were made.
bool save(RecordingPlace& place, const BenchReport& report, const profiling::Recording& recording, bool complete) {
    if (std::ranges::none_of(report.rows, ran)) {
        say(fmt::format("{} was not written: nothing ran", shown(place.asked())));
        return true;
    }
    const FileDescriptor turn = place.turn();
    const std::filesystem::path path = place_now(place, complete);
    if (save_as(path, recording)) {
        if (path == place.asked()) place.saved();
        return true;
    }
    save_elsewhere(path.filename().string(), recording);
    return false;
}

bool has_run_of_gpu(const profiling::Recording& recording) {
    return std::ranges::any_of(recording.runs, [](const profiling::RunOutcome& run) {
        const auto* const measured = std::get_if<profiling::Measurement>(&run);
        return measured != nullptr && measured->device.backend == Backend::cuda;
    });
}

/// What a page shows beside the times: vectors of the output, traces, and the instructions of the kernels.
profiling::Recording completed(profiling::Recording recording, const std::stop_token& stop) {
    app::add_vectors(recording);
    app::add_traces(recording, stop);
    const std::vector<std::string> reasons = app::add_codes(recording, stop);
    if (recording.codes.empty() && !reasons.empty() && has_run_of_gpu(recording))
        say(fmt::format("The recording has no instructions of its kernels. {}", reasons.front()));
    return recording;
}

BenchReport with_rows(BenchReport report, const BenchRuns& runs) {
    report.ceilings = runs.ceilings;
    for (const BenchRun& run : runs.runs) add_row(report, run);
    return report;
}

} // namespace

ExitCode bench(const BenchOptions& options) {
    refuse_variants_among(options.data.files, options.run.patterns);
    return bench(options, data_to_measure(options.data, options.run));
}

ExitCode bench(const BenchOptions& options, const Data& data) {
    Interrupt interrupt;
    const std::vector<Planned> planned = plan(options.run, *data.type);
    say_repeats(data.options.sizes, options.sweep);
    BenchReport report{.sizes = load_each(data), .ceilings = {}, .rows = {}};
    std::vector<Step> steps;
    for (const std::vector<Planned>& on_part : planned_on_parts(planned, options.sweep, part_of))
        for (Step& step : steps_of(on_part, options.sweep, report.sizes)) steps.push_back(std::move(step));
    if (options.record) require_no_input(file_for(*options.record), input_files(data.options));
    if (options.record) // before minutes of measuring, not after
        require_place(file_for(*options.record), recording_of(report.sizes.back(), {}, options.label), steps.size());
    std::optional<RecordingPlace> place;
    if (options.record) place.emplace(file_for(*options.record));
    const RunControl control{.stop = interrupt.token(), .rows_done = nullptr, .threads = options.run.threads};
    interrupt.stop_gently();
    const auto keep = [&](const BenchRuns& runs) {
        if (place) save(*place, with_rows(report, runs), recording_of(report.sizes.back(), runs, options.label), false);
    };
    const BenchRuns runs = run_all(steps, report.sizes, options, control, keep);
    report = with_rows(report, runs);
    const ExitCode code = result_of(report);
    // This comes before the table is printed, because printing fails if the reader of a pipe has ended.
    const bool saved =
        !place ||
        save(*place, report, completed(recording_of(report.sizes.back(), runs, options.label), interrupt.token()),
             !interrupt.happened());
    interrupt.end_at_once();
    print(options.format.json  ? json_of(report)
          : options.format.csv ? csv_of(report)
                               : text_of(report),
          options.format);
    for (const profiling::Ceilings& ceilings : report.ceilings) warn_of_other_load(ceilings);
    if (!interrupt.happened()) return saved ? code : ExitCode::bad_input;
    say(fmt::format("interrupted in run {} of {}", runs.runs.size(), steps.size()));
    return ExitCode::interrupted;
}

namespace {

void add_options(CLI::App& verb, const std::shared_ptr<BenchOptions>& options) {
    verb.footer(std::string(exit_code_help));
    add_data_options(verb, options->data, Files::one, Sizes::many);
    add_run_options(verb, options->run);
    add_threads_option(verb, options->run);
    add_targets_option(verb, options->sweep);
    add_blocks_option(verb, options->sweep);
    add_caches_option(verb, options->sweep);
    add_multiprocessors_option(verb, options->sweep);
    verb.add_option("--seconds", options->seconds,
                    "Longest total time of the timed runs of one variant, in seconds [3]")
        ->transform(number("--seconds", 0.001, 3600.0))
        ->group("Runs");
    verb.add_flag("--energy", options->energy,
                  "Also measure the energy of each run on a GPU by the board's counter, which adds 5 s to each run")
        ->group("Runs");
    add_json_and_csv(verb, options->format);
}

} // namespace

void add_bench(CLI::App& program, Verb& chosen) {
    const auto options = std::make_shared<BenchOptions>();
    CLI::App* verb = program.add_subcommand("bench", "Measure every variant and the ceilings of the machine");
    add_options(*verb, options);
    verb->add_option(
            "--record", options->record,
            "Also write the recording NAME.pairscope, which the window can open (an existing file is replaced)")
        ->type_name("FILE")
        ->group("Runs");
    verb->callback([&chosen, options] { chosen = [options] { return bench(*options); }; });
}

void add_record(CLI::App& program, Verb& chosen) {
    const auto options = std::make_shared<BenchOptions>();
    options->sweep.without_targets = SweepOptions::Without::both;
    options->counters = true;
    CLI::App* verb = program.add_subcommand(
        "record", "Measure all variants into linear memory and the texture, with counters, and write a recording");
    verb->add_option("RECORDING", options->record, "The file to write, NAME.pairscope (an existing file is replaced)")
        ->required()
        ->type_name("");
    verb->add_option("--name", options->label, "Name of the recording in charts [devices and day]");
    add_options(*verb, options);
    verb->callback([&chosen, options] { chosen = [options] { return bench(*options); }; });
}

} // namespace pairscope::cli
