// SPDX-License-Identifier: MIT
// What each subject draws. The window shows it; no subject knows the panel of another one.
#pragma once

#include "app/window/widgets/frame.h"

namespace pairscope::app {

/// The dialog About: the version, this machine, and the sources and licences of data and libraries.
void draw_about_panel(const Frame& frame);

/// Which of two variants is faster, really? One sentence with an interval, the rounds it comes from, the
/// quantities that explain it, and both sources.
void draw_compare_panel(const Frame& frame);
/// Both sources, as wide as the window.
void draw_sources_dialog(const Frame& frame);

/// The hardware counters of the selected variant: where its bytes went, and what its warps did and waited for.
void draw_counters_panel(const Frame& frame);

/// The data panel: the source, the number of points, and the settings of the source.
void draw_data_panel(const Frame& frame);

/// The ladder panel: the variants, their bars, and the lesson of the selected variant.
void draw_ladder_panel(const Frame& frame);

/// All messages of the program, the latest last.
void draw_log_panel(const Frame& frame);

/// The panel of matches: filters, lines between two pictures or scatters, and a table.
void draw_matches_panel(const Frame& frame);

/// Differences: what the heatmap compares, what the entries add up to, and the worst one written out.
void draw_differences_panel(const Frame& frame);

/// The clusters of the tree: silhouettes, and how categories are spread over them.
void draw_clusters_panel(const Frame& frame);

/// The matrix of now and another one of the same items.
void draw_two_matrices_panel(const Frame& frame);

/// The matrix panel: the picture of the matrix and the tools around it. The entry under the mouse is marked here, in
/// the scatter plot and in the list.
void draw_matrix_panel(const Frame& frame);

/// The roofline panel: how close each variant comes to the limits of the machine.
void draw_roofline_panel(const Frame& frame);

/// Time against size.
void draw_size_panel(const Frame& frame);

/// The time panel: samples, the history of pictures, and bars against the first variant.
void draw_time_panel(const Frame& frame);

/// The Nearest panel: the nearest neighbours of the marked row, found from the vectors.
void draw_neighbours_panel(const Frame& frame);

/// The Output panel, for an output that is one number, one pair, or a value for each vector.
void draw_output_panel(const Frame& frame);

/// The scatter plot, where points are dragged, added and selected. Vectors marked in the matrix are marked here.
void draw_points_panel(const Frame& frame);

/// The source panel: the selected variant's file.
void draw_source_panel(const Frame& frame);

/// The trace: what the warps of the selected CUDA variant touch, beside the lines of the source that touch it, and one
/// warp's request as a picture. All of it is simulated, with or without a GPU.
void draw_trace_panel(const Frame& frame);
/// For while the panel cannot be seen: the film would go on unseen.
void leave_film(const Frame& frame);

/// The Workshop: an editor for kernels of the user's own, with what their tries have found.
void draw_workshop_panel(const Frame& frame);

} // namespace pairscope::app
