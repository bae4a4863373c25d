// SPDX-License-Identifier: MIT
// The picture of the whole window, which lives on from frame to frame, so that the CPU draws only what has changed.
#pragma once

#include "app/shell/changed_parts.h"
#include "render/gl/framebuffer.h"
#include "render/gl/texture.h"

namespace pairscope::app {

class WindowPicture {
public:
    /// Draws and shows ImGui's drawing in the framebuffer of the window, which stays bound. `pictures` changes whenever
    /// one of our own textures does.
    void draw(const ImDrawData& drawing, std::uint64_t pictures);

private:
    void draw_parts(const ImDrawData& drawing, const std::vector<WindowBox>& parts);

    ChangedParts changed_;
    PartialDrawing partial_;
    gl::Texture picture_;
    gl::Framebuffer target_;
};

} // namespace pairscope::app
