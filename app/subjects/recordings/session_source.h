// SPDX-License-Identifier: MIT
// Where the data of a session is: a file by its name and its check sum, and how it was read.
#pragma once

#include "app/subjects/data/data.h"
#include "profiling/recording/recording.h"

#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>
#include <string>

namespace pairscope::app {

/// Absolute names of files, without check sums. Absent for generated points, which settings make again.
[[nodiscard]] std::optional<profiling::RecordedSource> source_to_record(const DataSource& source);
/// Fills in what is known only when the session is saved: the names of the files from the folder of the session, their
/// sizes and their check sums. Throws InputError.
void add_check_sums(profiling::RecordedSource& source, const std::filesystem::path& session);

struct FoundSource {
    std::optional<DataSource> source{}; ///< absent: a file is gone or was changed, or a word is unknown
    std::string why_not{};              ///< in one sentence without a full stop; beside a source it says which columns
                                        ///< are not shown, because only the file of the tracks is not there
};
/// Looks for the files from the folder of the session first, then where they were, and then among `others`. Only the
/// check sum decides. Throws InputError if it was cancelled.
[[nodiscard]] FoundSource found_source(const profiling::RecordedSource& source, const std::filesystem::path& session,
                                       std::span<const std::filesystem::path> others = {},
                                       const std::stop_token& stop = {});

} // namespace pairscope::app
