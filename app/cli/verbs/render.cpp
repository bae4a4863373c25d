// SPDX-License-Identifier: MIT
// pairscope render: a picture of the matrix, or of the whole window, without a display.
#include "app/cli/verbs/render.h"

#include "app/cli/interrupt.h"
#include "app/cli/options/option_values.h"
#include "app/cli/options/run_options.h"
#include "app/cli/options/session_options.h"
#include "app/cli/reports/output.h"
#include "app/cli/verbs/render_matrix.h"
#include "app/cli/verbs/render_second.h"
#include "app/cli/verbs/verbs.h"
#include "app/paper/figure.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/save.h"
#include "render/gl/headless.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#if PAIRSCOPE_HAS_GUI
#include "app/window/offscreen.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#endif

namespace pairscope::cli {
namespace {

constexpr double seconds_per_variant = 1.0; // for the timed runs on the screen: the user waits for the picture

#if PAIRSCOPE_HAS_GUI
/// What the window would write into its log are messages here.
void log_to_standard_error() {
    spdlog::set_default_logger(spdlog::stderr_logger_st("standard error"));
    spdlog::set_pattern("pairscope: %v");
}

ExitCode render_screen(const RenderOptions& options) {
    const Interrupt interrupt; // a signal ends the program: there is no part of a picture
    log_to_standard_error();
    app::OffscreenOptions screen;
    screen.start = start_options({options.data, options.look, options.variant, options.device, false});
    screen.start.offer_recording = true;
    screen.start.view_order = options.order;
    const std::vector<OpenSession> sessions = sessions_among(options.data);
    if (!screen.start.view) screen.start.view = view_of_session(sessions);
    screen.start.second = second_of_session(sessions);
    screen.start.seconds = seconds_per_variant;
    screen.output = options.output;
    const auto code = static_cast<ExitCode>(app::render_offscreen(screen));
    if (code == ExitCode::ok) print_text(options.output.string() + "\n");
    return code;
}
#else
ExitCode render_screen(const RenderOptions&) {
    say("this build has no window: draw the heatmap instead, without --screen");
    return ExitCode::nothing_ran;
}
#endif

/// Why no window can be drawn off-screen; empty if it can.
std::string why_no_screen() {
    if (!PAIRSCOPE_HAS_GUI) return "this build has no window";
    try {
        const gl::HeadlessContext context;
        return {};
    } catch (const gl::Error& error) {
        return error.what();
    }
}

Scene possible(Scene scene) {
    if (scene != Scene::screen_if_possible) return scene;
    const std::string reason = why_no_screen();
    if (reason.empty()) return Scene::screen;
    say(fmt::format("drawing the heatmap alone: {}", reason));
    return Scene::heatmap;
}

void check_output(const std::filesystem::path& output, bool figure) {
    if (figure) {
        if (!charts::format_of(output))
            throw InputError(
                fmt::format("cannot draw the figure into {}: figures are PDF, SVG or PNG files, so end its "
                            "name in .pdf, .svg or .png",
                            shown(output)));
        require_savable(output);
        return;
    }
    std::string ending = output.extension().string();
    std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    if (ending != ".png")
        throw InputError(
            fmt::format("cannot draw into {}: pictures are PNG files, so end its name in .png", shown(output)));
    require_savable(output);
}

void check_together(const RenderOptions& options) {
    const bool screen = options.scene == Scene::screen;
    if (options.figure && options.scene != Scene::heatmap)
        throw InputError("--figure is the heatmap with axes and a colour bar: leave --cells or --screen out");
    if (!options.title.empty() && !options.figure)
        throw InputError("--title is written over a figure: add --figure, or leave the title out");
    if (!options.caption.empty() && !options.figure)
        throw InputError("--caption is written below a figure: add --figure, or leave the caption out");
    if (options.paper != app::FigureSize{} && !options.figure)
        throw InputError("--width-mm, --font-size and --dpi are about a figure on paper: add --figure, or leave them "
                         "out");
    if (options.paper.width > 0.0 && !options.look.size.empty())
        throw InputError("there are both --width-mm and --size: give one of them");
    if (screen && options.content != MatrixContent::values)
        throw InputError(
            "--errors and --difference work with the heatmap and --cells, not with --screen: leave one of them out");
    if (!options.against.empty() && options.content == MatrixContent::values)
        throw InputError("--against names the variant to compare with: choose what to draw with --difference, such as "
                         "--difference relative");
    if (!options.against.empty() && options.content == MatrixContent::errors)
        throw InputError("--errors and --difference errors compare with the double-precision reference: for --against, "
                         "choose --difference difference, relative or ulps");
    if (options.colours.transform == Transform::logarithmic && options.colours.range == app::RangeMode::fixed &&
        options.colours.fixed.low <= 0.0f)
        throw InputError(fmt::format("--range begins at {:g}, and a logarithmic scale has only values above 0: give a "
                                     "smaller value above 0, or leave --transform logarithmic out",
                                     options.colours.fixed.low));
    if (screen && options.second != SecondPicture::as_saved)
        throw InputError("--second is about the heatmaps, and --screen draws the window: leave one of them out");
    if (screen && options.colours != app::ColourSettings{})
        throw InputError("colours can be chosen for the heatmap and for --cells, not for --screen");
    if (options.scene == Scene::cells && !options.look.size.empty())
        throw InputError("--cells makes one pixel per cell: it takes no --size");
    if (options.scene != Scene::screen && options.scene != Scene::screen_if_possible && options.look.theme)
        throw InputError(
            "--theme chooses the colours of the window, which is not drawn: add --screen, or leave it out");
    if (options.scene != Scene::screen && options.scene != Scene::screen_if_possible && !options.look.view.empty())
        throw InputError("--view is a view of the window, which is not drawn: add --screen, or leave it out");
    if (options.order.kind == app::OrderKind::by_column && options.order.column.empty())
        throw InputError("--view-order column needs the name of a column: give --view-order column:NAME");
    if (options.order_row && options.order.kind != app::OrderKind::by_distance)
        throw InputError("--view-row is the row from which --view-order by_distance measures: add that option, or "
                         "leave --view-row out");
    const bool has_tree = options.order.tree != seriation::TreeChoice{} || options.order.cut != app::TreeCut{};
    if (has_tree && options.order.kind != app::OrderKind::clusters)
        throw InputError("--linkage, --leaf-order, --cut-number and --cut-height are about the tree of --view-order "
                         "clusters: add that option, or leave them out");
}

void add_paper_options(CLI::App& verb, RenderOptions& options) {
    constexpr const char* group = "Figures on paper";
    verb.add_option("--caption", options.caption, "A sentence of yours that is written below the figure")
        ->type_name("TEXT")
        ->group(group);
    verb.add_option("--width-mm", options.paper.width, "Width of --figure in millimetres, such as 85 for one column")
        ->transform(number("--width-mm", 20.0, 2000.0))
        ->type_name("MM")
        ->group(group);
    verb.add_option("--font-size", options.paper.font,
                    "Height of the letters along the edges of --figure in points [7 with --width-mm, else 9]")
        ->transform(number("--font-size", 3.0, 72.0))
        ->type_name("PT")
        ->group(group);
    verb.add_option("--dpi", options.paper.resolution,
                    "Resolution of a PNG of --figure in dots per inch [300 with --width-mm, else 192]")
        ->transform(number("--dpi", 30.0, 2400.0))
        ->type_name("DPI")
        ->group(group);
}

void add_colour_options(CLI::App& verb, app::ColourSettings& colours) {
    constexpr const char* group = "Colours";
    constexpr double largest = std::numeric_limits<float>::max();
    verb.add_option("--colormap", colours.colormap,
                    "Name of a colormap, such as cividis or grey, or blue_orange for differences [viridis]")
        ->group(group);
    verb.add_option("--transform", colours.transform, "How values are mapped to colours [linear]")
        ->transform(one_of("--transform", transform_names))
        ->type_name(choices_in(transform_names))
        ->group(group);
    verb.add_option("--aggregate", colours.aggregate, "How cells that share a pixel are combined [mean]")
        ->transform(one_of("--aggregate", aggregate_names))
        ->type_name(choices_in(aggregate_names))
        ->group(group);
    CLI::Option* range = verb.add_option_function<std::pair<float, float>>(
        "--range",
        [&colours](const std::pair<float, float>& ends) {
            if (!(ends.first < ends.second))
                throw InputError(fmt::format("--range is {:g} {:g}: give the smaller value first, then the larger",
                                             ends.first, ends.second));
            colours.range = app::RangeMode::fixed;
            colours.fixed = {ends.first, ends.second};
        },
        "The values at the ends of the scale [the smallest and the largest]");
    range->transform(number("--range", -largest, largest))->type_name("LOW HIGH")->group(group);
    verb.add_option_function<float>(
            "--percentile",
            [&colours](float percentile) {
                colours.range = app::RangeMode::percentile;
                colours.percentile = percentile;
            },
            "Leave out the outermost values: the scale runs from percentile 100 - P to percentile P")
        ->transform(number("--percentile", 50.0, 100.0))
        ->excludes(range)
        ->type_name("P")
        ->group(group);
}

/// "column:habitat" becomes "column", and the name is kept.
CLI::Validator column_of_order(std::string& column) {
    return {[&column](std::string& text) {
                constexpr std::string_view before = "column:";
                if (!text.starts_with(before)) return std::string();
                column = text.substr(before.size());
                text = "column";
                return std::string();
            },
            ""};
}

void add_order_options(CLI::App& verb, RenderOptions& options) {
    constexpr const char* group = "Order of the picture";
    verb.add_option("--view-order", options.order.kind,
                    "Order of rows and columns in the picture; the data and the output keep theirs. column:NAME sorts "
                    "by that column of the file [as_loaded]")
        ->transform(one_of("--view-order", app::order_kind_names))
        ->transform(column_of_order(options.order.column))
        ->type_name(choices_in(app::order_kind_names) + ":NAME")
        ->group(group);
    verb.add_option("--linkage", options.order.tree.linkage,
                    "How far two clusters are apart, for --view-order clusters [average]")
        ->transform(one_of("--linkage", seriation::linkage_names))
        ->type_name(choices_in(seriation::linkage_names))
        ->group(group);
    verb.add_option("--leaf-order", options.order.tree.leaves,
                    "How the clusters of the tree are turned, for --view-order clusters [near_ends]")
        ->transform(one_of("--leaf-order", seriation::leaf_order_names))
        ->type_name(choices_in(seriation::leaf_order_names))
        ->group(group);
    verb.add_option_function<std::int64_t>(
            "--cut-number",
            [&options](std::int64_t number) { options.order.cut = {.by = app::TreeCut::By::number, .number = number}; },
            "Cut the tree into this number of clusters, which get colours")
        ->transform(whole_number("--cut-number", 1, seriation::most_clustered))
        ->group(group);
    verb.add_option_function<double>(
            "--cut-height",
            [&options](double height) { options.order.cut = {.by = app::TreeCut::By::height, .height = height}; },
            "Cut the tree at this height, in the unit of the distances")
        ->transform(number("--cut-height", 0.0, std::numeric_limits<double>::max()))
        ->excludes("--cut-number")
        ->group(group);
    verb.add_option("--view-row", options.order_row,
                    "The row from whose vector --view-order by_distance measures the distances [0]")
        ->transform(whole_number("--view-row", "the number of a row; the rows are numbered from 0 to n - 1"))
        ->group(group);
}

} // namespace

namespace {

/// What was asked for, as far as it is possible here.
RenderOptions possible(const RenderOptions& options) {
    check_together(options);
    {
        const Interrupt interrupt; // for a moment there is a file beside the output, which a signal has to remove
        require_no_input(options.output, input_files(options.data));
        check_output(options.output, options.figure);
    }
    RenderOptions decided = options;
    decided.scene = possible(options.scene);
    decided.order.row = options.order_row.value_or(options.order.row);
    return decided;
}

/// The column by which the picture is ordered is drawn along it.
void draw_column_of_order(RenderOptions& options) {
    const std::string& column = options.order.column;
    auto& tracks = options.data.tracks;
    const bool is_there = column == options.data.classes || std::ranges::find(tracks, column) != tracks.end();
    if (options.order.kind == app::OrderKind::by_column && !is_there) tracks.push_back(column);
}

/// Variants that were named are compared with others at the usual number of points, and cells need a pixel each.
bool draws_whole_file(const RenderOptions& options) {
    const DataOptions& data = options.data;
    const bool names_file = !data.files.empty() || !data.points.empty() || !data.a.empty();
    return names_file && options.scene == Scene::heatmap && options.content == MatrixContent::values &&
           options.variant.empty();
}

} // namespace

ExitCode render(const RenderOptions& asked) {
    RenderOptions options = possible(asked);
    if (options.scene == Scene::screen) {
        draw_column_of_order(options);
        return render_screen(options);
    }
    const std::vector<OpenSession> sessions = sessions_among(options.data);
    look_as_session(options, sessions);
    const app::SecondMatrix second = second_to_draw(options, sessions);
    draw_column_of_order(options);
    options.data.all_columns = true;
    options.data.whole_file = draws_whole_file(options);
    options.data.keeps_order = options.scene == Scene::cells; // a pixel has no other name than its place
    const Data data = [&] {
        const Interrupt interrupt; // a signal ends the program
        return data_of(options.data, options.variant);
    }();
    if (const auto drawn = render_second(options, second, data)) return *drawn;
    return render_matrix(options, data);
}

ExitCode render(const RenderOptions& asked, const Data& data) {
    RenderOptions options = possible(asked);
    options.data = data.options;
    if (options.scene == Scene::screen) return render_screen(options);
    Data drawn = data;
    drawn.options.whole_file = data.options.whole_file || draws_whole_file(options);
    return render_matrix(options, drawn);
}

void add_render(CLI::App& program, Verb& chosen) {
    const auto options = std::make_shared<RenderOptions>();
    CLI::App* verb = program.add_subcommand(
        "render", "Draw a picture without a display: the heatmap, the cells, or the whole window");
    verb->footer(std::string(exit_code_help));
    add_data_options(*verb, options->data, Files::one);
    verb->add_option("-o,--output", options->output, "The file: PNG, or as --figure says [pairscope.png]");
    CLI::Option* cells = verb->add_flag_callback(
        "--cells", [options] { options->scene = Scene::cells; }, "Draw one pixel per cell");
    verb->add_flag_callback(
            "--screen", [options] { options->scene = Scene::screen; },
            fmt::format("Draw what the window shows after it started with --fresh and timed each variant for {:g} s",
                        seconds_per_variant))
        ->excludes(cells);
    verb->add_flag("--figure", options->figure,
                   "The heatmap with title, axes and a colour bar, as PDF, SVG or PNG by the name of the file");
    verb->add_option("--title", options->title, "The title of --figure [what it shows, and the name of the data]")
        ->type_name("TEXT");
    add_paper_options(*verb, *options);
    verb->add_option("--second", options->second,
                     "How the second matrix of a session is drawn beside the first one: as_saved as the session shows "
                     "the two, none leaves it out [as_saved]")
        ->transform(one_of("--second", second_picture_names))
        ->type_name(choices_in(second_picture_names));
    const auto usual_colours = [options] {
        if (options->colours == app::ColourSettings{})
            options->colours = is_signed(options->content) ? app::difference_colours() : app::error_colours();
    };
    CLI::Option* difference =
        verb->add_option_function<MatrixContent>(
                "--difference",
                [options, usual_colours](MatrixContent content) {
                    options->content = content;
                    usual_colours();
                },
                "Draw how each entry differs from the double-precision reference, or from --against")
            ->transform(one_of("--difference", content_names))
            ->type_name(choices_in(content_names));
    verb->add_option("--against", options->against, "The variant that --difference compares with [the reference]");
    verb->add_flag_callback(
            "--errors",
            [options] {
                options->content = MatrixContent::errors;
                if (options->colours == app::ColourSettings{}) options->colours = app::error_colours();
            },
            "Draw how far each entry is from the double-precision reference")
        ->excludes(difference);
    verb->add_option("-v,--variant", options->variant,
                     "The variant that computes the matrix [the last that runs here]");
    verb->add_option("-d,--device", options->device, "Device: cpu, cuda:0, ... [the first]");
    add_workload_option(*verb, options->data.workload);
    add_look_options(*verb, options->look, "room for 1024x1024, 860x780 with --figure, 1600x900 with --screen",
                     "with --screen only");
    add_colour_options(*verb, options->colours);
    add_order_options(*verb, *options);
    verb->callback([&chosen, options] { chosen = [options] { return render(*options); }; });
}

} // namespace pairscope::cli
