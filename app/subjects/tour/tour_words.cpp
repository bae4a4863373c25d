// SPDX-License-Identifier: MIT
#include "app/subjects/tour/tour_words.h"

#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/subjects/compare/compare.h"
#include "app/subjects/data/data.h"
#include "app/subjects/points/points.h"
#include "app/subjects/trace/trace.h"
#include "kernels/data/readable.h"
#include "kernels/engines/simt/executor.h"
#include "kernels/ladder/registry.h"

#include <algorithm>

#include <fmt/format.h>

namespace pairscope::app {
namespace {

/// What the kernels of the workload compute.
std::string_view computed(const State& state) { return asks_for_matrix(state) ? "matrix" : "output"; }

TourWords switch_kernel(const State& state, bool is_done) {
    if (is_done)
        return {.title = "Switch to another kernel",
                .what = fmt::format("The {} is the same as before, but another kernel computed it. Its bar in the "
                                    "ladder shows how close it comes to the limiting ceiling of the machine.",
                                    computed(state)),
                .why = {},
                .panel = "Ladder"};
    return {.title = "Switch to another kernel",
            .what = "Click another row of the Ladder panel, or press a digit such as 2.",
            .why = fmt::format("Each row is a kernel that computes the same {} in another way. You see which change "
                               "makes it faster.",
                               computed(state)),
            .panel = "Ladder"};
}

/// The first CUDA variant that the CPU can execute; null: the workload has none.
const KernelVariant* traceable_variant(const State& state) {
    const auto all = ladder(state);
    const auto found = std::ranges::find_if(all, [](const KernelVariant* variant) {
        return variant->backend == Backend::cuda && simt::why_not_simulated(*variant).empty();
    });
    return found == all.end() ? nullptr : *found;
}

std::string how_to_read_trace(const State& state) {
    const KernelVariant* const selected = selected_variant(state);
    const bool has_trace =
        selected != nullptr && selected->backend == Backend::cuda && simt::why_not_simulated(*selected).empty();
    if (has_trace && trace_of(state) != nullptr)
        return "Press T for the Trace panel. Click a line of its table, or press Play block.";
    if (has_trace && wanted_trace(state))
        return "Press T for the Trace panel, and wait until the CPU has executed the kernel.";
    if (const KernelVariant* const other = traceable_variant(state); other != nullptr && !has_trace)
        return fmt::format("Only CUDA kernels have warps: select {} in the Ladder panel (key {}), and press T for the "
                           "Trace panel.",
                           short_name(other->id), key_of(state, *other));
    return "This data has no trace. Choose another workload or fewer rows in the Data panel.";
}

std::string_view panel_for_trace(const State& state) {
    const KernelVariant* const selected = selected_variant(state);
    if (wanted_trace(state)) return "Trace";
    const bool is_cuda = selected != nullptr && selected->backend == Backend::cuda;
    return is_cuda || traceable_variant(state) == nullptr ? "Data" : "Ladder";
}

TourWords read_trace(const State& state, bool is_done) {
    if (is_done)
        return {.title = "Read the trace",
                .what =
                    "Below the table stands one request at a time: the lanes, and, if you scroll down, the sectors of "
                    "32 bytes that they touch. The filled part of a sector is used, and its empty part is wasted.",
                .why = {},
                .panel = "Trace"};
    return {.title = "Read the trace",
            .what = how_to_read_trace(state),
            .why = "The trace shows which bytes the 32 lanes of a warp touch, line by line of the source. It explains "
                   "most differences in speed.",
            .panel = panel_for_trace(state)};
}

/// Another workload asks about points that can be dragged.
std::string_view title_of_points_workload() {
    const auto found = std::ranges::find_if(workload_types(), takes_points);
    return found == workload_types().end() ? std::string_view() : found->title;
}

TourWords drag_point(const State& state, bool is_done) {
    const bool has_matrix = asks_for_matrix(state);
    if (is_done)
        return {.title = "Drag a point",
                .what = has_matrix ? "The row and the column of the point changed with it. Ctrl+Z undoes the move."
                                   : "The output was computed again for the place of the point. Ctrl+Z undoes the "
                                     "move.",
                .why = {},
                .panel = "Points"};
    const bool has_points = can_edit_points(state) && takes_points(current_type(state));
    return {.title = "Drag a point",
            .what = has_points ? "Drag a point of the Points panel to another place."
                               : fmt::format("These vectors cannot be dragged. Choose the workload \"{}\" in the Data "
                                             "panel, and drag a point of the Points panel.",
                                             title_of_points_workload()),
            .why = has_matrix || !has_points
                       ? "The selected kernel computes the matrix again while you drag. A point is one row and one "
                         "column of it. Where there are many points these are thin lines: zoom in with the wheel to "
                         "see them."
                       : "The selected kernel computes the output again while you drag.",
            .panel = has_points ? "Points" : "Data"};
}

std::string whole_percent(double share) { return fmt::format("{:.0f} %", 100.0 * share); }

TourWords predict_bar(const State& state, bool is_done) {
    const TourState& tour = state.tour;
    TourWords words{.title = "Predict the next bar", .what = {}, .why = {}, .panel = "Ladder"};
    if (is_done && tour.asked && tour.guessed) {
        const KernelVariant* const variant = find_variant(tour.asked->variant_id);
        words.what =
            fmt::format("You predicted {}, and the bar of {} has {} of the full length.{}",
                        whole_percent(*tour.guessed), short_name(tour.asked->variant_id),
                        whole_percent(tour.asked->bar), variant == nullptr ? "" : " " + std::string(variant->teaches));
        return words;
    }
    if (is_done) {
        words.what = "You predicted a bar. Before you look at a new kernel, guess how long its bar will be.";
        return words;
    }
    words.can_predict = tour.asked.has_value();
    words.what =
        words.can_predict
            ? fmt::format(
                  "How long is the bar of {}? The ladder hides it. Move the slider to your guess, and press Predict.",
                  short_name(tour.asked->variant_id))
            : "Wait until the Ladder panel has bars: the variants are measured one after the other.";
    words.why = "If you guess first, you notice what you have not understood yet.";
    return words;
}

TourWords compare(const State& state, bool is_done) {
    if (is_done)
        return {.title = "Compare two kernels",
                .what = comparison_of(state) != nullptr || !state.compare.other.empty()
                            ? "The Compare panel says which of the two is faster and by how much, and names the causes "
                              "that it can tell. A second click with Ctrl on the same row ends the comparison."
                            : "The Compare panel says which of two kernels is faster and by how much, and names the "
                              "causes that it can tell.",
                .why = {},
                .panel = "Compare"};
    return {.title = "Compare two kernels",
            .what = "Hold Ctrl and click another row of the Ladder panel.",
            .why = "The speed of a machine changes, so two times that were measured one after the other can mislead. "
                   "Kernels of this machine therefore run in turns. Times of a recording are compared as they are.",
            .panel = "Ladder"};
}

/// What the user is to do now; a file that comes with the program does not count.
std::string how_to_open(const State& state) {
    const auto& asked = state.tour.asked_file;
    const std::string if_none =
        is_of_points(state.data.now.source)
            ? "If you have none, save these points by File > Save points and open that file."
            : fmt::format("If you have none, choose the workload \"{}\" in the Data panel, save its points by File > "
                          "Save points, and open that file.",
                          title_of_points_workload());
    if (asked && asked->shipped)
        return fmt::format("{} comes with the program, so it is not your own file. Press Ctrl+O and choose one of "
                           "yours. {}",
                           shown(asked->path.filename()), if_none);
    const bool has_points = takes_points(current_type(state));
    return fmt::format("Press Ctrl+O and choose a CSV or .npy file {}, or drop it on the window. {}",
                       has_points ? "with two columns of numbers" : "whose rows are vectors", if_none);
}

TourWords open_file(const State& state, bool is_done) {
    if (is_done)
        return {.title = "Open your own file",
                .what = "This is your data. Ctrl+Z brings back what was there before, and File > Open has the files "
                        "that you opened last.",
                .why = {},
                .panel = "Data"};
    return {.title = "Open your own file",
            .what = how_to_open(state),
            .why = asks_for_matrix(state)
                       ? "The kernels take your own data as well, and the matrix shows its structure."
                       : "The kernels take your own data as well, and the output is about this data.",
            .panel = "Data"};
}

TourWords save_chart(bool is_done) {
    if (is_done)
        return {.title = "Save a chart",
                .what = "The chart is saved, and the status line says where. That was the last step of the tour.",
                .why = {},
                .panel = "Roofline"};
    return {.title = "Save a chart",
            .what = "Press Export in the Roofline panel, and give the file a name that ends in .svg, .png or .pdf.",
            .why = "A saved chart has its axes, its units and the name of the machine, ready for a report or a slide.",
            .panel = "Roofline"};
}

} // namespace

TourWords tour_words(const State& state) {
    const bool is_done = state.tour.done[state.tour.step];
    switch (step_of(state.tour)) {
    case TourStep::switch_kernel:
        return switch_kernel(state, is_done);
    case TourStep::read_trace:
        return read_trace(state, is_done);
    case TourStep::drag_point:
        return drag_point(state, is_done);
    case TourStep::predict_bar:
        return predict_bar(state, is_done);
    case TourStep::compare:
        return compare(state, is_done);
    case TourStep::open_file:
        return open_file(state, is_done);
    case TourStep::save_chart:
        return save_chart(is_done);
    }
    return {};
}

} // namespace pairscope::app
