// SPDX-License-Identifier: MIT
// Where the names of the marks of a plot go, in pixels: beside their mark, without covering other marks or names.
#pragma once

#include "app/chart/pixels.h"

#include <optional>
#include <span>
#include <vector>

namespace pairscope::app {

[[nodiscard]] bool overlap(const PlotBox& a, const PlotBox& b);
/// Does the line pass through the box?
[[nodiscard]] bool crosses(const PlotLine& line, const PlotBox& box);

/// A part of a line: 0 is where the line begins, 1 where it ends.
struct LinePart {
    double from = 0.0, to = 1.0;
};
/// What of the line is in the box; absent: nothing is.
[[nodiscard]] std::optional<LinePart> part_in(const PlotLine& line, const PlotBox& box);
/// The parts of the line that are in none of the boxes, from its begin to its end.
[[nodiscard]] std::vector<LinePart> parts_beside(const PlotLine& line, std::span<const PlotBox> boxes);

struct LabelAnchor {
    double x = 0.0, y = 0.0, radius = 0.0; ///< where the mark is
    double width = 0.0, height = 0.0;      ///< size of its name
    bool may_be_left_out = false;          ///< rather than cover something
    /// Then it covers no line either: it is left out, or stands farther away from its mark.
    bool keeps_off_lines = false;
};
struct LabelPlace {
    PlotBox box;
    bool on_left = false; ///< left of its mark
    bool moved = false;   ///< not at the height of its mark: a hair line should lead back
    bool left_out = false;
    bool far = false; ///< its hair line is long, and other names keep off it
};

/// From a mark to its name, which was moved.
[[nodiscard]] PlotLine hair_line(Pixel mark, const LabelPlace& place);

/// The cheapest of a few places for each name, one after the other in the order given: right before left, at the mark's
/// height before above and below, rather across a line than hardly nearer to its own mark than to another one, and
/// never on another mark or name, on what is `taken`, or nearer to another mark than to its own, while there is room: a
/// name that may be left out rather is. Where all of these few touch something, a name
/// that keeps off lines takes the nearest free place: of the whole plot, or, if it may be left out, of those that are
/// not far and whose hair line passes through nothing.
[[nodiscard]] std::vector<LabelPlace> place_labels(std::span<const LabelAnchor> anchors,
                                                   std::span<const PlotLine> lines, PlotBox bounds,
                                                   std::span<const PlotBox> taken = {});

/// Words along a line, such as a roof's.
struct LineWords {
    PlotLine line{}; ///< from left to right
    double width = 0.0, height = 0.0;
    bool above = false;       ///< rather than below
    bool at_end = false;      ///< rather at the line's right end than behind its left end
    double short_width = 0.0; ///< width of fewer words that say the same; 0: there are none
    bool may_be_left_out = false;
};
struct LineWordsPlace {
    double x = 0.0, y = 0.0;       ///< the upper left corner of the words, around which they are turned
    double angle = 0.0;            ///< [radians, downwards]
    bool on_line = false;          ///< they interrupt it
    double width = 0.0;            ///< width of the words that have room here
    bool shortened = false;        ///< these are the fewer words
    bool left_out = false;         ///< there is room for neither
    std::vector<PlotBox> covers{}; ///< boxes that hold the words between them
};
/// From the left end of words to their right end, at half their height.
[[nodiscard]] PlotLine middle_of(const LineWordsPlace& place, const LineWords& words);

/// The cheapest place for the words of each line, in the order given: at the wanted end and on the wanted side of the
/// line, on the line itself rather than across another one, and never on other words or on what is `taken` while there
/// is room. Where the words would cover something or a line would
/// cross them, the fewer ones are tried. `room` [px] is before words at a left end.
[[nodiscard]] std::vector<LineWordsPlace> place_line_words(std::span<const LineWords> words,
                                                           std::span<const PlotBox> taken, PlotBox bounds, double room);

} // namespace pairscope::app
