// SPDX-License-Identifier: MIT
// Vectors that are pictures, as small pictures in lists, tooltips and charts. Nothing is drawn of other vectors.
#pragma once

#include "app/subjects/points/grey_picture.h"
#include "app/window/widgets/frame.h"

#include <functional>
#include <string_view>

namespace pairscope::app {

/// With its corner at `at`; `pixel` is how large each of its pixels is on the screen.
void draw_grey_picture(ImDrawList& list, ImVec2 at, float pixel, const GreyPicture& picture);
/// Draws the picture in the colours of the first colormap, for differences.
void draw_coloured_picture(const Frame& frame, ImDrawList& list, ImVec2 at, float pixel, const GreyPicture& picture);

/// A colour bar at the cursor, half as high as a line of text. `colour` is asked for places from 0 to 1. It is an item.
void draw_colour_strip(const char* id, float width, const std::function<ImU32(float)>& colour);

/// A vector as a picture at the cursor, at most `side` wide and high [px]. False if it is none, and nothing is drawn.
bool thumbnail(const Frame& frame, const Dataset& set, std::int64_t row, float side);

/// Side by side at the cursor: the vector of the cell's row, that of its column, and their difference, each with words
/// below it. For tooltips.
void draw_pictures_of_cell(const Frame& frame, Cell cell);

/// A tooltip for the last item, as explain(), which also shows the two vectors of the cell where they are pictures.
void explain_pair(const Frame& frame, std::string_view text, Cell cell);

} // namespace pairscope::app
