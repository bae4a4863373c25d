// SPDX-License-Identifier: MIT
// Reads the columns that are shown beside the coordinates of the rows, from the file of the data or from a second one.
#pragma once

#include "app/spine/question.h"
#include "app/subjects/data/data.h"

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace pairscope::app {

struct LoadedTracks {
    std::shared_ptr<const Tracks> tracks{}; ///< null: none were asked for, and no recording has them
    std::vector<std::string> remarks{};     ///< which names did not match, and which classes have no colours
};

/// What was read of the source already.
struct ReadFiles {
    const Table* table = nullptr;                    ///< the table of its file of points
    const profiling::Recording* recording = nullptr; ///< the recording that is its file
};

/// What the source says; where it says nothing, the tracks of a recording. Throws InputError for a column that no file
/// has, more columns than most_tracks, and names that cannot be joined.
[[nodiscard]] LoadedTracks load_tracks(const DataSource& source, const Question& question, const ReadFiles& read,
                                       const std::stop_token& stop = {});

} // namespace pairscope::app
