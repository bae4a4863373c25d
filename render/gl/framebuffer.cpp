// SPDX-License-Identifier: MIT
#include "render/gl/framebuffer.h"

#include <fmt/format.h>
#include <glad/gl.h>

namespace pairscope::gl {

void delete_framebuffer(std::uint32_t id) { glDeleteFramebuffers(1, &id); }

Framebuffer::Framebuffer() {
    GLuint id = 0;
    glCreateFramebuffers(1, &id);
    object_ = Object<delete_framebuffer>(id);
}

void Framebuffer::attach(const Texture& color) {
    glNamedFramebufferTexture(id(), GL_COLOR_ATTACHMENT0, color.id(), 0);
    const GLenum status = glCheckNamedFramebufferStatus(id(), GL_FRAMEBUFFER);
    if (status != GL_FRAMEBUFFER_COMPLETE) {
        throw Error(fmt::format("OpenGL does not draw into a texture of {} x {} (status {:#x})", color.width(),
                                color.height(), status));
    }
}

void Framebuffer::bind() const { glBindFramebuffer(GL_FRAMEBUFFER, id()); }

} // namespace pairscope::gl
