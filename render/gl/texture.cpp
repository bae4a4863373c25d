// SPDX-License-Identifier: MIT
#include "render/gl/texture.h"

#include "kernels/data/errors.h"

#include <algorithm>
#include <fmt/format.h>
#include <glad/gl.h>

namespace pairscope::gl {

namespace {

struct GlFormat {
    GLenum internal;
    GLenum channels;
    GLenum type;
};
GlFormat gl_format(Format format) {
    switch (format) {
    case Format::r32f:
        return {GL_R32F, GL_RED, GL_FLOAT};
    case Format::r16f:
        return {GL_R16F, GL_RED, GL_HALF_FLOAT};
    case Format::rgba32f:
        return {GL_RGBA32F, GL_RGBA, GL_FLOAT};
    case Format::rgba8:
        return {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE};
    case Format::rgba32i:
        return {GL_RGBA32I, GL_RGBA_INTEGER, GL_INT};
    }
    return {};
}

void check_side(std::int64_t width, std::int64_t height) {
    GLint side = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &side);
    if (std::max(width, height) > side) {
        throw MemoryError(fmt::format("a texture of {} x {} was requested, but this OpenGL allows only {} per side",
                                      width, height, side));
    }
}

/// Rows lie in host memory without gaps, also those of an odd number of 2-byte texels.
GLint alignment_of(Format format) { return static_cast<GLint>(std::min<std::int64_t>(4, bytes_per_texel(format))); }

} // namespace

std::int64_t bytes_per_texel(Format format) {
    switch (format) {
    case Format::r16f:
        return 2;
    case Format::r32f:
    case Format::rgba8:
        return 4;
    case Format::rgba32f:
    case Format::rgba32i:
        return 16;
    }
    return 0;
}

void delete_texture(std::uint32_t id) { glDeleteTextures(1, &id); }

Texture::Texture(Format format, std::int64_t width, std::int64_t height)
    : format_(format), width_(static_cast<int>(width)), height_(static_cast<int>(height)) {
    check_side(width, height);
    while (glGetError() != GL_NO_ERROR) {
    } // an earlier error must not be taken for this one
    GLuint id = 0;
    glCreateTextures(GL_TEXTURE_2D, 1, &id);
    object_ = Object<delete_texture>(id);
    glTextureStorage2D(id, 1, gl_format(format).internal, width_, height_);
    if (const GLenum error = glGetError(); error != GL_NO_ERROR) {
        const double gigabytes = static_cast<double>(width * height * bytes_per_texel(format)) / 1e9;
        throw MemoryError(
            fmt::format("a texture of {} x {} ({:.3g} GB) was requested, but OpenGL has no room for it (error {:#x})",
                        width, height, gigabytes, error));
    }
    glTextureParameteri(id, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTextureParameteri(id, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTextureParameteri(id, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTextureParameteri(id, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

void Texture::upload(Texels where, const void* data, std::int64_t row_length) {
    const GlFormat format = gl_format(format_);
    // The window's toolkit uploads its fonts with settings of its own: ours must not stay.
    glPixelStorei(GL_UNPACK_ALIGNMENT, alignment_of(format_));
    glPixelStorei(GL_UNPACK_ROW_LENGTH, static_cast<GLint>(row_length));
    glTextureSubImage2D(id(), 0, where.x, where.y, where.width, where.height, format.channels, format.type, data);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
}

void Texture::download(Texels where, void* data, std::size_t bytes) const {
    const GlFormat format = gl_format(format_);
    glPixelStorei(GL_PACK_ALIGNMENT, alignment_of(format_));
    glPixelStorei(GL_PACK_ROW_LENGTH, 0);
    glGetTextureSubImage(id(), 0, where.x, where.y, 0, where.width, where.height, 1, format.channels, format.type,
                         static_cast<GLsizei>(bytes), data);
}

void Texture::bind(std::uint32_t unit) const { glBindTextureUnit(unit, id()); }

} // namespace pairscope::gl
