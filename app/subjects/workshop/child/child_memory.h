// SPDX-License-Identifier: MIT
// The child's side of the shared memory.
#pragma once

#include "app/subjects/workshop/messages.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <sys/mman.h>

namespace pairscope::app::workshop {

/// The shared memory of one run.
class Mapped {
public:
    /// `is_timed`: each page is there before the run, which would otherwise take the time for it.
    explicit Mapped(std::int64_t bytes, bool is_timed = false)
        : bytes_(static_cast<std::size_t>(std::max<std::int64_t>(bytes, 1))) {
        const int flags = is_timed ? MAP_SHARED | MAP_POPULATE : MAP_SHARED;
        memory_ = ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, flags, memory_of_child, 0);
        if (memory_ == MAP_FAILED) throw std::runtime_error("the shared memory cannot be mapped");
    }
    ~Mapped() { ::munmap(memory_, bytes_); }
    Mapped(const Mapped&) = delete;
    Mapped& operator=(const Mapped&) = delete;
    [[nodiscard]] std::byte* at(std::int64_t offset) const { return static_cast<std::byte*>(memory_) + offset; }

private:
    std::size_t bytes_;
    void* memory_ = nullptr;
};

} // namespace pairscope::app::workshop
