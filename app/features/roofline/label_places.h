// SPDX-License-Identifier: MIT
// Where the names of the marks of a plot go, in pixels: beside their mark, without covering other marks or names.
#pragma once

#include <span>
#include <vector>

namespace pairscope::app {

struct LabelAnchor {
    float x = 0.0f, y = 0.0f, radius = 0.0f; ///< of the mark
    float width = 0.0f, height = 0.0f;       ///< of its name
};
struct PlotLine {
    float x0 = 0.0f, y0 = 0.0f, x1 = 0.0f, y1 = 0.0f;
};
struct PlotBox {
    float left = 0.0f, top = 0.0f, right = 0.0f, bottom = 0.0f;
};
/// Of a mark.
[[nodiscard]] inline PlotBox box_around(float x, float y, float radius) {
    return {x - radius, y - radius, x + radius, y + radius};
}
struct LabelPlace {
    PlotBox box;
    bool on_left = false; ///< of its mark
    bool moved = false;   ///< not at the height of its mark: a hair line should lead back
};

/// The cheapest of a few places for each name, one after the other in the order given: right before left, at the mark's
/// height before above and below, rather across a line than nearer to another mark than to its own, and never on
/// another mark or name, or on what is `taken`, while there is room.
[[nodiscard]] std::vector<LabelPlace> place_labels(std::span<const LabelAnchor> anchors,
                                                   std::span<const PlotLine> lines, PlotBox bounds,
                                                   std::span<const PlotBox> taken = {});

/// Words along a line, such as a roof's.
struct LineWords {
    PlotLine line; ///< from left to right
    float width = 0.0f, height = 0.0f;
    bool above = false;  ///< rather than below
    bool at_end = false; ///< rather at the line's right end than behind its left end
};
/// Of a roofline: the highest slope's words stand above it, the others' below, so that near roofs keep apart; those of
/// the level roof stand above its end.
[[nodiscard]] inline LineWords roof_words(PlotLine roof, float width, float height, bool level, bool highest) {
    return {roof, width, height, level || highest, level};
}
struct LineWordsPlace {
    float x = 0.0f, y = 0.0f;    ///< the upper left corner of the words, around which they are turned
    float angle = 0.0f;          ///< [radians, downwards]
    bool on_line = false;        ///< they interrupt it
    std::vector<PlotBox> covers; ///< boxes that hold the words between them
};
/// From the left end of words to their right end, at half their height.
[[nodiscard]] PlotLine middle_of(const LineWordsPlace& place, const LineWords& words);

/// The cheapest place for the words of each line, in the order given: at the wanted end and on the wanted side of the
/// line, on the line itself rather than across another one, and never on other words or on what is `taken` while there
/// is room. `room` [px] is before words at a left end.
[[nodiscard]] std::vector<LineWordsPlace> place_line_words(std::span<const LineWords> words,
                                                           std::span<const PlotBox> taken, PlotBox bounds, float room);

} // namespace pairscope::app
