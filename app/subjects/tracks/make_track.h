// SPDX-License-Identifier: MIT
// From the cells of a column to a track.
#pragma once

#include "app/subjects/tracks/tracks.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace pairscope::app {

/// Cells by the row of the file; one of the two is empty.
struct TrackCells {
    std::vector<std::string> texts{}; ///< empty where nothing is known
    std::vector<double> numbers{};    ///< NaN where nothing is known
};
struct TrackColumn {
    std::string name;
    bool is_class = false;
    std::array<std::optional<TrackCells>, 2> of_sets{}; ///< absent: the column says nothing about that set
};

/// Numbers are categories where they are few different whole ones, or classes. Texts are categories where they are few.
[[nodiscard]] Track made_track(TrackColumn column);

} // namespace pairscope::app
