// SPDX-License-Identifier: MIT
// A framebuffer with one colour texture.
#pragma once

#include "render/gl/object.h"
#include "render/gl/texture.h"

namespace pairscope::gl {

void delete_framebuffer(std::uint32_t id);

class Framebuffer {
public:
    Framebuffer();
    [[nodiscard]] std::uint32_t id() const { return object_.id(); }
    /// Draws go to `color` from now on; it must outlive them. Throws Error if GL does not draw into such a texture.
    void attach(const Texture& color);
    void bind() const;

private:
    Object<delete_framebuffer> object_;
};

} // namespace pairscope::gl
