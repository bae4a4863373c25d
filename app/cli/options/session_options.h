// SPDX-License-Identifier: MIT
// A saved session on the command line: its data as options, and how it was looked at.
#pragma once

#include "app/cli/options/data_options.h"
#include "app/spine/other_matrix.h"
#include "app/subjects/matrix/view_text.h"
#include "profiling/recording/recording.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pairscope::cli {

/// The options that read the data of the session; absent: the numbers in the session are read. Options that were given
/// win. Throws InputError where a file is gone or was changed, and the session does not hold the numbers either.
[[nodiscard]] std::optional<DataOptions>
options_of_session(const DataOptions& asked, const profiling::Recording& session, const std::string& file);

struct OpenSession {
    std::filesystem::path file;
    profiling::Recording recording;
};
/// The sessions among the files, each of which is read once. Throws InputError.
[[nodiscard]] std::vector<OpenSession> sessions_among(const DataOptions& options);

/// How the session was looked at; absent: there is none, or it does not say. Throws InputError.
[[nodiscard]] std::optional<app::ViewText> view_of_session(std::span<const OpenSession> sessions);

/// Leaves out an order by a class or a column that the session no longer has, and says so on standard error. Throws
/// InputError.
void leave_out_lost_order(std::span<const OpenSession> sessions, app::ViewText& view);

/// Does the session compare two matrices?
[[nodiscard]] bool compares_two(std::span<const OpenSession> sessions);

/// What the session compares its matrix with. Says on standard error why it cannot be compared any more. Throws
/// InputError.
[[nodiscard]] app::SecondMatrix second_of_session(std::span<const OpenSession> sessions);

} // namespace pairscope::cli
