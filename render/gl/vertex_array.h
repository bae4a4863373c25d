// SPDX-License-Identifier: MIT
// A vertex array without attributes: core GL draws nothing without one.
#pragma once

#include "render/gl/object.h"

namespace pairscope::gl {

void delete_vertex_array(std::uint32_t id);

class VertexArray {
public:
    VertexArray();
    [[nodiscard]] std::uint32_t id() const { return object_.id(); }
    void bind() const;

private:
    Object<delete_vertex_array> object_;
};

} // namespace pairscope::gl
