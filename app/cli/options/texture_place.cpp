// SPDX-License-Identifier: MIT
#include "app/cli/options/texture_place.h"

#include "render/matrix_texture.h"

#include <optional>
#include <utility>

namespace pairscope::cli {

TexturePlace::TexturePlace(gl::HeadlessContext context, MatrixShape shape, Entry entry)
    : context_(std::move(context)), texture_(format_of(entry), shape.cols, shape.rows), link_(texture_) {
    link_.map();
}

OpenedTexture open_texture(const Device& device, MatrixShape shape, Entry entry) {
    if (device.backend == Backend::cpu) return {nullptr, "the CPU cannot write into a texture"};
    std::optional<gl::HeadlessContext> context;
    try {
        context.emplace(device.ordinal);
    } catch (const gl::Error& error) { // no OpenGL on this machine is a reason to skip, not a failure
        return {nullptr, error.what()};
    }
    if (GlDevice drawn_by = gl_device(); drawn_by.ordinal != device.ordinal)
        return {nullptr, drawn_by.ordinal ? "another GPU draws with OpenGL" : std::move(drawn_by.why_not)};
    return {std::make_unique<TexturePlace>(std::move(*context), shape, entry), {}};
}

} // namespace pairscope::cli
