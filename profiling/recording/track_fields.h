// SPDX-License-Identifier: MIT
// Tracks of a recording as JSON, and back.
#pragma once

#include "profiling/recording/field_kinds.h"
#include "profiling/recording/recording.h"

#include <vector>

namespace pairscope::profiling {

/// Refuses tracks that do not fit the sets of the recording: each row of a set has a value or is unknown, unless
/// nothing is known of the set. Throws InputError.
void require_tracks_of_sets(const Recording& recording, const JsonPlace& root);

namespace as {

struct Tracks {
    [[nodiscard]] Json json(const std::vector<RecordedTrack>& tracks, RecordingContext& context) const;
    void read(const JsonPlace& place, std::vector<RecordedTrack>& tracks, RecordingContext& context) const;
};

} // namespace as

} // namespace pairscope::profiling
