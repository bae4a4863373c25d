// SPDX-License-Identifier: MIT
// pairscope profile: what the hardware counts while a CUDA variant runs, and which kernels it launches.
#include "app/cli/interrupt.h"
#include "app/cli/options/arguments.h"
#include "app/cli/options/data.h"
#include "app/cli/options/option_values.h"
#include "app/cli/options/run_options.h"
#include "app/cli/options/stations.h"
#include "app/cli/options/target_option.h"
#include "app/cli/reports/counter_list.h"
#include "app/cli/reports/output.h"
#include "app/cli/reports/profile_report.h"
#include "app/cli/verbs/verbs.h"
#include "kernels/data/errors.h"
#include "profiling/runner.h"
#include "profiling/statistics.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

namespace pairscope::cli {
namespace {

using profiling::CounterChoice;
using profiling::CounterSet;
using profiling::Counting;

struct ProfileOptions {
    std::string variant;
    DataOptions data;
    std::string device = "cuda";
    std::optional<TargetKind> target;
    int block = 0; ///< threads; 0: the usual ones
    std::vector<std::string> sets{"live"}, counters;
    std::optional<std::string> words; ///< the argument of --list-counters
    std::string chip;
    int repeats = 1;
    bool inside = false; ///< also sample one launch
    bool lines = false;  ///< also sample which lines wait
    bool energy = false; ///< also measure the energy per launch
    Format format;
};

CounterChoice choice_of(const ProfileOptions& options) {
    CounterChoice choice{.counters = options.counters};
    for (const CounterSet set : profiling::counter_sets())
        if (std::ranges::find(options.sets, name_of(set)) != options.sets.end()) choice.sets.push_back(set);
    return choice;
}

/// The chip asked for, or that of this machine's GPU.
std::string chip_of(const ProfileOptions& options) {
    if (!options.chip.empty()) return options.chip;
    if (const std::string reason = why_no_gpu(); !reason.empty())
        throw InputError("name a chip with --chip, such as GH100: " + reason);
    const Counting counting(device_named(options.device));
    if (counting.chip().empty()) throw InputError("name a chip with --chip, such as GH100: " + counting.why_not());
    return counting.chip();
}

ExitCode listed_or_planned(const ProfileOptions& options, const CLI::App& verb) {
    if (options.words)
        refuse_all_but(verb, {"--list-counters", "--chip", "--device", "--json", "--csv"}, "with --list-counters");
    else
        refuse_all_but(verb, {"--chip", "--set", "--counters", "--json", "--csv"}, "with --chip");
    const std::string chip = chip_of(options);
    const profiling::ChipCounters counters = chip_counters_of(chip);
    if (!counters.why_not().empty()) {
        say(counters.why_not());
        return ExitCode::nothing_ran;
    }
    if (options.words) {
        print(listed(counters, chip, *options.words, options.format), options.format);
        return ExitCode::ok;
    }
    check_counters(counters, chip, options.counters);
    print(planned(counters, chip, choice_of(options), options.format), options.format);
    return ExitCode::ok;
}

/// By CUDA events, as many as are recorded. Needs no CUPTI: what is left where it is missing.
double timed(Engine& engine, const KernelVariant& variant, const profiling::RunTarget& target,
             const RunControl& control) {
    RunControl several = control;
    several.launches =
        profiling::launches_timed_together(engine.device().backend, engine.run(variant, target.out, control));
    std::vector<double> seconds;
    for (int i = 0; i < profiling::recorded_launches; ++i) seconds.push_back(engine.run(variant, target.out, several));
    return profiling::median(seconds);
}

/// Kernel times are medians over the launches.
std::vector<profiling::KernelRecord> recorded(Counting& counting, const profiling::Launch& launch) {
    const profiling::Recorded all = record_launches(counting, launch);
    if (!all.why_not.empty()) say(all.why_not);
    return profiling::median_kernels(all.kernels, profiling::recorded_launches);
}

/// Says why if it cannot.
bool add_counts(ProfileReport& report, Counting& counting, const ProfileOptions& options,
                const profiling::Launch& launch) {
    const auto start = std::chrono::steady_clock::now();
    profiling::Counted counted = profiling::count_in_parts(
        choice_of(options), options.repeats, [&](const CounterChoice& part) { return counting.count(part, launch); });
    if (counted.counters) report.counters = *std::move(counted.counters);
    report.absent = std::move(counted.absent);
    if (!counted.why_not.empty()) {
        say(counted.why_not);
        return false;
    }
    report.repeats = options.repeats;
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return true;
}

/// Says why if it cannot.
void add_samples(ProfileReport& report, profiling::Station& station, const profiling::StationRun& run,
                 const RunControl& control) {
    report.sampled = station.sample(run, report.event_seconds, control);
    if (!report.sampled->timeline) say(report.sampled->why_not);
}

/// The machine code of the kernels that have samples, if it is that of this program.
std::vector<profiling::MachineCode> code_of(const KernelVariant& variant, const Device& device,
                                            const profiling::StallSamples& samples) {
    std::vector<profiling::MachineCode> found;
    const profiling::CompiledKernels compiled = profiling::compiled_kernels(variant, device.compute_capability);
    for (std::size_t i = 0; i < compiled.kernels.size(); ++i) {
        const auto is_of = [&](const profiling::StalledPc& pc) {
            return pc.function == compiled.kernels[i].symbol && pc.place.line > 0; // else it is of another module
        };
        if (std::ranges::any_of(samples.pcs, is_of)) found.push_back(profiling::machine_code(variant, compiled, i));
    }
    return found;
}

/// Says why if it cannot.
void add_stalls(ProfileReport& report, profiling::Station& station, const profiling::StationRun& run,
                const RunControl& control) {
    report.stalls = station.sample_stalls(run, report.event_seconds, control);
    if (!report.stalls->samples) {
        say(report.stalls->why_not);
        return;
    }
    report.code = code_of(report.variant, report.device, *report.stalls->samples);
    for (const profiling::MachineCode& code : report.code)
        if (&code == &report.code.front() && !code.why_no_sass.empty()) say(code.why_no_sass);
}

/// Says why if it cannot.
void add_energy(ProfileReport& report, profiling::Station& station, const profiling::StationRun& run,
                const RunControl& control) {
    report.energy = station.energy(run, report.event_seconds, control);
    if (!report.energy->energy) say(report.energy->why_not);
}

/// Units of what a user picked.
std::vector<profiling::CounterFact> facts_of(const profiling::ChipCounters& counters,
                                             const std::vector<std::string>& names) {
    std::vector<profiling::CounterFact> facts;
    for (const std::string& name : names) {
        const std::string base = name.substr(0, name.find('.'));
        const auto found = std::ranges::find(counters.all(), base, &profiling::CounterFact::name);
        if (found == counters.all().end()) continue;
        facts.push_back(*found);
        facts.back().name = name;
        if (name.ends_with(".pct") || name.find(".pct_of") != std::string::npos)
            facts.back().unit = "%";
        else if (name.ends_with(".per_second"))
            facts.back().unit += "/s";
    }
    return facts;
}

struct ProfiledRun {
    const KernelVariant& variant;
    Device device;
    TargetKind target;
};

/// Checked, as every variant is before anything is said about it: a wrong kernel is not counted. Empty if it is right.
std::string why_wrong(profiling::Station& station, const profiling::StationRun& run, const RunControl& control) {
    const auto verdict = station.check(run, {}, control);
    if (const auto* failed = std::get_if<profiling::Failed>(&verdict)) return failed->message;
    const auto* checked = std::get_if<profiling::Checked>(&verdict);
    return checked == nullptr || checked->verdict.right() ? "" : describe(checked->verdict);
}

/// This comes before anything runs, so that a mistyped counter is reported at once.
std::vector<profiling::CounterFact> picked_counters(const Counting& counting, const std::vector<std::string>& names) {
    if (names.empty() || counting.chip().empty()) return {};
    const profiling::ChipCounters counters = chip_counters_of(counting.chip());
    check_counters(counters, counting.chip(), names);
    return facts_of(counters, names);
}

ExitCode count_and_print(const ProfileOptions& options, const ProfiledRun& place, Interrupt& interrupt) {
    const std::string_view id = short_name(place.variant.id);
    Stations stations(interrupt.token());
    // Where CUPTI counted before, it does not know the kernels that are sampled afterwards.
    std::vector<profiling::CounterFact> picked;
    if (!options.lines) picked = picked_counters(stations.at(place.device).counting(), options.counters);
    DataOptions asked = options.data;
    asked.workload = place.variant.workload;
    const LoadedData data = load(data_of(asked));
    interrupt.stop_gently();
    const RunControl control{.stop = interrupt.token(), .block = options.block};
    stations.begin(data);
    const Planned run{.id = place.variant.id, .variant = &place.variant, .device = place.device, .reason = {}};
    if (const std::string reason = stations.why_not(run, place.target); !reason.empty()) {
        say(fmt::format("{} cannot be profiled: {}", id, reason));
        return ExitCode::nothing_ran;
    }
    profiling::Station& station = stations.loaded(place.device);
    const profiling::StationRun asked_for = stations.run(place.variant, place.device, place.target);
    if (const std::string wrong = why_wrong(station, asked_for, control); !wrong.empty()) {
        say(fmt::format("{} is wrong, and a wrong kernel is not counted: {}", id, wrong));
        return ExitCode::failed;
    }
    Engine& engine = station.engine();
    const profiling::Launch launch = [&] { engine.run(place.variant, asked_for.target.out, control); };
    ProfileReport report{.data = data, .variant = place.variant, .device = place.device, .target = place.target};
    report.block = block_of_run(place.variant, options.block);
    report.picked = std::move(picked);
    report.event_seconds = timed(engine, place.variant, asked_for.target, control);
    if (options.lines) {
        add_stalls(report, station, asked_for, control);
        report.picked = picked_counters(station.counting(), options.counters);
    }
    Counting& counting = station.counting();
    report.kernels = recorded(counting, launch);
    report.timed_launches = profiling::recorded_launches;
    const bool all = add_counts(report, counting, options, launch);
    profiling::leave_out_waits(report.counters, report.kernels.size());
    if (options.inside) add_samples(report, station, asked_for, control);
    if (options.energy) add_energy(report, station, asked_for, control);
    if (interrupt.happened()) {
        say("interrupted: the counts of a launch that was stopped are wrong, so no counts are printed");
        return ExitCode::interrupted;
    }
    interrupt.end_at_once();
    print(options.format.json  ? json_of(report)
          : options.format.csv ? csv_of(report)
                               : text_of(report),
          options.format);
    return all ? ExitCode::ok : ExitCode::nothing_ran;
}

bool runs_on_gpu(const KernelVariant& variant) { return variant.backend == Backend::cuda; }

ExitCode profile(const ProfileOptions& options, const CLI::App& verb) {
    if (options.variant.empty() && (options.words || !options.chip.empty())) return listed_or_planned(options, verb);
    if (options.variant.empty())
        throw InputError("name a VARIANT to profile, or a --chip to see what would be counted there");
    if (options.words || !options.chip.empty())
        throw InputError("--chip and --list-counters cannot be used with a VARIANT, which is profiled on a GPU of this "
                         "machine: leave one of them out");
    Interrupt interrupt;
    const KernelVariant& variant = variant_named(options.variant, options.data.workload, runs_on_gpu);
    std::string reason =
        variant.backend == Backend::cpu ? "it runs on the CPU, whose counters are not read" : why_no_gpu();
    if (!reason.empty()) {
        say(fmt::format("{} cannot be profiled: {}", short_name(variant.id), reason));
        return ExitCode::nothing_ran;
    }
    require_block(variant, options.block);
    const TargetKind target = options.target.value_or(variant.writes_linear ? TargetKind::linear : TargetKind::surface);
    return count_and_print(options, {.variant = variant, .device = device_named(options.device), .target = target},
                           interrupt);
}

void add_choice(CLI::App& verb, ProfileOptions& options) {
    std::vector<std::string> names;
    for (const CounterSet set : profiling::counter_sets()) names.emplace_back(name_of(set));
    verb.add_option("--set", options.sets,
                    "Sets of counters: live (one pass), explain, speed_of_light, or several with commas [live]")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->transform(one_of("--set", names))
        ->type_name("SETS")
        ->group("Counters");
    verb.add_option("--counters", options.counters,
                    "Counters or quantities by name, such as dram__bytes.sum.per_second")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("NAMES")
        ->group("Counters");
    verb.add_option("--repeat", options.repeats, "Number of repetitions; medians are printed [1]")
        ->transform(whole_number("--repeat", 1, 1000))
        ->type_name("TIMES")
        ->group("Counters");
    verb.add_flag("--inside", options.inside, "Also sample one launch: DRAM, L2 and multiprocessors against time")
        ->group("Counters");
    verb.add_flag("--lines", options.lines,
                  "Also sample which instructions warps wait at, and why: line by line, with --json per instruction")
        ->group("Counters");
    verb.add_flag("--energy", options.energy,
                  "Also measure the energy per launch by the board's counter, over three seconds of launches")
        ->group("Counters");
}

} // namespace

void add_profile(CLI::App& program, Verb& chosen) {
    const auto options = std::make_shared<ProfileOptions>();
    CLI::App* verb = program.add_subcommand(
        "profile", "Read the GPU's hardware counters while a CUDA variant runs: bytes, sectors, conflicts, stalls");
    verb->footer(std::string(exit_code_help));
    verb->add_option("VARIANT", options->variant, "The CUDA variant, such as coalesced")->type_name("");
    add_data_options(*verb, options->data, Files::one);
    add_workload_option(*verb, options->data.workload);
    verb->add_option("-d,--device", options->device, "Device: cuda:0, ... [the first GPU]")
        ->type_name("DEVICE")
        ->group("Counters");
    verb->add_option("--target", options->target, "Where the output is written [linear where the variant can]")
        ->transform(one_of("--target", target_names))
        ->type_name(choices_in(target_names))
        ->group("Counters");
    add_block_option(*verb, options->block);
    add_choice(*verb, *options);
    verb->add_option("--list-counters", options->words,
                     "Without VARIANT, list the counters whose names or descriptions have these words; \"\" lists all "
                     "(with --chip, no GPU is needed)")
        ->type_name("WORDS")
        ->group("Counters");
    verb->add_option("--chip", options->chip, "Without VARIANT, show what would be counted on this chip, such as GB202")
        ->type_name("CHIP")
        ->group("Counters");
    add_json_and_csv(*verb, options->format);
    verb->callback([&chosen, options, verb] { chosen = [options, verb] { return profile(*options, *verb); }; });
}

} // namespace pairscope::cli
