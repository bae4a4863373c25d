// SPDX-License-Identifier: MIT
#include "render/gl/buffer.h"

#include "kernels/core/errors.h"

#include <fmt/format.h>
#include <glad/gl.h>

namespace pairscope::gl {

void delete_buffer(std::uint32_t id) { glDeleteBuffers(1, &id); }

Buffer::Buffer(std::int64_t bytes) : bytes_(bytes) {
    while (glGetError() != GL_NO_ERROR) {
    } // an earlier error must not be taken for this one
    GLuint id = 0;
    glCreateBuffers(1, &id);
    object_ = Object<delete_buffer>(id);
    glNamedBufferStorage(id, static_cast<GLsizeiptr>(bytes), nullptr, GL_DYNAMIC_STORAGE_BIT);
    if (glGetError() != GL_NO_ERROR) {
        throw MemoryError(fmt::format("a buffer of {} bytes was asked for; OpenGL has no room for it", bytes));
    }
}

void Buffer::write(std::int64_t offset, const void* data, std::int64_t bytes) {
    glNamedBufferSubData(id(), static_cast<GLintptr>(offset), static_cast<GLsizeiptr>(bytes), data);
}

} // namespace pairscope::gl
