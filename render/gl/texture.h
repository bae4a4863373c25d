// SPDX-License-Identifier: MIT
// An immutable 2-D texture with one level, sampled texel by texel.
#pragma once

#include "render/gl/object.h"

#include <cstddef>
#include <cstdint>

namespace pairscope::gl {

enum class Format : std::uint8_t { r32f, r16f, rgba32f, rgba8, rgba32i };
[[nodiscard]] std::int64_t bytes_per_texel(Format format);

void delete_texture(std::uint32_t id);

/// A rectangle of texels.
struct Texels {
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;
};

class Texture {
public:
    Texture() = default;
    /// Throws MemoryError, with the size, if it is more than GL_MAX_TEXTURE_SIZE a side or memory is short.
    Texture(Format format, std::int64_t width, std::int64_t height);

    [[nodiscard]] std::uint32_t id() const { return object_.id(); } ///< the GL name; 0 if there is none
    [[nodiscard]] Format format() const { return format_; }
    [[nodiscard]] int width() const { return width_; }
    [[nodiscard]] int height() const { return height_; }

    /// Copies texels from the host. `row_length` is the distance of two rows in the source [texels].
    void upload(Texels where, const void* data, std::int64_t row_length);
    /// Copies texels to the host, row-major without gaps; `bytes` is the room there.
    void download(Texels where, void* data, std::size_t bytes) const;
    void bind(std::uint32_t unit) const;

private:
    Object<delete_texture> object_;
    Format format_ = Format::rgba8;
    int width_ = 0;
    int height_ = 0;
};

} // namespace pairscope::gl
