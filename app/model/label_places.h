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
struct LabelPlace {
    PlotBox box;
    bool on_left = false; ///< of its mark
    bool moved = false;   ///< not at the height of its mark: a hair line should lead back
};

/// The cheapest of a few places for each name, one after the other in the order given: right before left, at the mark's
/// height before above and below, rather across a line than nearer to another mark than to its own, and never on
/// another mark or name while there is room.
[[nodiscard]] std::vector<LabelPlace> place_labels(std::span<const LabelAnchor> anchors,
                                                   std::span<const PlotLine> lines, PlotBox bounds);

/// Where the words below near roofs begin along their lines [px from the left end], so that none lie on another's. The
/// roofs come from the highest to the lowest.
class RoofWords {
public:
    explicit RoofWords(float room) : room_(room), next_(room) {}
    /// Of a roof that begins at `top`, with words of that height: behind those of the roof above it, where that is
    /// near.
    [[nodiscard]] float begin(float top, float height) {
        if (top - last_top_ > 2.0f * height) next_ = room_;
        last_top_ = top;
        return next_;
    }
    void end(float along) { next_ = along + room_; }

private:
    float room_, next_, last_top_ = -1e9f;
};

} // namespace pairscope::app
