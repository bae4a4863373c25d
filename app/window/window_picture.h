// SPDX-License-Identifier: MIT
// The picture of the whole window, which is kept from frame to frame, so that the CPU draws only what has changed.
#pragma once

#include "app/window/status/changed_parts.h"
#include "render/gl/framebuffer.h"
#include "render/gl/texture.h"

namespace pairscope::app {

/// The textures that panels draw.
struct OwnTextures {
    std::uint64_t changes = 0; ///< counts the changes of their pixels and names
    CopiedPicture matrix{};    ///< the picture of the matrix
};

class WindowPicture {
public:
    /// Draws and shows ImGui's drawing in the framebuffer of the window, which stays bound.
    void draw(const ImDrawData& drawing, const OwnTextures& textures);

private:
    void draw_parts(const ImDrawData& drawing, const std::vector<WindowBox>& parts, const CopiedPicture& picture);

    ChangedParts changed_;
    PartialDrawing partial_;
    gl::Texture picture_;
    gl::Framebuffer target_;
};

} // namespace pairscope::app
