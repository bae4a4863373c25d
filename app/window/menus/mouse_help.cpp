// SPDX-License-Identifier: MIT
#include "app/window/menus/mouse_help.h"

#include <array>

namespace pairscope::app {

std::span<const Gesture> gestures_on_points() {
    static constexpr std::array<Gesture, 9> list{
        {{"hover a point", "marks its row or column of the matrix"},
         {"drag a point", "moves it; the matrix follows"},
         {"click a point", "selects it and keeps it marked; Shift+click adds it to the selection or removes it"},
         {"drag from an empty place", "selects the points in the box; Shift adds them to the selection"},
         {"click an empty place", "clears the selection and the mark"},
         {"double-click an empty place", "adds a point"},
         {"wheel", "zooms around the cursor"},
         {"right-drag", "moves the view; so does a drag with the middle button"},
         {"right double-click", "shows all points"}}};
    return list;
}

std::span<const Gesture> gestures_on_matrix() {
    static constexpr std::array<Gesture, 8> list{
        {{"hover a cell", "marks its two points and the nearest neighbours of its row"},
         {"click a cell", "keeps the pair marked; a second click removes the mark"},
         {"arrow keys, after a click", "Up and Down mark other rows, Left and Right other ranks; Enter pins the pair"},
         {"wheel", "zooms around the cursor"},
         {"drag", "moves the matrix"},
         {"right-drag or Shift+drag", "draws a box and zooms into it"},
         {"double-click", "shows the whole matrix and all points"},
         {"click the colour bar", "sets a threshold, beyond which values are faint; the right button removes it"}}};
    return list;
}

std::span<const Gesture> gestures_on_vectors() {
    static constexpr std::array<Gesture, 5> list{
        {{"hover a chart", "shows the coordinates under the cursor and their squared difference"},
         {"wheel", "zooms around the cursor"},
         {"drag", "moves the charts"},
         {"right-drag", "zooms into the range"},
         {"double-click", "shows all coordinates"}}};
    return list;
}

std::span<const Gesture> gestures_elsewhere() {
    static constexpr std::array<Gesture, 6> list{
        {{"click a ladder row", "selects the variant; so does a click on its mark in the roofline"},
         {"Ctrl+click a ladder row", "compares the variant with the selected one"},
         {"click a number", "copies it with its unit"},
         {"double-click a trace line", "shows the line in the source"},
         {"drag a tab", "puts the panel in another place"},
         {"drop files", "opens them: points or recordings"}}};
    return list;
}

} // namespace pairscope::app
