// SPDX-License-Identifier: MIT
// What other subjects know of clusters: their colours, beside those of classes.
#pragma once

#include "app/chart/theme_colours.h"
#include "app/spine/state.h"
#include "app/subjects/tracks/tracks.h"

#include <algorithm>
#include <cstddef>
#include <span>

namespace pairscope::app {

/// Cluster `i` has the colour group_rgb(first_cluster_colour(tracks) + i). Classes and other categories have the first
/// colours, so that one colour does not mean a class along the matrix and a cluster in the tree beside it, as long as
/// there are enough colours for both.
[[nodiscard]] inline std::size_t first_cluster_colour(std::span<const Track> tracks) {
    std::size_t categories = 0;
    for (const Track& track : tracks)
        if (track.kind == TrackKind::categories) categories = std::max(categories, track.categories.size());
    return categories < most_group_colours ? categories : 0;
}
[[nodiscard]] inline std::size_t first_cluster_colour(const State& state) {
    return first_cluster_colour(tracks_of(state));
}

} // namespace pairscope::app
