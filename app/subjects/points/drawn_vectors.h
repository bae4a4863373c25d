// SPDX-License-Identifier: MIT
// Which vectors the Points panel draws. It looks at all of them only after the places or the view changed: a look at a
// million costs milliseconds, and the window draws 60 frames per second.
#pragma once

#include "app/spine/commands.h"
#include "app/subjects/points/points.h"
#include "app/subjects/points/points_words.h"
#include "app/subjects/points/scatter_view.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace pairscope::app {

class DrawnVectors {
public:
    /// What follows is about these places. `revision` is DataState::revision.
    void set_places(const SetPlaces& places, std::uint64_t revision);

    /// The smallest box around the places of both sets; absent where none is finite.
    [[nodiscard]] const std::optional<Extent>& extent() const { return extent_; }
    /// The number of vectors whose place is not finite.
    [[nodiscard]] std::int64_t undrawn() const { return undrawn_; }

    /// The vectors in the box, in the order in which they are drawn: both sets in turn, so that neither hides the
    /// other. Where there are very many, this is one vector for each pixel. Valid until the next call.
    [[nodiscard]] std::span<const PlacedVector> in_sight(const ScatterPlace& place);

private:
    void look(const ScatterPlace& place);

    SetPlaces places_;
    std::uint64_t revision_ = 0;
    std::optional<Extent> extent_;
    std::int64_t undrawn_ = 0;
    std::optional<ScatterPlace> seen_from_; // what in_sight_ belongs to
    std::vector<PlacedVector> in_sight_;
};

} // namespace pairscope::app
