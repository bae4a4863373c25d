// SPDX-License-Identifier: MIT
// Finds the parts of the window that differ from the last frame, and makes a drawing of only those parts. Where the CPU
// draws, nearly all of a frame's time is spent on pixels, and most of them are the same as before.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

namespace pairscope::app {

/// Pixels of the window from the top left corner; `right` and `bottom` are the first pixels outside.
struct WindowBox {
    int left = 0, top = 0, right = 0, bottom = 0;
    [[nodiscard]] bool is_empty() const { return left >= right || top >= bottom; }
    bool operator==(const WindowBox&) const = default;
};
[[nodiscard]] WindowBox common_part(const WindowBox& a, const WindowBox& b);

/// What a drawing is made of besides its triangles.
struct Surroundings {
    std::uint64_t pictures = 0; ///< changes whenever one of our own textures does
    ImU32 background = 0;       ///< where no triangle is
};

class ChangedParts {
public:
    /// Boxes without common pixels, which together hold every pixel that may differ from the drawing of the last call.
    /// The first call returns the whole window.
    [[nodiscard]] std::vector<WindowBox> since_last(const ImDrawData& drawing, const Surroundings& surroundings);

private:
    int width_ = 0, height_ = 0;
    std::vector<std::uint64_t> fingerprints_; ///< stand for what is drawn over each square of the window
};

/// A texture as large as the box that shows it, without transparent pixels, its first row on top. Copying this texture
/// takes a fraction of the time that drawing it takes.
struct CopiedPicture {
    std::uint32_t texture = 0; ///< the GL name; 0: there is none
    int width = 0, height = 0;
};

/// Makes a second drawing from a drawing of the window: it contains only what lies inside of some boxes.
class PartialDrawing {
public:
    /// What is called in place of triangles.
    struct Callbacks {
        ImDrawCallback first; ///< before anything is drawn
        ImDrawCallback copy;  ///< for a part of the picture that is copied; UserCallbackData points to a Copy
        std::uint32_t target; ///< the GL name of the texture that it is copied to
    };
    struct Copy {
        std::uint32_t from = 0, to = 0; ///< GL names
        int x = 0, y = 0;               ///< the texel that lies in the corner of the box
        WindowBox box;
    };

    /// The result is valid until the next call, and as long as the textures of `whole` are. Its clip rectangles are
    /// measured from the bottom of the window: see window_picture.cpp.
    [[nodiscard]] ImDrawData& of(const ImDrawData& whole, const std::vector<WindowBox>& boxes,
                                 const CopiedPicture& picture, const Callbacks& callbacks);

private:
    std::deque<Copy> copies_;                        ///< a deque, because their addresses must not change
    std::vector<std::unique_ptr<ImDrawList>> lists_; ///< they keep their memory from frame to frame
    ImDrawData data_;
};

} // namespace pairscope::app
