// SPDX-License-Identifier: MIT
// The owner of a GL object: it has a name, can be moved but not copied, and deletes the object at its end.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <utility>

namespace pairscope::gl {

/// GL refused: a shader does not compile, a framebuffer is incomplete.
struct Error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

template <void (*destroy)(std::uint32_t)> class Object {
public:
    Object() = default;
    explicit Object(std::uint32_t id) : id_(id) {}
    Object(Object&& other) noexcept : id_(std::exchange(other.id_, 0)) {}
    Object& operator=(Object&& other) noexcept {
        std::swap(id_, other.id_);
        return *this;
    }
    ~Object() {
        if (id_ != 0) destroy(id_);
    }

    [[nodiscard]] std::uint32_t id() const { return id_; }

private:
    std::uint32_t id_ = 0;
};

} // namespace pairscope::gl
