// SPDX-License-Identifier: MIT
// A buffer of immutable size.
#pragma once

#include "render/gl/object.h"

#include <cstdint>

namespace pairscope::gl {

void delete_buffer(std::uint32_t id);

class Buffer {
public:
    Buffer() = default;
    /// Throws MemoryError, with the size, if memory is short.
    explicit Buffer(std::int64_t bytes);

    [[nodiscard]] std::uint32_t id() const { return object_.id(); }
    [[nodiscard]] std::int64_t bytes() const { return bytes_; }
    void write(std::int64_t offset, const void* data, std::int64_t bytes);

private:
    Object<delete_buffer> object_;
    std::int64_t bytes_ = 0;
};

} // namespace pairscope::gl
