// SPDX-License-Identifier: MIT
#include "app/window/menus/actions.h"

#include "app/paper/savers.h"
#include "app/spine/action_list.h"
#include "app/spine/files/paths.h"
#include "app/spine/schedule.h"
#include "app/spine/state_queries.h"
#include "app/spine/update/update.h"
#include "app/subjects/compare/compare.h"
#include "app/subjects/data/data.h"
#include "app/subjects/matrix/differences/differences.h"
#include "app/subjects/matrix/picture_actions.h"
#include "app/subjects/matrix/wrong_entries.h"
#include "app/subjects/matrix/zoom/place_actions.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "app/subjects/measuring/measuring.h"
#include "app/subjects/measuring/time_charts.h"
#include "app/subjects/neighbours/neighbour_actions.h"
#include "app/subjects/neighbours/neighbours.h"
#include "app/subjects/recordings/recordings.h"
#include "app/subjects/source/source_actions.h"
#include "app/subjects/trace/trace.h"
#include "app/subjects/workshop/workshop.h"
#include "kernels/data/readable.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace pairscope::app {
namespace {

/// Adds the recordings that are open, to show and to close them, and then the shipped recordings.
void add_recordings(ActionList& list, const State& state) {
    const auto& open = state.recordings.shown;
    const auto title = [](const ShownRecording& shown) {
        return fmt::format("{}: {}", pairscope::shown(shown.path.stem()), title_of(*shown.recording));
    };
    for (const ShownRecording& shown : open)
        list.choose("Recordings", fmt::format("recording.{}", shown.id), title(shown),
                    command::ShowRecording{shown.id, !shown.visible}, shown.visible)
            .title_when_on = "Hide the recording " + title(shown);
    for (const std::filesystem::path& path : state.recordings.shipped) {
        if (std::ranges::find(open, path, &ShownRecording::path) != open.end()) continue;
        const std::string device = pairscope::shown(path.parent_path().filename());
        const std::string workload = pairscope::shown(path.stem());
        list.choose("Recordings/" + device, fmt::format("recording.open.{}, {}", device, workload),
                    fmt::format("Show {}", workload), command::OpenRecording{path}, false);
    }
    for (const ShownRecording& shown : open)
        list.choose("Recordings", fmt::format("recording.points.{}", shown.id), "Use the points of " + title(shown),
                    command::UseRecordedPoints{shown.id}, false);
    for (const ShownRecording& shown : open)
        list.choose("Recordings", fmt::format("recording.close.{}", shown.id), "Close " + title(shown),
                    command::CloseRecording{shown.id}, false);
}

/// The lines of one group of what can be saved.
void add_savers(ActionList& list, const State& state, std::string_view first_part_of_id, const char* group) {
    for (const Saver& saver : savers()) {
        if (!saver.action.starts_with(first_part_of_id)) continue;
        if (saver.is_offered != nullptr && !saver.is_offered(state)) continue;
        const Command command =
            saver.asks_first != nullptr ? saver.asks_first() : Command(command::ShowDialog{Dialog::save, saver.id});
        Action& action = list.add(std::string(saver.action), std::string(saver.line), command,
                                  saver.keys.empty() ? Keys{} : Keys{std::string(saver.keys)});
        action.group = group;
        action.why_not = [&state, why_not = saver.why_not] { return why_not(state); };
    }
}

void add_file(ActionList& list, const State& state) {
    list.in(Menu::file);
    list.add("file.open", "Open...", command::ShowDialog{Dialog::open_file}, {"Ctrl+O"});
    list.add("file.open_other", "Compare with another matrix...", command::ShowDialog{Dialog::open_other}).why_not =
        [&state] { return why_no_two(state); };
    list.add("file.open_kernel", "Open a kernel of your own...", command::ShowDialog{Dialog::open_kernel});
    list.add("file.new_kernel", "New kernel of your own", command::NewKernel{new_kernel_folder(state)}).about =
        "Writes a file with a right kernel to begin with, and opens it in the panel Workshop.";
    add_recordings(list, state);
    list.divide();
    add_savers(list, state, "file.", "");
    add_savers(list, state, "export.", "Export");
    list.choose("Export", "export.theme", "Charts in the screen's theme",
                command::SetChartTheme{!state.look.charts_as_screen}, state.look.charts_as_screen);
    for (const OfferedFigureSize& offer : figure_sizes)
        list.choose("Size of figures", std::string(offer.id), std::string(offer.title),
                    command::SetFigureSize{offer.size}, state.look.figure == offer.size)
            .about = std::string(what_figure_sizes_are);
    list.divide();
    list.add("file.quit", "Quit", command::Quit{}, {"Ctrl+Q"});
}

GeneratorSettings settings_for(const State& state, Shape shape) {
    const std::int64_t n = state.data.now.question.first ? current_workload(state).rows : 2048;
    const auto* now = std::get_if<GeneratorSettings>(&state.data.now.source);
    return default_settings(shape, n, now == nullptr ? 1 : now->seed);
}

void add_data(ActionList& list, const State& state) {
    const DataState& data = state.data;
    const auto* made = std::get_if<GeneratorSettings>(&data.now.source);
    list.in(Menu::data);
    list.add("data.undo", "Undo", command::Undo{}, {"Ctrl+Z"}).why_not = unless(!data.undo.empty(), "Nothing to undo.");
    list.add("data.redo", "Redo", command::Redo{}, {"Ctrl+Shift+Z", "Ctrl+Y"}).why_not =
        unless(!data.redo.empty(), "Nothing to redo.");
    list.divide();
    list.add("data.delete", "Delete selected points", command::DeleteSelected{}, {"Delete"}).why_not =
        unless(!data.selected.empty(), "No points are selected.");
    list.add("data.unselect", "Clear the selection", command::SelectRows{}).why_not =
        unless(!data.selected.empty(), "No points are selected.");
    list.add("data.reset", "Discard all edits", command::SetSource{data.now.source}).why_not =
        unless(data.now.edited, "The points are as their source made them.");
    const auto published = published_source(state);
    list.add("data.published", fmt::format("Use the published size: {}", size_text(current_type(state).classic)),
             command::SetSource{published.value_or(data.now.source)})
        .why_not =
        unless(published.has_value(), "The data already has this size, or comes from a file of another size.");
    if (const auto* file = std::get_if<FileSource>(&data.now.source)) {
        FileSource whole = *file;
        whole.whole = true;
        list.add("data.all_rows", "Look at all rows of the file", command::SetSource{whole}).why_not =
            unless(!file->whole && !data.now.edited, data.now.edited ? "Points were edited. Discard all edits first."
                                                                     : "All rows of the file are shown.");
    }
    list.add("data.copy_command", "Copy the command line of this data",
             command::Copy{shell_command_of(data.now), "The command line of this data"})
        .why_not = unless(data.now.question.first != nullptr, "There is no data yet.");
    list.add("data.kilometres", "Compare places in kilometres", command::MeasureInKilometres{}).why_not = unless(
        offers_kilometres(state), "This needs longitude and latitude in degrees that are compared as if they were "
                                  "flat.");
    list.divide();
    if (workload_types().size() > 1)
        for (const WorkloadType& type : workload_types())
            list.choose("Workload", fmt::format("workload.{}", type.id), std::string(type.title),
                        command::ChooseWorkload{std::string(type.id)}, type.id == data.now.question.workload);
    if (!takes_points(current_type(state))) return;
    for (const Shape shape : shapes())
        list.choose("Generate", fmt::format("shape.{}", name_of(shape)), std::string(title_of(shape)),
                    command::SetSource{settings_for(state, shape)}, made != nullptr && made->shape == shape);
}

void add_variants(ActionList& list, const State& state) {
    for (const KernelVariant* variant : ladder(state)) {
        Action& action = list.choose(
            "Variant", fmt::format("variant.{}", short_name(variant->id)), std::string(short_name(variant->id)),
            command::SelectVariant{std::string(variant->id)}, state.run.variant_id == variant->id);
        if (const std::string key = key_of(state, *variant); !key.empty()) action.keys = {key};
    }
}

void add_compared(ActionList& list, const State& state) {
    for (const KernelVariant* variant : ladder(state)) {
        const std::string name(short_name(variant->id));
        Action& action =
            list.choose("Compare with", fmt::format("compare.{}", name), name,
                        command::CompareWith{std::string(variant->id)}, state.compare.other == variant->id);
        action.why_not = unless(variant != selected_variant(state), "This is the selected variant.");
        if (const std::string key = key_of(state, *variant); !key.empty()) action.keys = {"Ctrl+" + key};
    }
}

void add_devices(ActionList& list, const State& state) {
    for (std::size_t i = 0; i < state.run.devices.size(); ++i) {
        const Device& device = state.run.devices[i];
        list.choose("Device", fmt::format("device.{}", device_id(device)), device.name, command::SelectDevice{i},
                    state.run.device == i);
    }
}

void add_film(ActionList& list, const State& state) {
    const FilmState& film = state.trace.film;
    const std::size_t steps = film.shown ? film_length(film) : 0;
    const std::size_t at = std::min(film.step, std::max<std::size_t>(steps, 1) - 1);
    list.add("trace.play", film.playing ? "Pause the block" : "Play the requests of a block",
             command::PlayFilm{!film.playing}, {"P"})
        .why_not = unless(wanted_trace(state).has_value(), "Only a CUDA variant that can be simulated has a trace.");
    list.add("trace.step", "Next request of the block", command::StepFilm{at + 1}, {"Shift+Right"}).why_not =
        unless(at + 1 < steps, "No block is played, or this is its last request.");
    list.add("trace.step_back", "Request before this one in the block", command::StepFilm{at > 0 ? at - 1 : 0},
             {"Shift+Left"})
        .why_not = unless(steps > 0 && at > 0, "No block is played, or this is its first request.");
    list.add("trace.teach", fmt::format("Play the stores of {} points", rows_for_teaching), command::PlayForTeaching{})
        .why_not = [&state] { return why_not_for_teaching(state); };
    list.add(
            "trace.stores", "Play stores only",
            command::ShowFilmContent{film.content == FilmContent::stores ? FilmContent::requests : FilmContent::stores})
        .checked = film.content == FilmContent::stores;
}

void add_trace(ActionList& list, const State& state) {
    for (const auto level : {profiling::MemoryLevel::dram, profiling::MemoryLevel::l2, profiling::MemoryLevel::l1}) {
        const std::string name(name_of(level));
        list.choose("Roofline of", "roofline." + name, name, command::SetMemoryLevel{level},
                    roofline_level(state) == level);
    }
    const Workload& workload = current_type(state).classic; // its kinds of work, whatever the size
    for (const profiling::WorkUnit unit : profiling::units_of(workload))
        list.choose("Roofline of", fmt::format("roofline.{}", name_of(unit)), fmt::format("{}/s", title_of(unit)),
                    command::SetWorkUnit{unit}, profiling::unit_for(workload, state.look.unit) == unit);
    list.add("counters.show", "Show the counters: what the hardware did", command::FocusPanel{"Counters"}, {"C"});
    list.add("counters.on", "Read the counters for every measurement and while dragging",
             command::SetCounting{!state.counters.on})
        .checked = state.counters.on;
    list.add("launch.sample", "Sample the launch again: how busy the GPU is from its beginning to its end",
             command::SampleLaunch{})
        .why_not = [&state] { return why_not_sampled_again(state); };
    list.add("trace.show", "Show the trace: what the warps touch", command::FocusPanel{"Trace"}, {"T"});
    add_film(list, state);
    add_instructions(list, state);
}

void add_outputs(ActionList& list, const RunState& run) {
    for (const TargetKind target : {TargetKind::linear, TargetKind::surface})
        list.choose("Output", target == TargetKind::linear ? "output.linear" : "output.texture",
                    "Output: " + std::string(title_of(target)), command::SetTarget{target}, run.target == target);
    list.add("output.switch", "Switch the output: linear memory or texture",
             command::SetTarget{run.target == TargetKind::linear ? TargetKind::surface : TargetKind::linear}, {"O"});
}

void add_run(ActionList& list, const State& state) {
    const RunState& run = state.run;
    const auto works = [&state] {
        if (const auto& activity = state.run.activity) return activity->cancellable;
        return !state.data.loading && !settled(state); // for a moment, between two measurements
    };
    list.in(Menu::run);
    add_variants(list, state);
    const bool steps_rows = has_neighbours(state) && state.view.pinned; // then the arrow keys belong to the mark
    const auto unless_rows = [&](const char* key) { return steps_rows ? Keys{} : Keys{key}; };
    list.add("run.previous", "Previous variant", command::StepVariant{-1}, unless_rows("Up"));
    list.add("run.next", "Next variant", command::StepVariant{1}, unless_rows("Down"));
    add_compared(list, state);
    list.add("compare.sources", "Compare both sources side by side", command::ShowDialog{Dialog::sources}).why_not =
        unless([&state] { return other_variant(state) != nullptr; },
               "No second variant is chosen. Hold Ctrl and click one in the ladder.");
    add_devices(list, state);
    list.divide();
    list.add("run.again", "Run again", command::RunAgain{}, {"Space"});
    const auto if_shown = unless(!hides_kernels(state), "The panels about kernels are hidden. The key A shows them.");
    const OwnKernel* const own = shown_kernel(state);
    list.add("workshop.try", "Try the kernel of your own", command::TryKernel{own == nullptr ? "" : own->path},
             {"Ctrl+Enter"})
        .why_not = [&state] { return why_no_try(state); };
    list.add("run.all", "Measure all variants", command::MeasureAll{}).why_not = if_shown;
    list.add("run.ceilings", "Measure the ceilings again", command::MeasureCeilings{}).why_not = if_shown;
    list.add("run.live", "Live: recompute as points move", command::SetLive{!run.live}, {"L"}).checked = run.live;
    if (asks_for_matrix(state)) add_outputs(list, run);
    using profiling::CacheState;
    list.choose("Caches before a timed run", "caches.warm", "warm: as the run before left them",
                command::SetCaches{CacheState::warm}, run.caches == CacheState::warm);
    list.choose("Caches before a timed run", "caches.cold", "cold: overwritten each time",
                command::SetCaches{CacheState::cold}, run.caches == CacheState::cold);
    add_trace(list, state);
    list.divide();
    list.add("run.cancel", "Cancel", command::CancelWork{}, {"Escape"}).why_not = unless(works, "Nothing is running.");
}

void add_colours(ActionList& list, const State& state, const Choices& choices) {
    const ColourSettings& now = state.view.colours;
    const auto with = [&](auto change) {
        ColourSettings changed = now;
        change(changed);
        return command::SetColours{changed};
    };
    for (const std::string& name : choices.colormaps)
        list.choose("Colormap", fmt::format("colormap.{}", name), name, with([&](auto& c) { c.colormap = name; }),
                    now.colormap == name);
    const auto scale = [&](const char* id, const char* title, Transform transform) {
        list.choose("Colour scale", id, title, with([&](auto& c) { c.transform = transform; }),
                    now.transform == transform);
    };
    scale("scale.linear", "linear", Transform::linear);
    scale("scale.square_root", "sqrt", Transform::square_root);
    scale("scale.logarithmic", "logarithmic", Transform::logarithmic);
    list.choose("Colour range", "range.automatic", "smallest to largest value",
                with([](auto& c) { c.range = RangeMode::automatic; }), now.range == RangeMode::automatic);
    list.choose("Colour range", "range.percentile", "without the outermost values",
                with([](auto& c) { c.range = RangeMode::percentile; }), now.range == RangeMode::percentile);
    list.choose("Colour range", "range.symmetric", "as far below 0 as above it",
                with([](auto& c) { c.range = RangeMode::symmetric; }), now.range == RangeMode::symmetric);
    list.choose("Colour range", "range.in_sight", "of what is in sight",
                with([](auto& c) { c.range = RangeMode::in_sight; }), now.range == RangeMode::in_sight);
    list.choose("Colour range", "range.fixed", "as it is now, fixed", with([&](auto& c) {
                    c.fixed = shown_range(state);
                    c.range = RangeMode::fixed;
                }),
                now.range == RangeMode::fixed);
}

void add_looks(ActionList& list, const State& state) {
    const LookState& look = state.look;
    const auto bars = [&](const char* id, const char* title, Bars which) {
        list.choose("Ladder bars", id, title, command::SetBars{which}, look.bars == which);
    };
    bars("bars.share", "useful fraction", Bars::share);
    bars("bars.time", "time", Bars::time);
    bars("bars.speedup", "speed-up over the first", Bars::speedup);
    bars("bars.energy", "energy of a run, where it was measured", Bars::energy);
    list.choose("Theme", "theme.dark", "Dark", command::SetTheme{Theme::dark}, look.theme == Theme::dark);
    list.choose("Theme", "theme.light", "Light", command::SetTheme{Theme::light}, look.theme == Theme::light);
}

void add_view(ActionList& list, const State& state, const Choices& choices) {
    const LookState& look = state.look;
    list.in(Menu::view);
    list.add("view.fit", "Fit matrix and points", command::FitView{}, {"F"});
    list.add("view.one_to_one", "One cell, one pixel", command::OneToOne{}, {"H"});
    list.append(place_actions(state));
    Action& marks = list.add("view.wrong", "Mark wrong entries", command::MarkWrong{!state.view.wrong_marks}, {"W"});
    marks.checked = state.view.wrong_marks;
    marks.why_not =
        unless([&state] { return wrong_entries(state).has_value(); }, "No wrong entry is known in this picture.");
    const bool errors = state.view.content != MatrixContent::values;
    Action& shows = list.add("view.errors", "Show errors in the matrix",
                             command::ShowContent{errors ? MatrixContent::values : MatrixContent::errors}, {"E"});
    shows.checked = errors;
    shows.why_not = [&state] { return why_no_differences(state); };
    list.append(picture_actions(state));
    list.divide();
    add_colours(list, state, choices);
    add_looks(list, state);
    list.divide();
    list.add("view.larger", "Larger text", command::SetScale{look.scale * 1.1f}, {"Ctrl+Plus"});
    list.add("view.smaller", "Smaller text", command::SetScale{look.scale / 1.1f}, {"Ctrl+Minus"});
    list.add("view.usual", "Default text size", command::SetScale{1.0f}, {"Ctrl+0"});
    list.divide();
    for (const std::string& panel : choices.panels) {
        const auto found = look.panels.find(panel);
        const bool shown = found == look.panels.end() || found->second;
        list.choose("Panels", fmt::format("panel.{}", panel), panel, command::ShowPanel{panel, !shown}, shown);
    }
    list.add("view.reset_layout", "Reset layout", command::ResetLayout{});
    Action& for_data = list.add("view.data", "Only data: hide the panels about kernels and the GPU",
                                command::ArrangeForData{!look.data_arrangement}, {"A"});
    for_data.checked = look.data_arrangement;
    for_data.about =
        "Leaves the data, the points, the matrix and the nearest neighbours. No kernel is timed meanwhile. "
        "The key A does the same, and brings the other panels back.";
    list.add("view.presentation", "Presentation: panels off, text larger", command::SetPresentation{!look.presentation},
             {"F11"})
        .checked = look.presentation;
    list.add("view.swap", "Presentation: swap the output and the panel", command::PresentOutput{!look.presents_output},
             {"S"})
        .why_not = unless(look.presentation, "There is no presentation. F11 starts one.");
}

void add_help(ActionList& list, const State& state) {
    list.in(Menu::help);
    list.add("help.window", "Using the window", command::ShowDialog{Dialog::help}).about =
        "Pages that say what can be done in the window and in a terminal, how files are read, and what numbers mean.";
    list.add("help.palette", "Command palette", command::ShowDialog{Dialog::palette}, {"Ctrl+P"});
    list.add("help.shortcuts", "Keys and mouse", command::ShowDialog{Dialog::shortcuts}, {"F1", "?"});
    list.add("help.glossary", "Glossary", command::ShowDialog{Dialog::glossary}).about =
        "Explains words such as warp, sector and bank, each with a picture. Panels underline these words by dots, and "
        "hovering one shows its picture.";
    Action& tour = list.add("help.tour", "Guided tour", command::ShowTour{!state.tour.shown});
    tour.checked = state.tour.shown;
    tour.about = "Shows what the program can do in seven steps, which take about ten minutes together. The tour "
                 "continues where you left it.";
    list.add("help.about", "About Pairscope", command::ShowDialog{Dialog::about});
}

} // namespace

std::string_view title_of(Menu menu) {
    switch (menu) {
    case Menu::file:
        return "File";
    case Menu::data:
        return "Data";
    case Menu::run:
        return "Run";
    case Menu::view:
        return "View";
    case Menu::help:
        return "Help";
    }
    return {};
}

std::vector<Action> actions(const State& state, const Choices& choices) {
    std::vector<Action> all;
    ActionList list(all);
    add_file(list, state);
    add_data(list, state);
    add_run(list, state);
    add_view(list, state, choices);
    add_neighbours(list, state);
    add_help(list, state);
    return all;
}

} // namespace pairscope::app
