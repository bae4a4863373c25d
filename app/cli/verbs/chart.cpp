// SPDX-License-Identifier: MIT
// pairscope chart: a chart of recorded runs as a file for a paper. Needs neither a GPU nor a window.
#include "app/paper/chart.h"
#include "app/cli/interrupt.h"
#include "app/cli/options/data.h"
#include "app/cli/options/option_values.h"
#include "app/cli/options/run_options.h"
#include "app/cli/options/start_options.h"
#include "app/cli/options/vectors_data.h"
#include "app/cli/reports/output.h"
#include "app/cli/verbs/verbs.h"
#include "app/paper/savers.h"
#include "app/spine/files/paths.h"
#include "app/subjects/recordings/recordings.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/save.h"
#include "profiling/recording/file.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <memory>

namespace pairscope::cli {
namespace {

using app::RecordedSet;
using app::State;
using profiling::Recording;

struct ChartOptions {
    std::string kind;
    std::vector<std::string> recordings;
    std::filesystem::path output;
    std::string variant, device;
    std::optional<profiling::MemoryLevel> level{};
    std::optional<profiling::WorkUnit> unit{};
    TargetKind target = TargetKind::linear;
    LookOptions look;
    double pixels = 2.0;
    DataOptions vectors; ///< data for the chart of vectors
};

std::string lower(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    return text;
}

const app::Saver& chart_of(const ChartOptions& options) {
    if (const app::Saver* const chart = app::find_chart(options.kind)) return *chart;
    throw InputError(
        fmt::format("there is no chart {}; choose one of {}", options.kind, fmt::join(app::chart_kinds(), ", ")));
}

charts::Format format_of(const ChartOptions& options) {
    if (const auto format = charts::format_of(options.output)) return *format;
    throw InputError(
        fmt::format("cannot draw into {}: its name must end in .svg, .png or .pdf", shown(options.output)));
}

/// The recordings that the command line names; without any, the shipped ones of the usual workload.
std::vector<std::filesystem::path> files_of(const ChartOptions& options) {
    std::vector<std::filesystem::path> files(options.recordings.begin(), options.recordings.end());
    if (!files.empty()) return files;
    std::ranges::copy_if(app::shipped_recordings(), std::back_inserter(files), [](const std::filesystem::path& file) {
        return app::is_shipped_for(file, workload_types().front().id);
    });
    std::ranges::reverse(files); // H200 before H100, as in the window
    return files;
}

bool is_gpu(const Device& device) { return device.backend == Backend::cuda; }

/// One device of each recording: the one that was asked for, else its first, and a GPU rather than a CPU. It is no part
/// of a GPU, unless there are only parts.
std::optional<Device> device_in(const Recording& recording, const std::string& wanted) {
    std::vector<Device> all = recording.devices;
    std::ranges::stable_partition(all, [](const Device& device) { return device.whole_units == 0; });
    const auto fits = [&](const Device& d) { return lower(d.name).find(lower(wanted)) != std::string::npos; };
    auto found = wanted.empty() ? std::ranges::find_if(all, is_gpu) : std::ranges::find_if(all, fits);
    if (found == all.end() && wanted.empty()) found = all.begin();
    if (found == all.end()) return {};
    return *found;
}

std::string names_of_devices(const std::vector<Recording>& recordings) {
    std::vector<std::string> names;
    for (const Recording& recording : recordings)
        for (const Device& device : recording.devices) names.push_back(device.name);
    return fmt::format("{}", fmt::join(names, ", "));
}

/// A state that shows these recordings, each reduced to one device unless the chart compares them.
State state_of(const ChartOptions& options, std::string_view kind) {
    const auto files = files_of(options);
    std::vector<Recording> recordings;
    for (const auto& file : files) recordings.push_back(profiling::load_recording(file));
    State state;
    state.run.target = options.target;
    state.run.devices = {Device{}}; // recorded runs stand beside this machine's; a chart needs nothing of it
    for (std::size_t i = 0; i < files.size(); ++i) {
        const auto device = device_in(recordings[i], options.device);
        if (!device) {
            if (!options.recordings.empty() && files.size() > 1)
                say(fmt::format("{} is left out: it has no device {}", shown(files[i]), options.device));
            continue;
        }
        auto reduced = std::make_shared<Recording>(recordings[i]);
        // Times against sizes are compared across devices, and those of multiprocessors across parts of one.
        const bool compares = kind == "multiprocessors" || (kind == "size" && options.device.empty());
        if (!compares) reduced->devices = {*device};
        app::ShownRecording shown{.id = ++state.recordings.last_id, .path = files[i], .recording = reduced};
        // One of the shipped recordings is enough: that of a GPU, or of the device that was asked for.
        const bool better = options.recordings.empty() && !state.recordings.shown.empty() &&
                            !is_gpu(state.recordings.shown.front().recording->devices.front()) && is_gpu(*device);
        if (better) state.recordings.shown.clear();
        if (!options.recordings.empty() || state.recordings.shown.empty())
            state.recordings.shown.push_back(std::move(shown));
    }
    if (state.recordings.shown.empty())
        throw InputError(fmt::format("no recording has a device {}: choose one of {}", options.device,
                                     names_of_devices(recordings)));
    if (const auto workload = app::recorded_workload(*state.recordings.shown.front().recording))
        state.data.now.question.workload = *workload;
    return state;
}

/// The fastest whose output is of 32 bits, so that nothing is won by precision.
const profiling::Measurement& fastest(const RecordedSet& set) {
    const auto seconds = [](const profiling::Measurement* m) {
        return std::pair(m->entry != Entry::float32, profiling::seconds_of(*m));
    };
    return **std::ranges::min_element(set.runs, {}, seconds);
}

const profiling::Measurement& run_named(const RecordedSet& set, const std::string& variant) {
    if (variant.empty()) return fastest(set);
    std::vector<std::string_view> names;
    for (const profiling::Measurement* m : set.runs) {
        if (m->variant_id == variant || short_name(m->variant_id) == variant) return *m;
        names.push_back(short_name(m->variant_id));
    }
    throw InputError(fmt::format("{} has no times of {} on {}; it has {}", shown(set.shown->path), variant,
                                 set.device->name, fmt::join(names, ", ")));
}

std::string no_such_work(profiling::WorkUnit unit, const std::vector<profiling::WorkUnit>& units) {
    std::vector<std::string_view> names;
    for (const profiling::WorkUnit one : units) names.push_back(name_of(one));
    return fmt::format(
        "--unit {} cannot be used because the recorded workload has no work in this unit; choose one of {}",
        name_of(unit), fmt::join(names, ", "));
}

/// Says which files of the command line have nothing in the chart.
void say_what_is_left_out(const State& state, const std::vector<RecordedSet>& sets) {
    for (const app::ShownRecording& recording : state.recordings.shown) {
        const auto is_of_it = [&](const RecordedSet& set) { return set.shown == &recording; };
        if (std::ranges::any_of(sets, [&](const RecordedSet& set) { return is_of_it(set) && !set.runs.empty(); }))
            continue;
        const auto workload = app::recorded_workload(*recording.recording);
        std::string reason = "it has no times that can be drawn";
        if (workload && *workload != state.data.now.question.workload)
            reason = fmt::format("it belongs to the workload {}, and the chart shows {}", *workload,
                                 state.data.now.question.workload);
        else if (std::ranges::any_of(sets, is_of_it))
            reason = fmt::format("it has no runs that write the target {}; --target chooses another one",
                                 name_of(state.run.target));
        say(fmt::format("{} is left out: {}", shown(recording.path), reason));
    }
}

/// The first recording's run is the selected one: its roofs, its samples. A chart of parts of a GPU has none of them.
void choose(State& state, const ChartOptions& options, std::string_view kind) {
    auto sets = app::recorded_sets(state);
    if (kind == "multiprocessors" && (sets.empty() || !options.variant.empty())) {
        if (!options.variant.empty())
            state.run.variant_id = variant_named(options.variant, std::string(state.data.now.question.workload)).id;
        return;
    }
    if (state.recordings.shown.size() > 1) say_what_is_left_out(state, sets);
    const bool has_sets = !sets.empty();
    std::erase_if(sets, [](const RecordedSet& set) { return set.runs.empty(); });
    if (sets.empty() && has_sets)
        throw InputError(fmt::format("{} has no runs that write the target {}; --target chooses another one",
                                     shown(state.recordings.shown.front().path), name_of(state.run.target)));
    if (sets.empty())
        throw InputError(fmt::format("{} has no times that can be drawn: make one with pairscope record",
                                     shown(state.recordings.shown.front().path)));
    state.run.variant_id = run_named(sets.front(), options.variant).variant_id;
    state.recordings.chosen = app::RecordedChoice{sets.front().shown->id, *sets.front().device};
    state.look.level = options.level;
    if (!options.unit) return;
    const auto units = profiling::units_of(sets.front().workload);
    if (std::ranges::find(units, *options.unit) == units.end()) throw InputError(no_such_work(*options.unit, units));
    state.look.unit = *options.unit;
}

/// Options that would change nothing.
void check_together(const ChartOptions& options, std::string_view kind, charts::Format format, const CLI::App& verb) {
    const auto given = [&](const char* name) { return verb.get_option(name)->count() > 0; };
    for (const char* name : {"--level", "--unit"})
        if (kind != "roofline" && given(name))
            throw InputError(
                fmt::format("{} applies only to the chart roofline: leave it out for {}", name, options.kind));
    const bool of_vectors = kind == "vectors";
    for (const char* name : vectors_options)
        if (!of_vectors && given(name))
            throw InputError(
                fmt::format("{} applies only to the chart vectors: leave it out for {}", name, options.kind));
    for (const char* name : {"--variant", "--device", "--target"})
        if (of_vectors && given(name))
            throw InputError(fmt::format("{} chooses runs, and the chart vectors shows data only: leave it out", name));
    if (format != charts::Format::png && given("--scale"))
        throw InputError("--scale applies only to PNG files: leave it out for SVG and PDF, which have no pixels");
}

ExitCode chart(const ChartOptions& options, const CLI::App& verb) {
    const Interrupt interrupt; // a signal ends the program: there is no part of a chart
    const app::Saver& saver = chart_of(options);
    const std::string_view kind = saver.id;
    if (!saver.of_one.empty() && options.recordings.size() > 1)
        throw InputError(fmt::format("the chart {} shows one {}: give one recording", options.kind, saver.of_one));
    charts::Request request{.kind = kind, .format = format_of(options)};
    check_together(options, kind, request.format, verb);
    std::vector<std::filesystem::path> inputs = input_files(options.vectors);
    inputs.insert(inputs.end(), options.recordings.begin(), options.recordings.end());
    require_no_input(options.output, inputs);
    if (const Size size = size_of(options.look); size.width > 0) request.size = charts::Size{size.width, size.height};
    request.theme = options.look.theme.value_or(app::Theme::light);
    request.pixels = options.pixels;
    request.every_device = true;
    State state;
    if (kind == "vectors") {
        state = state_with_vectors(options.vectors, options.recordings);
    } else {
        state = state_of(options, kind);
        choose(state, options, kind);
    }
    save_text(options.output, charts::drawn(state, request));
    print_text(options.output.string() + "\n");
    return ExitCode::ok;
}

std::string kinds_in_help() {
    std::vector<std::string_view> kinds;
    for (const app::Saver& saver : app::savers())
        if (!saver.in_help.empty()) kinds.push_back(saver.in_help);
    return fmt::format("{}", fmt::join(kinds, ", "));
}

} // namespace

void add_chart(CLI::App& program, Verb& chosen) {
    const auto options = std::make_shared<ChartOptions>();
    CLI::App* verb = program.add_subcommand(
        "chart", "Draw a chart of recorded runs for a paper, as SVG, PNG or PDF, without a GPU or a window");
    verb->footer(std::string(exit_code_help));
    verb->add_option("KIND", options->kind, kinds_in_help())->required()->type_name("");
    verb->add_option(
            "RECORDING", options->recordings,
            "Files that pairscope record wrote; the charts roofline and speedup take several [that of the H200]")
        ->type_name("");
    verb->add_option("-o,--output", options->output,
                     "The file to write; its ending .svg, .png or .pdf chooses the format")
        ->required()
        ->type_name("FILE");
    verb->add_option("-v,--variant", options->variant, "The selected variant [the fastest with 32-bit output]")
        ->type_name("ID");
    verb->add_option(
            "-d,--device", options->device,
            "Part of the name of the device, for recordings with several devices [the first GPU, else the CPU]")
        ->type_name("NAME");
    verb->add_option("--level", options->level,
                     "The memory level of a roofline chart [the one that limits the selected run]")
        ->transform(one_of("--level", profiling::level_names))
        ->type_name(choices_in(profiling::level_names));
    verb->add_option("--unit", options->unit,
                     "The unit of work of a roofline, counted per second [the workload's arithmetic]")
        ->transform(one_of("--unit", profiling::unit_names))
        ->type_name(choices_in(profiling::unit_names));
    verb->add_option("--target", options->target, "Draw the runs that write linear memory or a texture [linear]")
        ->transform(one_of("--target", target_names))
        ->type_name(choices_in(target_names));
    verb->add_option("--scale", options->pixels, "Pixels of a PNG per unit of the size, along each side [2]")
        ->transform(number("--scale", 0.5, 8.0))
        ->type_name("0.5-8");
    verb->add_option("--size", options->look.size, "Width and height [880 wide, with a height that suits the chart]")
        ->type_name("WxH");
    verb->add_option("--theme", options->look.theme, "Theme: light for paper, dark for slides [light]")
        ->transform(one_of("--theme", app::theme_names))
        ->type_name(choices_in(app::theme_names));
    add_vectors_options(*verb, options->vectors);
    verb->callback([&chosen, options, verb] { chosen = [options, verb] { return chart(*options, *verb); }; });
}

} // namespace pairscope::cli
