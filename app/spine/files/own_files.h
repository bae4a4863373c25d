// SPDX-License-Identifier: MIT
// The files that the program keeps for itself. An error in one of them never stops or delays the program.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/state.h"

#include <filesystem>
#include <optional>
#include <string>

namespace pairscope::app {

/// False if a folder, a pipe or a device is in the way: opening a pipe would wait for its other end.
[[nodiscard]] bool may_be_own_file(const std::filesystem::path& path);

/// What the file holds; absent if there is none. Throws InputError if it is no file, or cannot be read.
[[nodiscard]] std::optional<std::string> text_of_own_file(const std::filesystem::path& path);

/// Makes the folders of settings, layout, log and ceilings. Says in one notice if nothing can be kept in one of them.
void make_own_folders(State& state);

} // namespace pairscope::app
