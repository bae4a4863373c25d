// SPDX-License-Identifier: MIT
// What a file dialog asks for: the same for the desktop's dialog and for ours.
#pragma once

#include "app/spine/state.h"

#include <filesystem>
#include <string>
#include <vector>

namespace pairscope::app {

struct FileQuestion {
    std::string title; ///< "Save the picture"
    bool saves = false;
    std::filesystem::path folder;     ///< where to begin
    std::string name;                 ///< proposed; empty when opening
    std::string kind;                 ///< "PNG picture"
    std::vector<std::string> endings; ///< ".png"; the first is added to a name without one
};

/// Where the last file was, so that results land beside the data; never in the folder of the data we ship.
[[nodiscard]] std::filesystem::path usual_folder(const State& state);

/// The path with the first ending if it has none of them.
[[nodiscard]] std::filesystem::path with_ending(std::filesystem::path path, const std::vector<std::string>& endings);

/// A line of a folder's list.
struct FolderEntry {
    std::string name; ///< fit to be shown
    std::filesystem::path path;
    bool is_folder = false;
};
/// Folders first, then files, each by name, without hidden ones unless `start` begins with a dot; only names that begin
/// with `start` in any case. At most `most`. Empty if the folder cannot be read, with the reason in `problem`.
struct FolderList {
    std::vector<FolderEntry> entries;
    bool cut = false; ///< there are more
    std::string problem;
};
/// This folder, or the nearest one above it that exists.
[[nodiscard]] std::filesystem::path nearest_folder(std::filesystem::path folder);
[[nodiscard]] FolderList list_folder(const std::filesystem::path& folder, const std::string& start,
                                     std::size_t most = 500);

/// What a typed text means in a folder: "~/x", "/abs", "sub/na" become the folder to list and the start of a name.
struct Typed {
    std::filesystem::path folder;
    std::string start;
};
[[nodiscard]] Typed typed_path(const std::filesystem::path& folder, const std::string& text);

} // namespace pairscope::app
