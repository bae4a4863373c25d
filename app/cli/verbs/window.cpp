// SPDX-License-Identifier: MIT
// pairscope without a verb: the window. Without a display the same scene goes into a file, and the table of times to
// standard output.
#include "app/cli/interrupt.h"
#include "app/cli/options/data.h"
#include "app/cli/options/run_options.h"
#include "app/cli/verbs/bench.h"
#include "app/cli/verbs/render.h"
#include "app/cli/verbs/verbs.h"
#include "kernels/data/errors.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#if PAIRSCOPE_HAS_GUI
#include "app/window/gui.h"
#endif

namespace pairscope::cli {
namespace {

struct WindowOptions {
    DataOptions data;
    LookOptions look;
    std::string variant;
    std::string device;
    bool no_interop = false;
    bool builtin_files = false;
    bool fresh = false;
};

/// Recordings lie beside the points, whatever these are.
std::vector<InputFile> recordings_among(DataOptions& data) {
    std::vector<InputFile> recordings;
    std::vector<std::string> others;
    for (const std::string& name : data.files) {
        data.looked_at.push_back(look_at_file(data, name));
        if (data.looked_at.back().is(FileFormat::recording))
            recordings.push_back(data.looked_at.back());
        else
            others.push_back(name);
    }
    data.files = std::move(others);
    return recordings;
}

void check_files(const DataOptions& data) {
    std::error_code ignored;
    for (const std::string& file : data.files)
        if (!std::filesystem::exists(file, ignored))
            throw InputError(fmt::format("cannot read {}: there is no such file", file));
}

ExitCode without_window(WindowOptions options, std::string_view reason) {
    const std::vector<InputFile> recordings = recordings_among(options.data);
    if (!recordings.empty()) say("recordings are shown in the window; pairscope compare sets two of them side by side");
    DataOptions& data = options.data;
    const bool names_data = !data.files.empty() || !data.points.empty() || !data.a.empty() || !data.shape.empty();
    if (!recordings.empty() && !names_data) data.points = recordings.front().path.string();
    if (options.data.files.size() > 1)
        throw InputError(fmt::format("without a window one table can be drawn, not {}: name one of them",
                                     fmt::join(options.data.files, " and ")));
    Data decided = data_of(options.data, options.variant);
    RenderOptions drawing;
    drawing.look = options.look;
    drawing.variant = options.variant;
    drawing.device = options.device;
    drawing.scene = Scene::screen_if_possible;
    say(fmt::format("{}, so the window is drawn into {}, and then the variants are measured", reason,
                    drawing.output.string()));
    if (const ExitCode code = render(drawing, decided); code != ExitCode::ok) return code;
    if (decided.type->inputs.takes_distances) return ExitCode::ok; // there is nothing to measure
    BenchOptions timing;
    timing.run.device = options.device;
    decided.told = true; // by render()
    return bench(timing, decided);
}

#if PAIRSCOPE_HAS_GUI
bool is_set(const char* variable) {
    const char* value = std::getenv(variable);
    return value != nullptr && *value != '\0';
}

ExitCode window(WindowOptions options) {
    if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY")) return without_window(options, "there is no display");
    Interrupt interrupt;
    interrupt.stop_gently(); // settings and layout are saved, as when the window is closed
    const std::vector<InputFile> recordings = recordings_among(options.data);
    app::StartOptions start = start_options({options.data, options.look, options.variant, options.device});
    start.no_interop = options.no_interop;
    start.builtin_files = options.builtin_files;
    start.fresh = options.fresh;
    start.offer_recording = true;
    start.files.insert(start.files.end(), recordings.begin(), recordings.end());
    const auto code = static_cast<ExitCode>(app::run_gui(start, interrupt.token()));
    return code == ExitCode::ok && interrupt.happened() ? ExitCode::interrupted : code;
}
#else
ExitCode window(const WindowOptions& options) { return without_window(options, "this build has no window"); }
#endif

} // namespace

void add_window(CLI::App& program, Verb& chosen) {
    const auto options = std::make_shared<WindowOptions>();
    add_data_options(program, options->data, Files::many);
    add_workload_option(program, options->data.workload);
    add_feature_options(program, options->data, FeatureOptions::pictures_too);
    add_look_options(program, options->look, "as last time");
    program.add_option("-v,--variant", options->variant, "The variant that is selected at the start");
    program.add_option("-d,--device", options->device,
                       "Device: cpu, cuda:0, ... [the GPU that draws the window, else the CPU]");
    program.add_flag("--no-interop", options->no_interop,
                     "Copy the matrix through host memory even where kernels could write the texture");
    program.add_flag("--builtin-files", options->builtin_files, "Use the program's own file dialogs");
    program.add_flag("--fresh", options->fresh, "Neither read nor write settings, layout and recent files");
    program.callback([&program, &chosen, options] {
        if (program.get_subcommands().empty())
            chosen = [options] {
                check_files(options->data);
                return window(*options);
            };
    });
}

} // namespace pairscope::cli
