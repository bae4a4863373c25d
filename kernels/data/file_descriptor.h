// SPDX-License-Identifier: MIT
// Owns an open file of the operating system.
#pragma once

#include <unistd.h>

#include <cstdint>
#include <utility>

namespace pairscope {

class FileDescriptor {
public:
    explicit FileDescriptor(int descriptor = -1) : descriptor_(descriptor) {}
    ~FileDescriptor() { close(); }
    FileDescriptor(FileDescriptor&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
    FileDescriptor& operator=(FileDescriptor&& other) noexcept {
        std::swap(descriptor_, other.descriptor_);
        return *this;
    }

    [[nodiscard]] int get() const { return descriptor_; }
    [[nodiscard]] bool is_open() const { return descriptor_ >= 0; }

    /// False if the system reports, only now, that something was not written.
    bool close() { return descriptor_ < 0 || ::close(std::exchange(descriptor_, -1)) == 0; }

private:
    int descriptor_;
};

/// By which a file is told from one that was written since: its size, and the time of its last change.
struct FileStamp {
    std::int64_t bytes = 0, seconds = 0, nanoseconds = 0;
    bool operator==(const FileStamp&) const = default;
};

} // namespace pairscope
