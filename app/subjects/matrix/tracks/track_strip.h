// SPDX-License-Identifier: MIT
// What stands along an edge of the matrix: for each pixel, or for each row that is larger than one, the value of a
// track.
#pragma once

#include "app/subjects/matrix/order/edge_labels.h"
#include "app/subjects/tracks/tracks.h"

#include <cstdint>
#include <span>
#include <vector>

namespace pairscope::app {

/// Rows or columns side by side that have one colour.
struct TrackPart {
    double begin = 0.0, end = 0.0;    ///< in the picture [px]
    std::int64_t first = 0, last = 0; ///< the places of these rows
    TrackValue value{};
};

/// A part of a strip with rows in sight has the most frequent of their values, or the mean of their numbers. Where more
/// than 64 rows share a part, so many of them are looked at, evenly spread. Parts of equal values become one. Where a
/// pixel has several rows, parts are at least so high [px].
[[nodiscard]] std::vector<TrackPart> track_parts(const State& state, Edge edge, const LabelledView& drawn,
                                                 const Track& track, double least = 1.0);

/// The places at which groups of an ordered matrix begin, in sight and at least `apart` [px] from one another, in the
/// picture [px].
[[nodiscard]] std::vector<double> gaps_in_sight(std::span<const std::int64_t> gaps, Edge edge,
                                                const LabelledView& drawn, double apart);

/// How many rows, of all in the file that are loaded, have each category of the track.
[[nodiscard]] std::vector<std::int64_t> counts_in_track(const State& state, int set, const Track& track);

} // namespace pairscope::app
