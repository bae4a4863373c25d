// SPDX-License-Identifier: MIT
// Where the Points panel draws each vector: two coordinates of it, its principal components, or, where it has one
// coordinate only, that and its row.
#pragma once

#include "app/spine/state.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace pairscope::app {

/// x, y, x, y, ...: a place for each vector. Places that are not finite are not drawn.
struct SetPlaces {
    std::span<const float> first, second; ///< second: empty where there is one set
};

/// What the axes can be of the data of now: those that the user chose, if the vectors have such coordinates.
enum class AxesKind : std::uint8_t {
    plane,       ///< the vectors have two coordinates
    line,        ///< they have one, and the other axis counts rows
    principal,   ///< the first two principal components; or a map of distances that were given
    coordinates, ///< two chosen coordinates
};
[[nodiscard]] AxesKind axes_kind(const State& state);
/// The user can add, move and delete points: they are points in the plane, not vectors of a file or an example.
[[nodiscard]] bool can_edit_points(const State& state);

/// Valid until the state changes. Empty before the first data, and where no vector can be drawn.
[[nodiscard]] SetPlaces places_now(const State& state);
/// The extent of the places of both sets; absent where no vector is drawn.
[[nodiscard]] std::optional<Extent> extent_of_both(const SetPlaces& places);
/// Works places out that are kept in ViewState::chosen_places, once after the data or the axes changed. The session
/// calls it in each frame.
void update_places(State& state);

/// The vectors by two of their coordinates, which count from 0.
[[nodiscard]] std::vector<float> places_by(const Dataset& data, std::int64_t x, std::int64_t y);
/// Vectors of one coordinate: that across, and the rows from top to bottom. `height` is the distance of the first row
/// from the last one.
[[nodiscard]] std::vector<float> places_on_lines(const Dataset& data, double height);

} // namespace pairscope::app
