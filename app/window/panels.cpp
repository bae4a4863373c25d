// SPDX-License-Identifier: MIT
#include "app/window/panels.h"

#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "app/subjects/panels.h"

#include <array>

namespace pairscope::app {

namespace {

/// Two vectors alone are no scatter.
bool has_points(const State& state) { return !counts_coordinates(current_type(state).inputs); }
bool asks_for_matches(const State& state) { return current_type(state).output == OutputKind::matches; }
/// The panels about kernels have nothing to say about distances that are given.
bool computes(const State& state) { return !shows_given_distances(state); }
bool computes_matrix(const State& state) { return asks_for_matrix(state) && computes(state); }
/// Rows and columns are the same vectors.
bool has_one_set(const State& state) { return asks_for_matrix(state) && current_type(state).inputs.sets == 1; }
bool has_other_output(const State& state) { return !asks_for_matrix(state) && !asks_for_matches(state); }

} // namespace

std::span<const Panel> panels() {
    static constexpr std::array<Panel, 19> list{{
        {"Data", &draw_data_panel, Panel::Dock::data},
        {"Points", &draw_points_panel, Panel::Dock::points, &has_points},
        {"Nearest", &draw_neighbours_panel, Panel::Dock::neighbours, &asks_for_matrix},
        {"Clusters", &draw_clusters_panel, Panel::Dock::points, &has_matrix_view},
        {"Differences", &draw_differences_panel, Panel::Dock::points, &computes_matrix}, // its steps need the room
        {"Matches", &draw_matches_panel, Panel::Dock::matrix, &asks_for_matches},
        {"Output", &draw_output_panel, Panel::Dock::matrix, &has_other_output},
        {"Matrix", &draw_matrix_panel, Panel::Dock::matrix, &has_matrix_view}, // behind the output, if that is another
        {"Two matrices", &draw_two_matrices_panel, Panel::Dock::matrix, &has_one_set},
        {"Workshop", &draw_workshop_panel, Panel::Dock::matrix, &computes},
        {"Ladder", &draw_ladder_panel, Panel::Dock::ladder},
        {"Roofline", &draw_roofline_panel, Panel::Dock::details, &computes},
        {"Time", &draw_time_panel, Panel::Dock::details, &computes},
        {"Size", &draw_size_panel, Panel::Dock::details, &computes},
        {"Counters", &draw_counters_panel, Panel::Dock::details, &computes},
        {"Trace", &draw_trace_panel, Panel::Dock::details, &computes, &leave_film},
        {"Compare", &draw_compare_panel, Panel::Dock::details, &computes},
        {"Source", &draw_source_panel, Panel::Dock::details, &computes},
        {"Log", &draw_log_panel, Panel::Dock::details},
    }};
    return list;
}

Choices choices_of(const Frame& frame) {
    Choices choices;
    for (const Colormap& colormap : frame.colormaps) choices.colormaps.push_back(colormap.name);
    for (const Panel& panel : panels())
        if (belongs(panel, frame.state)) choices.panels.emplace_back(panel.name);
    return choices;
}

} // namespace pairscope::app
