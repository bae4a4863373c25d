// SPDX-License-Identifier: MIT
#include "app/spine/files/left_folders.h"

#include <chrono>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace pairscope::app {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::minutes least_age(1);

bool is_old_and_own(const fs::path& folder) {
    struct stat about {};
    if (::lstat(folder.c_str(), &about) != 0 || !S_ISDIR(about.st_mode) || about.st_uid != ::geteuid()) return false;
    return std::chrono::system_clock::from_time_t(about.st_mtime) + least_age < std::chrono::system_clock::now();
}

} // namespace

FolderLock::FolderLock(const fs::path& folder) : file_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (file_ < 0 || ::flock(file_, LOCK_EX | LOCK_NB) == 0) return;
    ::close(file_);
    file_ = -1;
}

FolderLock::~FolderLock() {
    if (file_ >= 0) ::close(file_);
}

void remove_left_folders(const fs::path& temporary) {
    std::error_code failed;
    std::vector<fs::path> left;
    for (fs::directory_iterator entry(temporary, failed), end; !failed && entry != end; entry.increment(failed))
        if (entry->path().filename().string().starts_with(name_of_folders)) left.push_back(entry->path());
    for (const fs::path& folder : left)
        if (is_old_and_own(folder) && FolderLock(folder).has_it()) fs::remove_all(folder, failed);
}

} // namespace pairscope::app
