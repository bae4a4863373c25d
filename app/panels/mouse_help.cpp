// SPDX-License-Identifier: MIT
#include "app/panels/mouse_help.h"

#include <array>

namespace pairscope::app {

std::span<const Gesture> gestures_on_points() {
    static constexpr std::array<Gesture, 9> list{
        {{"hover a point", "marks its row of the matrix"},
         {"drag a point", "moves it; the matrix follows"},
         {"click a point", "selects it and keeps it marked; Shift adds it or takes it out"},
         {"drag the ground", "selects the points in the box; Shift adds them"},
         {"click the ground", "selects nothing and ends the mark"},
         {"double-click the ground", "adds a point"},
         {"wheel", "zooms about the mouse"},
         {"right-drag", "moves the view; so does a drag with the middle button"},
         {"right double-click", "shows all points"}}};
    return list;
}

std::span<const Gesture> gestures_on_matrix() {
    static constexpr std::array<Gesture, 7> list{{{"hover a cell", "marks its two points"},
                                                  {"click a cell", "keeps the pair marked; a second click ends that"},
                                                  {"wheel", "zooms about the mouse"},
                                                  {"drag", "moves the matrix"},
                                                  {"right-drag", "zooms into the box"},
                                                  {"Shift+drag", "zooms into the box"},
                                                  {"double-click", "shows the whole matrix and all points"}}};
    return list;
}

std::span<const Gesture> gestures_elsewhere() {
    static constexpr std::array<Gesture, 6> list{
        {{"click a row", "of the ladder or a mark of the roofline: selects the variant"},
         {"Ctrl+click a row", "of the ladder: compares the variant with the selected one"},
         {"click a number", "copies it with its unit"},
         {"double-click a line", "of the trace: shows it in the source"},
         {"drag a tab", "puts the panel in another place"},
         {"drop files", "opens them: points or recordings"}}};
    return list;
}

} // namespace pairscope::app
