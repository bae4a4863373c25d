// SPDX-License-Identifier: MIT
#include "app/window/picture_textures.h"

#include "kernels/data/errors.h"

#include <spdlog/spdlog.h>

namespace pairscope::app {
namespace {

gl::Texture upload(const Image& picture) {
    try {
        gl::Texture texture(gl::Format::rgba8, picture.width, picture.height);
        texture.upload({0, 0, texture.width(), texture.height()}, picture.pixels.data(), picture.width);
        return texture;
    } catch (const MemoryError& error) {
        spdlog::error("A picture cannot be drawn: {}", error.what());
        return {};
    }
}

} // namespace

std::uint32_t PictureTextures::texture_of(const std::shared_ptr<const Image>& picture) {
    for (const Uploaded& known : uploaded_)
        if (known.picture.lock() == picture) return known.texture.id();
    ++uploads_;
    uploaded_.push_back({.picture = picture, .texture = upload(*picture)});
    return uploaded_.back().texture.id();
}

void PictureTextures::forget_unused() {
    std::erase_if(uploaded_, [](const Uploaded& known) { return known.picture.expired(); });
}

} // namespace pairscope::app
