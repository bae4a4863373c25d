// SPDX-License-Identifier: MIT
// The parts of the trace panel: the table of lines, and one request of a warp as a picture.
#pragma once

#include "app/window/widgets/frame.h"
#include "kernels/engines/simt/trace.h"
#include "render/heatmap_view.h"

#include <optional>
#include <string>

namespace pairscope::app {

/// A row for each line that touches memory. A click chooses the line, a double-click shows it in the source. Returns
/// the row under the mouse.
std::optional<std::size_t> draw_trace_table(const Frame& frame, const simt::Trace& trace, float height);

/// The height that its rows need.
[[nodiscard]] float trace_table_height(const Frame& frame, std::size_t rows);
/// The height that the table should have, and the largest height that it may have [px].
struct TableRoom {
    float wanted = 0.0f, most = 0.0f;
};
/// The height near the wanted one at which the table shows whole rows, so that no row is cut in half when it scrolls.
[[nodiscard]] float whole_trace_rows(const Frame& frame, TableRoom room, std::size_t rows);

/// The 32 lanes, and below them the memory they touch: sectors with the bytes that are used, or banks with the words
/// asked of each. The lane under the mouse is described and emphasised; returned is the cell of the matrix that it
/// works for.
std::optional<Cell> draw_warp_request(const Frame& frame, const simt::Trace& trace, const simt::WarpRequest& request,
                                      float height);

/// The button that shows the film of the chosen block, or the requests of one line again, and the one that plays the
/// stores of few points.
void draw_film_switch(const Frame& frame);
/// With the gap before it [px]; 0: it is not offered.
[[nodiscard]] float width_of_teaching_button(const Frame& frame);
/// The controls of the film and a sentence about its present request, which is returned; null: no film is shown.
/// `room` is what is left of the line behind the switch [px]. Where two films are shown, their counts stand above it.
const simt::WarpRequest* draw_film(const Frame& frame, const simt::Trace& trace, float room);
/// The sentence about the present request of the compared variant, which is returned. Its film must be shown.
const simt::WarpRequest& draw_other_film(const Frame& frame);
/// How many lines its controls and counts take, with that of the switch. A film must be shown.
[[nodiscard]] float lines_of_film(const Frame& frame, float room);
inline constexpr float control_gap = 5.0f; // [px], before scale, between the controls of a line

/// The sentence about the request that is shown, and the height that it takes. It does not change from request to
/// request, as long as two lines suffice: the picture below must not move.
void draw_told(const Frame& frame, const std::string& sentence);
[[nodiscard]] float told_height(const Frame& frame);

/// What the tallest request of the trace may take, and the least where there is little room [px].
struct RequestHeights {
    float usual = 0.0f, least = 0.0f;
};
[[nodiscard]] RequestHeights warp_request_heights(const Frame& frame, const simt::Trace& trace);

} // namespace pairscope::app
