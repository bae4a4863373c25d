// SPDX-License-Identifier: MIT
// What is in a recording, for pairscope info FILE.
#pragma once

#include "profiling/recording/recording.h"

#include <filesystem>
#include <string>

namespace pairscope::cli {

[[nodiscard]] std::string text_of(const profiling::Recording& recording, const std::filesystem::path& path);
[[nodiscard]] std::string json_of(const profiling::Recording& recording, const std::filesystem::path& path);

} // namespace pairscope::cli
