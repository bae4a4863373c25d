// SPDX-License-Identifier: MIT
// The inside of the points panel: what the mouse does there, and the drawing.
#pragma once

#include "app/subjects/points/points_words.h"
#include "app/window/widgets/frame.h"

#include <array>
#include <optional>
#include <span>

namespace pairscope::app {

/// The scatter of this frame. The toolkit's last item is its ground.
struct Scatter {
    const Frame& frame;
    std::array<std::span<const float>, 2> sets; ///< places x, y, x, y, ...; the second: empty where there is one set
    ScatterPlace place;
    ImVec2 origin; ///< top left corner on the screen
    ImVec2 size;
    bool editable = false; ///< points can be moved, added, selected and deleted

    [[nodiscard]] bool has_two_sets() const { return !sets[1].empty(); }
    [[nodiscard]] std::int64_t rows(int set) const { return std::ssize(sets[std::size_t(set)]) / 2; }
};

/// Hovering marks a vector's row or column and a click keeps the mark; the wheel zooms around the cursor, the right or
/// the middle button pans, a double right-click fits. Where points can be edited, dragging a point moves it, a
/// double-click adds one, a drag from an empty place selects; elsewhere such a drag pans.
void act_on(const Scatter& scatter);

void draw(const Scatter& scatter);

/// Where a vector is on the screen; not finite if it is not drawn.
[[nodiscard]] ImVec2 on_screen(const Scatter& s, PlacedVector vector);
/// Is the place in the box? False for NaN.
[[nodiscard]] bool is_visible(const Scatter& s, ImVec2 at);

/// The names of one or two marked vectors beside them, and the vectors themselves where they are pictures. The first
/// one lies above the second one.
void draw_tags(const Scatter& s, ImDrawList& list, PlacedVector first, std::optional<PlacedVector> second);

/// The colour of a set's marks.
[[nodiscard]] ImU32 colour_of_set(const Frame& frame, int set);
/// The colour of the vectors with the label of this place in LabelGroups::names.
[[nodiscard]] ImU32 colour_of_label(std::size_t group);
/// The colour of a value, from 0 for the least to 1 for the greatest one: the part of the scale that can be told from
/// the ground.
[[nodiscard]] ImU32 colour_of_value(const Frame& frame, float value);
/// The mark of a vector: a disc of the first set, a diamond of the second one.
struct VectorMark {
    int set = 0;
    ImVec2 at;
    float radius = 0.0f;
    ImU32 colour = 0;
    int corners = 0; ///< corners of the disc; 0: as many as look round
};
void draw_vector_mark(ImDrawList& list, const VectorMark& mark);

/// What is being dragged here; transient, kept by the toolkit's window.
struct ScatterDrag {
    std::optional<PlacedVector> grabbed;
    bool moved = false;  ///< beyond the few pixels of an unsteady hand
    bool boxing = false; ///< a box from `start` to the mouse
    ImVec2 start;        ///< relative to the origin
};
[[nodiscard]] ScatterDrag drag_of(const Scatter& scatter);

} // namespace pairscope::app
