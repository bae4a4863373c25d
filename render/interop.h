// SPDX-License-Identifier: MIT
// Textures that CUDA kernels write directly. Everything here belongs to the thread of the GL context; the surfaces may
// be written from any thread.
#pragma once

#include "kernels/matrix/matrix.h"
#include "render/gl/texture.h"

#include <memory>
#include <optional>
#include <span>
#include <string>

namespace pairscope {

/// The CUDA device that draws the current GL context.
struct GlDevice {
    std::optional<int> ordinal; ///< absent: outputs have to be copied through the host
    std::string why_not;        ///< then the reason, in one sentence
};
[[nodiscard]] GlDevice gl_device();

/// An R32F, R16F or RGBA32F texture, registered with CUDA for surface stores. Give it up before the texture.
/// Registering takes as long as a few frames (16384 x 16384: 139 ms on an H100): do it once.
class TextureLink {
public:
    /// Throws MemoryError, cuda::Error; without interop the latter says what gl_device() says.
    explicit TextureLink(const gl::Texture& texture);
    ~TextureLink(); ///< unmaps
    TextureLink(TextureLink&&) noexcept;
    TextureLink& operator=(TextureLink&&) noexcept;

    /// Lends the texture to CUDA: until unmap() GL must not touch it. Waits for what GL still does with it; afterwards
    /// any stream may write. Throws cuda::Error.
    Surface map();
    /// Gives it back. The kernels that write it must have ended. Throws cuda::Error.
    void unmap();
    [[nodiscard]] bool is_mapped() const;
    [[nodiscard]] Surface surface() const; ///< for a mapped texture

    struct Parts; // keeps the CUDA headers out of this file

private:
    friend void map(std::span<TextureLink* const> links);
    friend void unmap(std::span<TextureLink* const> links);
    std::unique_ptr<Parts> parts_;
};

/// Several at once: together they take as long as one (0.33 ms for map and unmap on an H200).
void map(std::span<TextureLink* const> links);
void unmap(std::span<TextureLink* const> links);

} // namespace pairscope
