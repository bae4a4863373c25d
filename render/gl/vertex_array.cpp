// SPDX-License-Identifier: MIT
#include "render/gl/vertex_array.h"

#include <glad/gl.h>

namespace pairscope::gl {

void delete_vertex_array(std::uint32_t id) { glDeleteVertexArrays(1, &id); }

VertexArray::VertexArray() {
    GLuint id = 0;
    glCreateVertexArrays(1, &id);
    object_ = Object<delete_vertex_array>(id);
}

void VertexArray::bind() const { glBindVertexArray(id()); }

} // namespace pairscope::gl
