// SPDX-License-Identifier: MIT
// Pictures in host memory as textures that panels draw. A texture lives as long as its picture.
#pragma once

#include "render/gl/texture.h"
#include "render/image.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace pairscope::app {

class PictureTextures {
public:
    /// The GL name of the picture's texture, its top row first; 0 where OpenGL has no room for it. Uploads the picture
    /// at the first call.
    [[nodiscard]] std::uint32_t texture_of(const std::shared_ptr<const Image>& picture);
    /// How many pictures were uploaded so far. A new texture may get the name of one that is gone.
    [[nodiscard]] std::uint64_t uploads() const { return uploads_; }
    /// Deletes the textures of pictures that are gone.
    void forget_unused();

private:
    struct Uploaded {
        std::weak_ptr<const Image> picture;
        gl::Texture texture; ///< without a name: there was no room
    };
    std::vector<Uploaded> uploaded_;
    std::uint64_t uploads_ = 0;
};

} // namespace pairscope::app
