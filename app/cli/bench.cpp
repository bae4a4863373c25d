// SPDX-License-Identifier: MIT
// pairscope bench: what every variant costs, beside the ceilings of the machine measured in the same process.
#include "app/cli/bench.h"

#include "app/cli/bench_report.h"
#include "app/cli/interrupt.h"
#include "app/cli/progress_line.h"
#include "app/cli/run_options.h"
#include "app/cli/stations.h"
#include "app/cli/target_option.h"
#include "app/cli/verbs.h"
#include "profiling/roofline.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace pairscope::cli {
namespace {

/// A fill of a smaller array would stay in the caches.
constexpr std::int64_t least_ceiling_bytes = std::int64_t{1} << 28;

profiling::Ceilings ceilings_of(const Device& device, std::int64_t bytes, const RunControl& control) {
    ProgressLine line;
    return profiling::measure_ceilings(
        device, {.bytes = std::max(bytes, least_ceiling_bytes)}, control,
        [&](std::string_view doing, double share) { line.show(fmt::format("ceilings: {}", doing), share); });
}

std::int64_t answer_bytes(const Planned& run, const Stations& stations) {
    return static_cast<std::int64_t>(work_of(stations.workload(run.variant->workload)).compulsory_bytes);
}

/// The ceilings of every device that will have something to do.
std::vector<profiling::Ceilings> ceilings_for(const std::vector<Planned>& runs, Stations& stations,
                                              const BenchOptions& options, const RunControl& control) {
    std::vector<profiling::Ceilings> measured;
    for (const Planned& run : runs) {
        if (!stations.why_not(run, options.target).empty() || simulated(*run.variant, *run.device)) continue;
        if (std::ranges::find(measured, *run.device, &profiling::Ceilings::device) != measured.end()) continue;
        if (control.stop.stop_requested()) break;
        measured.push_back(ceilings_of(*run.device, answer_bytes(run, stations), control));
    }
    return measured;
}

/// A run faster than the fill: was the machine busy when the fill was measured? Once more, and the better figures stay.
void doubt(profiling::Ceilings& ceilings, const profiling::RunOutcome& outcome, const RunControl& control) {
    const auto* m = std::get_if<profiling::Measurement>(&outcome);
    if (m == nullptr || m->device != ceilings.device || !profiling::beats_the_fill(*m, ceilings)) return;
    const auto bytes = static_cast<std::int64_t>(work_of(m->workload).compulsory_bytes);
    if (!control.stop.stop_requested()) ceilings = better_of(ceilings_of(m->device, bytes, control), ceilings);
}

profiling::RunOutcome measured(const Planned& run, const BenchOptions& options, Stations& stations,
                               const RunControl& control) {
    const std::string id(run.id);
    if (auto reason = stations.why_not(run, options.target); !reason.empty())
        return profiling::Skipped{id, std::move(reason)};
    ProgressLine line;
    profiling::RunnerOptions runner;
    runner.stopping.max_seconds = options.seconds;
    runner.progress = [&](std::string_view doing, double share) {
        line.show(fmt::format("{} {}", doing, short_name(id)), share);
    };
    const profiling::RunTarget target = stations.target(*run.device, options.target, run.variant->entry);
    auto outcome = profiling::measure(stations.engine(*run.device), *run.variant,
                                      stations.workload(run.variant->workload), target, runner, control);
    if (auto* simulation = std::get_if<profiling::Simulated>(&outcome))
        profiling::add_trace(*simulation, *run.variant, stations.data(), control);
    return outcome;
}

ExitCode result_of(const BenchReport& report) {
    const auto any = [&](std::string_view status) {
        return std::ranges::find(report.rows, status, &app::ResultRow::status) != report.rows.end();
    };
    if (any("failed")) return ExitCode::failed;
    return any("measured") || any("simulated") ? ExitCode::ok : ExitCode::nothing_ran;
}

} // namespace

ExitCode bench(const BenchOptions& options) {
    Interrupt interrupt;
    const std::vector<Planned> runs = plan(options.run);
    BenchReport report{.data = load(options.data), .ceilings = {}, .rows = {}, .baseline = {}};
    const RunControl control{.stop = interrupt.token(), .rows_done = nullptr, .threads = options.run.threads};
    Stations stations(report.data.dataset);
    interrupt.stop_gently();
    report.ceilings = ceilings_for(runs, stations, options, control);
    std::vector<profiling::RunOutcome> outcomes;
    for (const Planned& run : runs) {
        if (interrupt.happened()) break;
        outcomes.push_back(measured(run, options, stations, control));
        for (profiling::Ceilings& ceilings : report.ceilings) doubt(ceilings, outcomes.back(), control);
    }
    for (std::size_t i = 0; i < outcomes.size(); ++i) add_row(report, runs[i], outcomes[i]);
    print(options.format.json ? json_of(report) : options.format.csv ? app::csv_of(report.rows) : text_of(report));
    return interrupt.happened() ? ExitCode::interrupted : result_of(report);
}

void add_bench(CLI::App& program, Verb& chosen) {
    const auto options = std::make_shared<BenchOptions>();
    CLI::App* verb =
        program.add_subcommand("bench", "Measure every variant, and the ceilings of the machine beside them");
    verb->footer(std::string(exit_code_help));
    add_data_options(*verb, options->data, Files::one);
    add_run_options(*verb, options->run);
    add_target_option(*verb, options->target);
    verb->add_option("--seconds", options->seconds, "The most time for the timed runs of one variant [1]")
        ->check(CLI::Range(0.001, 3600.0))
        ->group("Runs");
    add_json_and_csv(*verb, options->format);
    verb->callback([&chosen, options] { chosen = [options] { return bench(*options); }; });
}

} // namespace pairscope::cli
