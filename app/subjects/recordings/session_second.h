// SPDX-License-Identifier: MIT
// The second matrix of a session: a file by its name and its check sum, or the rows of the session in another way.
#pragma once

#include "app/spine/state.h"
#include "profiling/recording/recording.h"

#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>
#include <string>

namespace pairscope::app {

/// Absent where nothing is compared. Its file has no check sum yet.
[[nodiscard]] std::optional<profiling::RecordedSecond> second_to_record(const TwoState& two);

struct FoundSecond {
    SecondMatrix second{};
    std::string why_not{}; ///< why what was compared is not, in one sentence without a full stop; empty: it is
};
/// Looks for the file as found_source() does. Throws InputError if it was cancelled.
[[nodiscard]] FoundSecond found_second(const profiling::Recording& session, const std::filesystem::path& path,
                                       std::span<const std::filesystem::path> others = {},
                                       const std::stop_token& stop = {});

} // namespace pairscope::app
