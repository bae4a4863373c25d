// SPDX-License-Identifier: MIT
// What a page needs to draw the tracks of its recording along the matrix: their colours and their words.
#pragma once

#include "app/spine/files/columns.h"
#include "app/subjects/tracks/tracks.h"
#include "kernels/data/dataset.h"
#include "profiling/recording/recording.h"

#include <memory>
#include <span>
#include <string>

namespace pairscope::page {

/// In the order of recording.tracks, and not more than can be drawn (app::most_tracks). `sets` are the sets of the
/// recording.
[[nodiscard]] app::Tracks drawn_tracks(const profiling::Recording& recording,
                                       std::span<const std::shared_ptr<const Dataset>> sets);

/// One object per track. The values of rows are in the recording only.
[[nodiscard]] app::Json tracks_json(const app::Tracks& tracks);
/// The colours of clusters, over and over, beside those of the tracks.
[[nodiscard]] app::Json cluster_colours_json(const app::Tracks& tracks);

/// One sentence where the recording has more tracks than can be drawn; otherwise empty.
[[nodiscard]] std::string note_on_tracks(const profiling::Recording& recording);

} // namespace pairscope::page
