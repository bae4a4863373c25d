// SPDX-License-Identifier: MIT
#include "app/window/window_picture.h"

#include <glad/gl.h>
#include <imgui_impl_opengl3.h>

namespace pairscope::app {
namespace {

/// Mesa draws a window upside down, because the first row of a window in memory is the top row. If a texture is drawn
/// in the same way, its pixels are the same to the last bit.
void turn_over(const ImDrawList*, const ImDrawCmd*) { glClipControl(GL_UPPER_LEFT, GL_NEGATIVE_ONE_TO_ONE); }

void copy_part(const ImDrawList*, const ImDrawCmd* command) {
    const auto& [from, to, x, y, box] = *static_cast<const PartialDrawing::Copy*>(command->UserCallbackData);
    glCopyImageSubData(from, GL_TEXTURE_2D, 0, x, y, 0, to, GL_TEXTURE_2D, 0, box.left, box.top, 0,
                       box.right - box.left, box.bottom - box.top, 1);
}

} // namespace

void WindowPicture::draw(const ImDrawData& drawing, const OwnTextures& textures) {
    const int width = int(drawing.DisplaySize.x), height = int(drawing.DisplaySize.y);
    if (width < 1 || height < 1) return;
    if (picture_.width() != width || picture_.height() != height) {
        picture_ = gl::Texture(gl::Format::rgba8, width, height);
        target_.attach(picture_);
    }
    const ImVec4& background = ImGui::GetStyle().Colors[ImGuiCol_DockingEmptyBg];
    const auto parts = changed_.since_last(drawing, {textures.changes, ImGui::ColorConvertFloat4ToU32(background)});
    if (!parts.empty()) {
        target_.bind();
        glClearColor(background.x, background.y, background.z, 1.0f);
        draw_parts(drawing, parts, textures.matrix);
    }
    glBlitNamedFramebuffer(target_.id(), 0, 0, 0, width, height, 0, height, width, 0, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

void WindowPicture::draw_parts(const ImDrawData& drawing, const std::vector<WindowBox>& parts,
                               const CopiedPicture& picture) {
    glEnable(GL_SCISSOR_TEST);
    for (const WindowBox& part : parts) {
        glScissor(part.left, part.top, part.right - part.left, part.bottom - part.top);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    glDisable(GL_SCISSOR_TEST);
    ImGui_ImplOpenGL3_RenderDrawData(
        &partial_.of(drawing, parts, picture, {.first = &turn_over, .copy = &copy_part, .target = picture_.id()}));
    glClipControl(GL_LOWER_LEFT, GL_NEGATIVE_ONE_TO_ONE);
}

} // namespace pairscope::app
