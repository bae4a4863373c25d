// SPDX-License-Identifier: MIT
// A texture of OpenGL that a GPU's kernels write, without a window: where the texture target is measured.
#pragma once

#include "kernels/ladder/device.h"
#include "kernels/matrix/matrix.h"
#include "render/gl/headless.h"
#include "render/gl/texture.h"
#include "render/interop.h"

#include <memory>
#include <string>

namespace pairscope::cli {

/// The texture is lent to CUDA as long as this lives.
class TexturePlace {
public:
    /// Throws MemoryError, cuda::Error.
    TexturePlace(gl::HeadlessContext context, MatrixShape shape, Entry entry);

    [[nodiscard]] Surface surface() const { return link_.surface(); }

private:
    gl::HeadlessContext context_; // first: the others need it
    gl::Texture texture_;
    TextureLink link_;
};

struct OpenedTexture {
    std::unique_ptr<TexturePlace> place; ///< null: there is none
    std::string why_not;                 ///< then the reason, in one sentence
};
/// A texture this device can write. Throws MemoryError, cuda::Error.
[[nodiscard]] OpenedTexture open_texture(const Device& device, MatrixShape shape, Entry entry);

} // namespace pairscope::cli
