// SPDX-License-Identifier: MIT
#include "app/cli/options/recording_place.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <utility>

namespace pairscope::cli {

std::optional<RecordingPlace::Identity> RecordingPlace::identity_of(const std::filesystem::path& path) {
    struct stat found {};
    if (::stat(path.c_str(), &found) != 0) return {};
    return Identity{.device = found.st_dev,
                    .number = found.st_ino,
                    .size = found.st_size,
                    .seconds = found.st_mtim.tv_sec,
                    .nanoseconds = found.st_mtim.tv_nsec};
}

RecordingPlace::RecordingPlace(std::filesystem::path asked)
    : asked_(std::move(asked)), known_(identity_of(asked_)), replaces_(known_.has_value()) {}

FileDescriptor RecordingPlace::turn() const {
    const std::filesystem::path folder = asked_.has_parent_path() ? asked_.parent_path() : ".";
    FileDescriptor lock(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    // Where a folder cannot be opened or locked, saving says so, or works without taking turns.
    while (lock.is_open() && ::flock(lock.get(), LOCK_EX) != 0 && errno == EINTR) {
    }
    return lock;
}

std::filesystem::path RecordingPlace::now() const {
    const std::optional<Identity> there = identity_of(asked_);
    return !there || there == known_ ? asked_ : free_name();
}

std::filesystem::path RecordingPlace::for_part() const { return replaces_ ? free_name() : now(); }

std::filesystem::path RecordingPlace::free_name() const {
    for (int number = 2;; ++number) {
        std::filesystem::path other = asked_;
        other.replace_filename(fmt::format("{}-{}{}", asked_.stem().string(), number, asked_.extension().string()));
        if (!identity_of(other)) return other;
    }
}

void RecordingPlace::saved() {
    known_ = identity_of(asked_);
    replaces_ = false;
}

} // namespace pairscope::cli
