// SPDX-License-Identifier: MIT
// What other subjects know of clusters: their colours, beside those of classes.
#pragma once

#include "app/chart/theme_colours.h"
#include "app/spine/state.h"
#include "app/subjects/tracks/tracks.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace pairscope::app {

/// Which colours of groups the classes and other categories have along the matrix.
[[nodiscard]] inline std::array<bool, most_group_colours> colours_of_categories(std::span<const Track> tracks) {
    std::array<bool, most_group_colours> taken{};
    for (std::size_t place = 0; place < tracks.size(); ++place) {
        const Track& track = tracks[place];
        if (track.kind != TrackKind::categories) continue;
        for (std::size_t i = 0; i < std::min(track.categories.size(), most_categories); ++i) {
            const auto colour = colour_in_track(track, place, {.category = std::int32_t(i)});
            for (std::size_t group = 0; group < most_group_colours; ++group)
                if (colour == group_rgb(group)) taken[group] = true;
        }
    }
    return taken;
}

/// Cluster `i` has the colour group_rgb(first_cluster_colour(tracks) + i). The first clusters have the longest run of
/// colours that no category has, so that one colour does not mean a class along the matrix and a cluster in the tree
/// beside it. The last colour is followed by the first one.
[[nodiscard]] inline std::size_t first_cluster_colour(std::span<const Track> tracks) {
    const std::array<bool, most_group_colours> taken = colours_of_categories(tracks);
    std::size_t first = 0, longest = 0;
    for (std::size_t begin = 0; begin < most_group_colours; ++begin) {
        std::size_t length = 0;
        while (length < most_group_colours && !taken[(begin + length) % most_group_colours]) ++length;
        if (length <= longest) continue;
        first = begin;
        longest = length;
    }
    return first;
}
[[nodiscard]] inline std::size_t first_cluster_colour(const State& state) {
    return first_cluster_colour(tracks_of(state));
}

} // namespace pairscope::app
