// SPDX-License-Identifier: MIT
// The panels: one file each. Each draws the inside of its own window; the layout gives the window its place.
#pragma once

#include "app/shell/widgets/frame.h"

#include <span>

namespace pairscope::app {

void draw_data_panel(const Frame& frame);       // what goes in: source, n, parameters, columns, order
void draw_points_panel(const Frame& frame);     // the scatter: drag, add, select
void draw_neighbours_panel(const Frame& frame); // the nearest of the marked row
void draw_matrix_panel(const Frame& frame);     // the picture, the colour bar, what is hovered
void draw_ladder_panel(const Frame& frame);     // the variants, their bars, the lesson
void draw_roofline_panel(const Frame& frame);
void draw_time_panel(const Frame& frame);     // samples, history strip, bars against the first variant
void draw_trace_panel(const Frame& frame);    // what the warps of the selected CUDA variant touch
void draw_counters_panel(const Frame& frame); // what the hardware counted of the selected variant
void draw_compare_panel(const Frame& frame);  // the selected variant and one more, measured in turns
void draw_source_panel(const Frame& frame);   // the selected variant's file
void draw_log_panel(const Frame& frame);      // everything the program said

struct Panel {
    const char* name; ///< window title and id
    void (*draw)(const Frame&);
    enum class Place { data, points, neighbours, matrix, ladder, details } place;
};
/// In the order of the View menu. Written by hand: a list of twelve, read by people.
[[nodiscard]] std::span<const Panel> panels();

// Not panels, but drawn by the same rule.
void draw_menu_bar(const Frame& frame);
void draw_notice_strip(const Frame& frame); // errors and warnings under the menu, until they are read
void draw_status_line(const Frame& frame);  // a sentence about the selected variant, with provenance
void draw_dialogs(const Frame& frame);      // files, command palette, shortcuts, about
void draw_hints(const Frame& frame);        // three hints of the first start
void handle_keys(const Frame& frame);       // what a click can do, a key can do

} // namespace pairscope::app
