// SPDX-License-Identifier: MIT
// Temporary folders of tries whose process was killed. A lock says whether a process still has its folder, also one
// whose number this process cannot see.
#pragma once

#include <filesystem>

namespace pairscope::app {

inline constexpr const char* name_of_folders = "pairscope-try-";

/// Locks a folder as long as this lives.
class FolderLock {
public:
    explicit FolderLock(const std::filesystem::path& folder);
    ~FolderLock();
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;
    /// False: another process has it, or there is no such folder.
    [[nodiscard]] bool has_it() const { return file_ >= 0; }

private:
    int file_ = -1;
};

/// Removes the folders of tries in this one that nobody has locked, if they are more than a minute old: a younger one
/// may not be locked yet. What cannot be removed stays.
void remove_left_folders(const std::filesystem::path& temporary);

} // namespace pairscope::app
